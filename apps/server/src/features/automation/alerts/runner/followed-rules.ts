import type { Followed } from './followed.ts';
import { keyOf } from './followed.ts';

/** Which followed rules read a board's messages. */
interface Readers {
  /** By the variable that they read. */
  readonly byKey: Map<string, Followed[]>;
  /** Those that wait for anything from a board that is silent. */
  readonly silent: Set<Followed>;
}

/** The rules that are followed, by what one looks for; a message of a board that no rule reads costs one look into a map. */
export class FollowedRules {
  readonly #byKey = new Map<number, Followed>();
  readonly #byAccount = new Map<number, Set<Followed>>();
  readonly #byDevice = new Map<number, Set<Followed>>();
  readonly #readers = new Map<number, Readers>();

  add(followed: Followed): void {
    const { key, rule, device } = followed;
    this.#byKey.set(key, followed);
    addTo(this.#byAccount, rule.accountId, followed);
    addTo(this.#byDevice, device.id, followed);
    const variable = keyOf(rule.condition);
    if (variable === null) return;
    const readers = this.#readersOf(device.id);
    readers.byKey.set(variable, [...(readers.byKey.get(variable) ?? []), followed]);
  }

  remove(followed: Followed): void {
    const { key, rule, device } = followed;
    this.#byKey.delete(key);
    removeFrom(this.#byAccount, rule.accountId, followed);
    removeFrom(this.#byDevice, device.id, followed);
    const readers = this.#readers.get(device.id);
    const variable = keyOf(rule.condition);
    if (readers && variable !== null) {
      const left = (readers.byKey.get(variable) ?? []).filter((one) => one !== followed);
      if (left.length > 0) readers.byKey.set(variable, left);
      else readers.byKey.delete(variable);
    }
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

  readersOf(deviceId: number): Readers | undefined {
    return this.#readers.get(deviceId);
  }

  /** Whether a rule waits for anything from its board. */
  setSilent(deviceId: number, followed: Followed, isSilent: boolean): void {
    if (isSilent) this.#readersOf(deviceId).silent.add(followed);
    else this.#readers.get(deviceId)?.silent.delete(followed);
    const readers = this.#readers.get(deviceId);
    if (readers && readers.byKey.size + readers.silent.size === 0) this.#readers.delete(deviceId);
  }

  #readersOf(deviceId: number): Readers {
    const known = this.#readers.get(deviceId) ?? { byKey: new Map(), silent: new Set() };
    this.#readers.set(deviceId, known);
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
