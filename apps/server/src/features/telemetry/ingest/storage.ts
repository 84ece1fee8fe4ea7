import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { TelemetryStore } from '../storage/index.ts';
import type { DeviceRegistry, TelemetryLimits } from '../variables/index.ts';
import { Spool } from './spool.ts';
import { StorageHealth } from './storage-health.ts';
import type { TelemetryMetrics } from './telemetry.metrics.ts';
import { TelemetryWriter } from './telemetry-writer.ts';
import type { UnreadableSegment } from './unreadable-segments.ts';
import { watchStorage } from './watched-storage.ts';

/** What administrators see of how messages are stored. */
export interface StorageReport {
  /** When a message was last committed, ms since the epoch; null: not since the start. */
  readonly storedAt: number | null;
  readonly pendingMessages: number;
  readonly spoolBytes: number;
  readonly spoolLimitBytes: number;
  readonly unreadable: readonly UnreadableSegment[];
}

interface StorageDeps {
  readonly database: Database;
  readonly spoolDirectory: string;
  readonly registry: DeviceRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly telemetryMetrics: TelemetryMetrics;
  readonly limits: TelemetryLimits;
  readonly isDiskFull?: () => boolean;
}

/** The way of messages to the disk: the writer, the store behind it, the spool beside it, and what knows whether that works. */
export function createStorage(deps: StorageDeps) {
  const { registry, clock, log, telemetryMetrics: metrics, limits } = deps;
  const { pool } = deps.database;
  const spool = new Spool(deps.spoolDirectory, limits.spoolBytes, {
    now: () => clock.now(),
    onUnreadable: ({ name, bytes, reason }) =>
      log.error(
        { file: name, bytes, why: reason },
        'A file of messages that waited for the database cannot be used as it is; it was put aside in spool/unreadable',
      ),
  });
  const store = new TelemetryStore({ pool, log, dropped: metrics.dropped });
  const health: StorageHealth = new StorageHealth({
    pool,
    spool,
    clock,
    log,
    metrics: deps.metrics,
    pending: () => writer.pending,
    isDiskFull: deps.isDiskFull ?? (() => false),
  });
  const writer = new TelemetryWriter({ ...watchStorage(store, spool, health), registry, log, metrics });
  return {
    store,
    writer,
    open: () => spool.open(),
    /** Replays what a former run left. */
    start(): void {
      writer.start();
      health.start();
    },
    async stop(): Promise<void> {
      health.stop();
      await writer.stop();
    },
    problems: () => health.problems(),
    report: (): StorageReport => ({
      storedAt: health.storedAt,
      pendingMessages: writer.pending,
      spoolBytes: spool.bytes,
      spoolLimitBytes: spool.maxBytes,
      unreadable: spool.unreadable.list(),
    }),
  };
}
