import { type DeviceLogKind, type DeviceLogLine, deviceLogText } from '@cyno/contract';
import { Counter, type Registry } from 'prom-client';
import type { EventBus } from '../../../../platform/bus/index.ts';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { SharedRun } from '../../../../platform/shared-run.ts';
import { deviceLogWritten } from '../devices.events.ts';
import { pruneLines, writeLines } from './device-log.repository.ts';
import { DeviceLogBudget } from './device-log-budget.ts';
import { escaped, type Line, printable } from './device-log-lines.ts';

const flushMs = 500;
/** Strangers cause refusals, so these have rings of their own: they never take the place of another line. */
const limits = {
  lines: { buffered: 10_000, ofDevice: 10_000 },
  refusals: { buffered: 1_000, ofDevice: 1_000 },
};

/** Of a device within an hour, that it is pruned before the night. */
const busyLines = 1_000;

type About = Buffer | NonNullable<DeviceLogLine['run']>;

export interface DeviceLog {
  /**
   * Appends a line; never throws and never waits. Text and the bytes that it is about are cut at 512 characters. A line about a run of an
   * automation has what it reports beside its English text.
   */
  append(deviceId: number, kind: DeviceLogKind, text: string, about?: About): void;
  flush(): Promise<void>;
  /** Keeps the newest 10,000 lines of each device, and beside them its newest 1,000 refused connections. */
  prune(): Promise<void>;
  /** The same of those devices alone that wrote 1,000 lines since they were pruned. */
  pruneBusy(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

/**
 * The event log of devices: two rings on disk, one of them for refused connections, written in batches. While the database is away
 * at most 10,000 lines and 1,000 refusals wait in memory; further ones are dropped and counted in `cyno_device_log_dropped_total`.
 */
export function createDeviceLog(deps: {
  database: Database;
  bus: EventBus;
  clock: Clock;
  log: Logger;
  metrics: Registry;
}): DeviceLog {
  const { database, bus, clock, log } = deps;
  const dropped = new Counter({
    name: 'cyno_device_log_dropped_total',
    help: 'Lines of device event logs that were dropped, by reason',
    labelNames: ['reason'],
    registers: [deps.metrics],
  });
  const budget = new DeviceLogBudget();
  /** How many lines were written of each device since it was pruned. */
  const unpruned = new Map<number, number>();
  let buffer: Line[] = [];
  let refusalsBuffered = 0;
  let timer: NodeJS.Timeout | undefined;

  const push = (deviceId: number, kind: DeviceLogKind, text: string, about?: About): void => {
    const { buffered } = kind === 'refused' ? limits.refusals : limits.lines;
    const waiting = kind === 'refused' ? refusalsBuffered : buffer.length - refusalsBuffered;
    if (waiting >= buffered) {
      dropped.inc({ reason: 'full' });
      return;
    }
    if (kind === 'refused') refusalsBuffered += 1;
    const isBytes = Buffer.isBuffer(about);
    const raw = isBytes ? escaped(about) : null;
    buffer.push({ deviceId, at: clock.now(), kind, text, raw, run: isBytes ? null : (about ?? null) });
  };

  const append = (deviceId: number, kind: DeviceLogKind, text: string, about?: About): void => {
    const { accepted, leftOut } = budget.take(deviceId, kind, clock.now());
    // Of the same kind, so that the count of refusals stands in their ring.
    if (leftOut > 0 && kind === 'refused') push(deviceId, kind, deviceLogText('refusals_left_out', { count: leftOut }));
    else if (leftOut > 0) push(deviceId, 'note', deviceLogText('lines_left_out', { count: leftOut }));
    if (!accepted) {
      dropped.inc({ reason: 'rate' });
      return;
    }
    push(deviceId, kind, printable(text), about);
  };

  const publish = (written: Awaited<ReturnType<typeof writeLines>>): void => {
    for (const [deviceId, ofDevice] of Map.groupBy(written, (line) => line.deviceId)) {
      unpruned.set(deviceId, (unpruned.get(deviceId) ?? 0) + ofDevice.length);
      bus.publish(deviceLogWritten, { deviceId, lines: ofDevice.map(({ deviceId: _, ...line }) => line) });
    }
  };

  const flushOnce = async (): Promise<void> => {
    if (buffer.length === 0) return;
    const lines = buffer;
    buffer = [];
    refusalsBuffered = 0;
    try {
      publish(await writeLines(database, lines));
    } catch (error) {
      log.debug({ err: error }, 'device log: the database did not accept the lines; they stay buffered');
      const all = [...lines, ...buffer];
      buffer = newestOfEach(all);
      refusalsBuffered = buffer.filter(isRefusal).length;
      if (buffer.length < all.length) dropped.inc({ reason: 'full' }, all.length - buffer.length);
    }
  };

  const flushing = new SharedRun(flushOnce);
  // Lines that came since the running write began are not part of it.
  const flush = (): Promise<void> => flushing.runAgain();

  return {
    append,
    flush,
    async prune() {
      unpruned.clear();
      await pruneLines(database, ringSizes);
      budget.cleanup(clock.now());
    },
    async pruneBusy() {
      const busy = [...unpruned].flatMap(([deviceId, lines]) => (lines >= busyLines ? [deviceId] : []));
      for (const deviceId of busy) unpruned.delete(deviceId);
      await pruneLines(database, ringSizes, busy);
    },
    start() {
      timer = setInterval(() => {
        void flushing.run();
      }, flushMs);
    },
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

const ringSizes = { lines: limits.lines.ofDevice, refusals: limits.refusals.ofDevice };

const isRefusal = ({ kind }: Line): boolean => kind === 'refused';

/** What has room in memory, in its order: the newest refusals, and the newest of all other lines. */
function newestOfEach(all: readonly Line[]): Line[] {
  const refusals = all.filter(isRefusal).length;
  let surplusRefusals = refusals - limits.refusals.buffered;
  let surplusLines = all.length - refusals - limits.lines.buffered;
  return all.filter((line) => (isRefusal(line) ? surplusRefusals-- <= 0 : surplusLines-- <= 0));
}
