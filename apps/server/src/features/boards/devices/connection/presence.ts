import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { DeviceRecord } from '../devices.directory.ts';
import { type Interval, presenceRepository } from './presence.repository.ts';

const flushMs = 1_000;
const heartbeatMs = 10_000;
/** How often the instants of the last messages are written; changes of presence do not wait for it. */
const lastSeenMs = 30_000;
const maxQueued = 50_000;
/** A board that comes and goes all the time fills no table: so many intervals are stored in a window, and those that last as long. */
const limits = { intervals: 60, windowMs: 10 * 60_000 };

export interface Presence {
  /** Closes intervals that a killed server left open, at its last sign of life. */
  recover(): Promise<void>;
  wentOnline(device: DeviceRecord, at: number): void;
  wentOffline(device: DeviceRecord, at: number): void;
  /** Notes that `lastSeenAt` changed; it is saved within half a minute. */
  touch(device: DeviceRecord): void;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Keeps when boards were connected. Intervals are written every second in one statement; while the database is away at
 * most 50,000 wait in memory, and the oldest are dropped above that.
 */
export function createPresence(deps: { database: Database; clock: Clock; log: Logger }): Presence {
  const { clock, log } = deps;
  const repository = presenceRepository(deps.database);
  const open = new Map<number, Interval>();
  /** Connections that are stored only if they last. */
  const unstored = new Map<number, Interval>();
  const touched = new Set<DeviceRecord>();
  const windows = new WeakMap<DeviceRecord, { readonly since: number; intervals: number }>();
  let queue: Interval[] = [];
  let seenSavedAt = 0;
  let timers: NodeJS.Timeout[] = [];
  let flushing: Promise<void> | undefined;

  const mayKeep = (device: DeviceRecord, at: number): boolean => {
    let window = windows.get(device);
    if (!window || Math.abs(at - window.since) >= limits.windowMs) {
      window = { since: at, intervals: 0 };
      windows.set(device, window);
    }
    window.intervals += 1;
    return window.intervals <= limits.intervals;
  };

  const storeLasting = (): void => {
    for (const [deviceId, interval] of unstored) {
      if (clock.now() - interval.onlineAt < limits.windowMs) continue;
      unstored.delete(deviceId);
      open.set(deviceId, interval);
      queue.push(interval);
    }
  };

  const flushOnce = async (force: boolean): Promise<void> => {
    storeLasting();
    const seenIsDue = force || queue.length > 0 || Math.abs(clock.now() - seenSavedAt) >= lastSeenMs;
    if (!seenIsDue || (queue.length === 0 && touched.size === 0)) return;
    const intervals = queue;
    const records = [...touched];
    queue = [];
    touched.clear();
    seenSavedAt = clock.now();
    try {
      await repository.save(intervals, records);
    } catch (error) {
      log.debug({ err: error }, 'presence: the database did not accept it; it stays buffered');
      queue = [...intervals, ...queue].slice(-maxQueued);
      for (const record of records) touched.add(record);
    }
  };

  const flush = async (force = false): Promise<void> => {
    flushing ??= flushOnce(force).finally(() => {
      flushing = undefined;
    });
    await flushing;
  };

  const heartbeat = async (): Promise<void> => {
    await repository
      .saveHeartbeat(clock.now())
      .catch((error: unknown) => log.debug({ err: error }, 'presence: no heartbeat'));
  };

  return {
    async recover() {
      await repository.closeAll();
      await heartbeat();
    },
    wentOnline(device, at) {
      touched.add(device);
      const interval = { deviceId: device.id, onlineAt: at, offlineAt: null };
      if (!mayKeep(device, at)) {
        unstored.set(device.id, interval);
        return;
      }
      open.set(device.id, interval);
      queue.push(interval);
    },
    wentOffline(device, at) {
      const interval = open.get(device.id);
      open.delete(device.id);
      unstored.delete(device.id);
      // An end before its beginning is of a clock that was set back.
      if (interval) queue.push({ ...interval, offlineAt: Math.max(at, interval.onlineAt) });
      touched.add(device);
    },
    touch(device) {
      touched.add(device);
    },
    start() {
      timers = [setInterval(() => void flush(), flushMs), setInterval(() => void heartbeat(), heartbeatMs)];
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await flushing;
      await flush(true);
      await heartbeat();
    },
  };
}
