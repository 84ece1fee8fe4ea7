import type { Clock } from '../../../platform/clock.ts';
import { isCanceled } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { DeviceSizesRepository, StoredNow } from './device-sizes.repository.ts';
import {
  addedInYear,
  type DailyBytes,
  dailyBytes,
  retainedFrom,
  type StorageLimits,
  storedInYear,
  sumOf,
} from './forecast.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Hours that ended so long ago are packed: messages after six hours, rollups after thirty. */
const packedAfterMs = { messages: 12 * hourMs, rollups: 36 * hourMs };
const windowMs = 7 * dayMs;
/** Of so many devices a day is enough, and is counted in time. */
const manyDevices = 500;
/** Of so many devices that grow most it is counted what they take now. */
const maxCounted = 50;
/** Counted at once; a slow disk reads some hundred MB for them when each has a year of history. */
const countedAtOnce = 5;
/** After so long no more are counted. */
const longestCountMs = 5_000;
const countedForMs = 5 * 60_000;
const maxKnown = 500;

/** A device, and for how long what it stores is retained. */
export interface SizedDevice {
  readonly id: number;
  readonly limits: StorageLimits;
}

/** What a device takes now and in a year, bytes; null: it is too new for that. */
interface Size {
  readonly deviceId: number;
  readonly bytes: number;
  readonly yearBytes: number | null;
}

/** What devices take. `bytes` and `yearBytes` are of all; null: not all could be counted. `addedBytes` is what a year adds. */
export interface Sizes {
  readonly countedAt: number;
  /** Those that take most first. */
  readonly devices: readonly Size[];
  readonly bytes: number | null;
  readonly yearBytes: number | null;
  readonly addedBytes: number;
  readonly newDevices: number;
}

interface DeviceSizesDeps {
  readonly repository: DeviceSizesRepository;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Known {
  readonly at: number;
  readonly sizes: Promise<Sizes | null>;
}

/** How much history devices have stored and will have, as of the last minutes. */
export class DeviceSizes {
  readonly #deps: DeviceSizesDeps;
  readonly #known = new Map<string, Known>();

  constructor(deps: DeviceSizesDeps) {
    this.#deps = deps;
  }

  /** Of some devices; `key` names them and what their sizes depend on. Null when there is too much to count it in time. */
  of(key: string, devices: readonly SizedDevice[]): Promise<Sizes | null> {
    const at = this.#deps.clock.now();
    for (const [other, known] of this.#known) if (Math.abs(at - known.at) >= countedForMs) this.#known.delete(other);
    const known = this.#known.get(key);
    if (known) return known.sizes;
    const [oldest] = this.#known.keys();
    if (oldest !== undefined && this.#known.size >= maxKnown) this.#known.delete(oldest);
    const sizes = this.#countInTime(devices, at);
    const entry = { at, sizes };
    this.#known.set(key, entry);
    sizes.catch(() => {
      if (this.#known.get(key) === entry) this.#known.delete(key);
    });
    return sizes;
  }

  async #countInTime(devices: readonly SizedDevice[], now: number): Promise<Sizes | null> {
    try {
      return await this.#count(devices, now);
    } catch (error) {
      if (!isCanceled(error)) throw error;
      this.#deps.log.debug({ err: error, devices: devices.length }, 'What devices take could not be counted in time');
      return null;
    }
  }

  async #count(devices: readonly SizedDevice[], now: number): Promise<Sizes> {
    const growing = await this.#listGrowing(devices, now);
    const known = growing.flatMap((device) => (device.daily ? [{ ...device, daily: device.daily }] : []));
    const stored = await this.#listNow(growing.slice(0, maxCounted), now);
    const sizes = growing.flatMap(({ id, daily, limits }): Size[] => {
      const here = stored.get(id);
      if (!here) return [];
      const bytes = here.messages + here.rollups;
      return [{ deviceId: id, bytes, yearBytes: daily && storedInYear(daily, here, limits) }];
    });
    const areAll = sizes.length === growing.length;
    return {
      countedAt: now,
      devices: sizes.sort((a, b) => b.bytes - a.bytes),
      bytes: areAll ? sum(sizes.map(({ bytes }) => bytes)) : null,
      // Of a new device at least what it has is known.
      yearBytes: areAll ? sum(sizes.map(({ bytes, yearBytes }) => yearBytes ?? bytes)) : null,
      addedBytes: sum(known.map(({ daily, limits }) => addedInYear(daily, limits))),
      newDevices: growing.length - known.length,
    };
  }

  /** Those that store most in a day first. */
  async #listGrowing(
    devices: readonly SizedDevice[],
    now: number,
  ): Promise<(SizedDevice & { readonly daily: DailyBytes | null })[]> {
    const thisHour = now - (now % hourMs);
    const lengthMs = devices.length > manyDevices ? dayMs : windowMs;
    const windowOf = (packedAfter: number) => ({
      from: thisHour - packedAfter - lengthMs,
      to: thisHour - packedAfter,
    });
    const windows = { messages: windowOf(packedAfterMs.messages), rollups: windowOf(packedAfterMs.rollups) };
    const stored = await this.#deps.repository.listWithin(
      devices.map(({ id }) => id),
      windows,
    );
    const found = new Map(stored.map((one) => [one.deviceId, dailyBytes(one, windows)]));
    return devices
      .map((device) => ({ ...device, daily: found.get(device.id) ?? null }))
      .sort((a, b) => (b.daily ? sumOf(b.daily) : 0) - (a.daily ? sumOf(a.daily) : 0));
  }

  /** As many as can be counted in time, from the first on. */
  async #listNow(devices: readonly SizedDevice[], now: number): Promise<Map<number, StoredNow>> {
    const endsAt = performance.now() + longestCountMs;
    const found = new Map<number, StoredNow>();
    for (let first = 0; first < devices.length && performance.now() < endsAt; first += countedAtOnce) {
      const part = devices.slice(first, first + countedAtOnce).map(({ id, limits }) => ({
        deviceId: id,
        messages: retainedFrom(now, limits.rawDays),
        rollups: retainedFrom(now, limits.rollupDays),
      }));
      try {
        for (const one of await this.#deps.repository.listNow(part)) found.set(one.deviceId, one);
      } catch (error) {
        if (!isCanceled(error)) throw error;
        return found;
      }
    }
    return found;
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
