import type { DeviceLogKind } from '@cyno/contract';
import { Counter, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';

const flushMs = 500;
const maxBuffered = 10_000;
const linesPerDevice = 10_000;
/** A device may write this many lines in a window; what is above is dropped and counted in one line. */
const burst = { lines: 60, windowMs: 10_000 };
/** Strangers cause these lines, so they have a budget of their own and cannot push the owner's lines out. */
const refusedBurst = { lines: 1, windowMs: 60_000 };
const maxTextLength = 512;

interface Line {
  deviceId: number;
  at: number;
  kind: DeviceLogKind;
  text: string;
}

export interface DeviceLog {
  /** Appends a line; never throws and never waits. Text is cut at 512 characters. */
  append(deviceId: number, kind: DeviceLogKind, text: string): void;
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
  const windows = new Map<string, { startedAt: number; lines: number; dropped: number }>();
  let buffer: Line[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  const push = (deviceId: number, kind: DeviceLogKind, text: string): void => {
    if (buffer.length >= maxBuffered) {
      dropped.inc({ reason: 'full' });
      return;
    }
    buffer.push({ deviceId, at: clock.now(), kind, text });
  };

  const append = (deviceId: number, kind: DeviceLogKind, text: string): void => {
    const now = clock.now();
    const allowed = kind === 'refused' ? refusedBurst : burst;
    const key = `${deviceId} ${kind === 'refused'}`;
    let window = windows.get(key);
    if (!window || now - window.startedAt > allowed.windowMs) {
      if (window && window.dropped > 0)
        push(deviceId, 'note', `${window.dropped} ${kind === 'refused' ? 'refused connections' : 'lines'} left out`);
      window = { startedAt: now, lines: 0, dropped: 0 };
      windows.set(key, window);
    }
    window.lines += 1;
    if (window.lines > allowed.lines) {
      window.dropped += 1;
      dropped.inc({ reason: 'rate' });
      return;
    }
    push(deviceId, kind, printable(text));
  };

  const flushOnce = async (): Promise<void> => {
    if (buffer.length === 0) return;
    const lines = buffer;
    buffer = [];
    try {
      await writeLines(database, lines);
    } catch (error) {
      log.debug({ err: error }, 'device log: the database did not take the lines; they are kept');
      const room = maxBuffered - buffer.length;
      if (lines.length > room) dropped.inc({ reason: 'full' }, lines.length - room);
      buffer = [...lines.slice(-Math.max(room, 0)), ...buffer];
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
    async prune() {
      await database.pool.query(
        `delete from device_log using (
           select device_id, (array_agg(id order by id desc))[$1] as oldest
           from device_log group by device_id having count(*) > $1
         ) as full_log where device_log.device_id = full_log.device_id and device_log.id < full_log.oldest`,
        [linesPerDevice],
      );
      const now = clock.now();
      for (const [key, window] of windows) if (now - window.startedAt > refusedBurst.windowMs) windows.delete(key);
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

/** PostgreSQL's text has no NUL; other control characters stay, since the console shows text and never markup. */
function printable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').slice(0, maxTextLength);
}

/** The join leaves out lines of devices that were removed for good in the meantime. */
async function writeLines({ pool }: Database, lines: readonly Line[]): Promise<void> {
  await pool.query(
    `insert into device_log (device_id, at, kind, text)
     select line.* from unnest($1::int[], $2::bigint[], $3::text[], $4::text[]) as line(device_id, at, kind, text)
     join devices on devices.id = line.device_id`,
    [lines.map((l) => l.deviceId), lines.map((l) => l.at), lines.map((l) => l.kind), lines.map((l) => l.text)],
  );
}
