import type { Followed } from './followed.ts';
import { keyOf } from './followed.ts';
import { WatchedDevice } from './watched-device.ts';

/** The rules that are followed, by what one looks for; a message of a board that no rule reads costs one look into a map. */
export class FollowedRules {
  readonly #byKey = new Map<number, Followed>();
  readonly #byAccount = new Map<number, Set<Followed>>();
  readonly #byDevice = new Map<number, Set<Followed>>();
  readonly #watched = new Map<number, WatchedDevice>();
  readonly #due: (followed: Followed) => void;

  /** `due`: with what a board sent something of a rule may be due. */
  constructor(due: (followed: Followed) => void) {
    this.#due = due;
  }

  add(followed: Followed): void {
    const { key, rule, device } = followed;
    this.#byKey.set(key, followed);
    addTo(this.#byAccount, rule.accountId, followed);
    addTo(this.#byDevice, device.id, followed);
    const variable = keyOf(rule.condition);
    if (variable !== null) this.#watchedOf(device.id).add(followed, variable);
  }

  remove(followed: Followed): void {
    const { key, rule, device } = followed;
    this.#byKey.delete(key);
    removeFrom(this.#byAccount, rule.accountId, followed);
    removeFrom(this.#byDevice, device.id, followed);
    const variable = keyOf(rule.condition);
    if (variable !== null) this.#watched.get(device.id)?.remove(followed, variable);
    this.setSilent(device.id, followed, false);
  }

  has(followed: Followed): boolean {
    return this.#byKey.get(followed.key) === followed;
  }

  find(key: number): Followed | undefined {
    return this.#byKey.get(key);
  }

  all(): Iterable<Followed> {
    return this.#byKey.values();
  }

  ofAccount(accountId: number): Followed[] {
    return [...(this.#byAccount.get(accountId) ?? [])];
  }

  ofDevice(deviceId: number): Iterable<Followed> {
    return this.#byDevice.get(deviceId) ?? [];
  }

  /** Undefined: no rule reads what the device sends. */
  watchedOf(deviceId: number): WatchedDevice | undefined {
    return this.#watched.get(deviceId);
  }

  allWatched(): Iterable<WatchedDevice> {
    return this.#watched.values();
  }

  /** Whether a rule waits for anything from its board. */
  setSilent(deviceId: number, followed: Followed, isSilent: boolean): void {
    if (isSilent) this.#watchedOf(deviceId).silent.add(followed);
    else this.#watched.get(deviceId)?.silent.delete(followed);
    if (this.#watched.get(deviceId)?.isEmpty) this.#watched.delete(deviceId);
  }

  #watchedOf(deviceId: number): WatchedDevice {
    const known = this.#watched.get(deviceId) ?? new WatchedDevice(this.#due);
    this.#watched.set(deviceId, known);
    return known;
  }
}

function addTo(map: Map<number, Set<Followed>>, key: number, followed: Followed): void {
  const known = map.get(key);
  if (known) known.add(followed);
  else map.set(key, new Set([followed]));
}

function removeFrom(map: Map<number, Set<Followed>>, key: number, followed: Followed): void {
  const known = map.get(key);
  known?.delete(followed);
  if (known?.size === 0) map.delete(key);
}
