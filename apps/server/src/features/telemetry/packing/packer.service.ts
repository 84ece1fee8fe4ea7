import { setTimeout as wait } from 'node:timers/promises';
import type { Counter } from 'prom-client';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { hourMs, hourOf } from './codec/index.ts';
import type { DeviceHour } from './device-hours.sql.ts';
import type { PackedHoursRepository } from './packed-hours.repository.ts';
import { UnpackableError } from './packing-errors.ts';

/** An hour is packed this long after its end, when what boards sent late has mostly come. */
const settleMs = 6 * hourMs;
/** The lists of devices show a day, which many rollups at once are read for. */
const rollupsSettleMs = 30 * hourMs;
/** A job may take no longer than 15 minutes; the next one continues. */
const longestRunMs = 8 * 60_000;
/** Late messages may belong to hours before those of very many messages: so often all hours are gone through. */
const wholeEveryMs = 24 * hourMs;

/** What writes messages has to unpack the hours that they belong to. */
interface PackedStore {
  /** What is older may be packed, ms since the epoch. */
  packedBefore: number;
  /** Runs `work` while no batch of messages is being written. */
  exclusive(work: () => void): Promise<void>;
}

interface PackerDeps {
  readonly repository: PackedHoursRepository;
  readonly store: PackedStore;
  readonly clock: Clock;
  readonly log: Logger;
  /** Counts messages that were packed, and the bytes that they became. */
  readonly packed: { readonly messages: Counter; readonly bytes: Counter };
}

/** Hours by device. */
type Hours = Map<number, Set<number>>;
/** By device, from where it is to continue. */
type Passed = ReadonlyMap<number, number>;

const note = (hours: Hours, { deviceId, hour }: DeviceHour): void => {
  hours.set(deviceId, (hours.get(deviceId) ?? new Set()).add(hour));
};

/** Packs the messages of hours that are over, a device's hour at a time. What is interrupted leaves rows as they were. */
export class Packer {
  readonly #deps: PackerDeps;
  /** Hours that cannot be packed, by device; they stay rows until the server starts again. */
  readonly #refused: Hours = new Map();
  /** Hours of very many messages, which stay rows; their rollups are packed. */
  readonly #tooLarge: Hours = new Map();
  /** Up to where nothing but such hours is left, by device: a year of them would be listed hour by hour in each run. */
  #leftBefore = new Map<number, number>();
  #forgetLeftAt = 0;
  #isStopping = false;
  #endsAt = 0;

  constructor(deps: PackerDeps) {
    this.#deps = deps;
  }

  /** How many hours stay as they are because they could not be packed. */
  get refusedHours(): number {
    return [...this.#refused.values()].reduce((sum, hours) => sum + hours.size, 0);
  }

  /** Finds up to where hours are packed; to be called before anything is written, and when packed hours were removed. */
  async load(): Promise<void> {
    const { repository, store } = this.#deps;
    const newestEnd = await repository.newestEnd();
    await store.exclusive(() => {
      store.packedBefore = newestEnd;
    });
  }

  /** Packs the hours that are over and have their rollups, as many as a run has time for. */
  async run(): Promise<void> {
    const { repository, clock, store, packed } = this.#deps;
    this.#endsAt = performance.now() + longestRunMs;
    if (performance.now() >= this.#forgetLeftAt) {
      this.#leftBefore = new Map();
      this.#forgetLeftAt = performance.now() + wholeEveryMs;
    }
    const before = hourOf(clock.now() - settleMs);
    // A batch that is being written now took what is newer than before for rows.
    await store.exclusive(() => {
      store.packedBefore = Math.max(store.packedBefore, before);
    });
    const rollupsBefore = hourOf(clock.now() - rollupsSettleMs);
    // What is newer was packed while the clock was ahead. What is later than now stays: where the clock is behind, that is all of it.
    const newer = { from: rollupsBefore, to: clock.now() };
    await this.#forEach(
      (passed) => repository.listPackedRollups(newer, passed),
      (hour) => repository.unpack(hour),
    );
    const unpacked = (table: 'telemetry' | 'rollup_5m', until: number) => (passed: Passed) =>
      repository.listUnpacked(table, until, passed);
    const packHour = async (hour: DeviceHour) => {
      const isLarge = this.#tooLarge.get(hour.deviceId)?.has(hour.hour);
      const done = isLarge ? 'too many' : await repository.pack(hour);
      if (done === 'too many') {
        note(this.#tooLarge, hour);
        this.#leftBefore.set(hour.deviceId, hour.hour + hourMs);
        return;
      }
      packed.messages.inc(done?.messages ?? 0);
      packed.bytes.inc(done?.bytes ?? 0);
    };
    await this.#forEach(unpacked('telemetry', before), packHour, this.#leftBefore);
    await this.#forEach(unpacked('rollup_5m', rollupsBefore), (hour) => repository.packRollups(hour));
  }

  /** Lets `run` end after the hour that it is at. */
  stop(): void {
    this.#isStopping = true;
  }

  /** Works on the hours that `list` finds, each once, from `start` on, as many as a run has time for. */
  async #forEach(
    list: (passed: Passed) => Promise<DeviceHour[]>,
    work: (hour: DeviceHour) => Promise<void>,
    start: Passed = new Map(),
  ): Promise<void> {
    const passed = new Map(start);
    for (;;) {
      const hours = await withPause(() => list(passed));
      if (hours.length === 0) return;
      for (const hour of hours) {
        if (this.#isStopping || performance.now() > this.#endsAt) return;
        passed.set(hour.deviceId, hour.hour + hourMs);
        await this.#workOn(hour, work);
      }
    }
  }

  async #workOn({ deviceId, hour }: DeviceHour, work: (hour: DeviceHour) => Promise<void>): Promise<void> {
    if (this.#refused.get(deviceId)?.has(hour)) return;
    try {
      await withPause(() => work({ deviceId, hour }));
    } catch (error) {
      // Of a database that was away for a moment the next run makes up.
      if (!(error instanceof UnpackableError)) throw error;
      this.#deps.log.error({ err: error, device: deviceId, hour }, 'An hour could not be packed; it stays as it is');
      note(this.#refused, { deviceId, hour });
    }
  }
}

/** Boards and browsers come first: at most half of the time is spent on packing. */
async function withPause<Result>(work: () => Promise<Result>): Promise<Result> {
  const since = performance.now();
  try {
    return await work();
  } finally {
    await wait(performance.now() - since);
  }
}
