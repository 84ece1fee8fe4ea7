import type { DeviceLogKind, DeviceLogLine } from '@cyno/contract';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { DeviceLogBudget } from './device-log-budget.ts';
import { escaped, type Line, printable, writeLines } from './device-log-lines.ts';

const flushMs = 500;
const maxBuffered = 10_000;
const linesPerDevice = 10_000;

export interface DeviceLog {
  /** Appends a line; never throws and never waits. Text and the bytes that it is about are cut at 512 characters. */
  append(deviceId: number, kind: DeviceLogKind, text: string, about?: Buffer): void;
  /** Calls the listener with the lines of a device that were written, oldest first. Answers how to end that. */
  subscribe(listener: (deviceId: number, lines: readonly DeviceLogLine[]) => void): () => void;
  flush(): Promise<void>;
  /** Keeps the newest 10,000 lines of each device. */
  prune(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * The event log of devices: a ring on disk, written in batches. While the database is away at most 10,000 lines wait in
 * memory; further ones are dropped and counted in `cyno_device_log_dropped_total`.
 */
export function createDeviceLog(deps: { database: Database; clock: Clock; log: Logger; metrics: Registry }): DeviceLog {
  const { database, clock, log } = deps;
  const dropped = new Counter({
    name: 'cyno_device_log_dropped_total',
    help: 'Lines of device event logs that were dropped, by reason',
    labelNames: ['reason'],
    registers: [deps.metrics],
  });
  const budget = new DeviceLogBudget();
  const listeners = new Set<(deviceId: number, lines: readonly DeviceLogLine[]) => void>();
  let buffer: Line[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  const push = (deviceId: number, kind: DeviceLogKind, text: string, raw: string | null = null): void => {
    if (buffer.length >= maxBuffered) {
      dropped.inc({ reason: 'full' });
      return;
    }
    buffer.push({ deviceId, at: clock.now(), kind, text, raw });
  };

  const append = (deviceId: number, kind: DeviceLogKind, text: string, about?: Buffer): void => {
    const { kept, leftOut } = budget.take(deviceId, kind, clock.now());
    if (leftOut > 0)
      push(deviceId, 'note', `${leftOut} ${kind === 'refused' ? 'refused connections' : 'lines'} left out`);
    if (!kept) {
      dropped.inc({ reason: 'rate' });
      return;
    }
    push(deviceId, kind, printable(text), about ? escaped(about) : null);
  };

  const tell = (written: readonly (DeviceLogLine & { deviceId: number })[]): void => {
    if (listeners.size === 0) return;
    for (const [deviceId, lines] of Map.groupBy(written, (line) => line.deviceId)) {
      for (const listener of listeners) {
        listener(
          deviceId,
          lines.map(({ deviceId: _, ...line }) => line),
        );
      }
    }
  };

  const flushOnce = async (): Promise<void> => {
    if (buffer.length === 0) return;
    const lines = buffer;
    buffer = [];
    try {
      tell(await writeLines(database, lines));
    } catch (error) {
      log.debug({ err: error }, 'device log: the database did not take the lines; they are kept');
      const lost = Math.max(0, lines.length + buffer.length - maxBuffered);
      if (lost > 0) dropped.inc({ reason: 'full' }, lost);
      buffer = [...lines.slice(lost), ...buffer];
    }
  };

  const flush = async (): Promise<void> => {
    // Lines that came since the running write began are not part of it.
    await flushing;
    flushing ??= flushOnce().finally(() => {
      flushing = undefined;
    });
    await flushing;
  };

  return {
    append,
    flush,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async prune() {
      await database.pool.query(
        `delete from device_log using (
           select device_id, (array_agg(id order by id desc))[$1] as oldest
           from device_log group by device_id having count(*) > $1
         ) as full_log where device_log.device_id = full_log.device_id and device_log.id < full_log.oldest`,
        [linesPerDevice],
      );
      budget.tidy(clock.now());
    },
    start() {
      timer = setInterval(() => {
        if (!flushing) void flush();
      }, flushMs);
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
