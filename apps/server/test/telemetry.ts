import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { createTelemetry, type Telemetry } from '../src/features/telemetry/telemetry/index.ts';
import type { TelemetryLimits } from '../src/features/telemetry/variables/index.ts';
import { EventBus } from '../src/platform/bus/index.ts';
import type { Database } from '../src/platform/database/index.ts';
import type { Logger } from '../src/platform/log/index.ts';
import { createMetrics, type Metrics } from '../src/platform/metrics/index.ts';
import { testCore } from './core.ts';
import { createTestDatabase } from './database.ts';
import { silentLogger } from './log.ts';

/** A clock that stands still until it is moved. */
export interface TestClock {
  at: number;
  now(): number;
}

export interface TelemetryBench {
  readonly telemetry: Telemetry;
  readonly bus: EventBus;
  readonly database: Database;
  readonly clock: TestClock;
  readonly limits: { -readonly [Name in keyof TelemetryLimits]: TelemetryLimits[Name] };
  readonly spoolDirectory: string;
  /** Adds an account and a device; returns their ids. */
  addDevice(espid: string): Promise<{ id: number; accountId: number; espid: string }>;
  /** Sends a message as a board does, at the clock's instant unless another is given. */
  send(device: { id: number; accountId: number; espid: string }, message: object | string, more?: SendOptions): Sent;
  /** The figure of a metric, summed over its labels. */
  metric(name: string): Promise<number>;
  /** A second one on the same database and spool, as after a restart. */
  restart(): Promise<Telemetry>;
  close(): Promise<void>;
}

export interface SendOptions {
  at?: number;
  durable?: boolean;
  readsTimes?: boolean;
  /** Also what is in the spool only is stored; otherwise a slow database is waited for. */
  maySpool?: boolean;
}
type Sent = ReturnType<Telemetry['ingest']['take']>;

/** 2026-06-15 12:00:00 UTC: far from the borders of months. */
export const noon = Date.UTC(2026, 5, 15, 12);

/** The telemetry feature on a database of its own; `open` brings another database. */
export async function createTelemetryBench(
  open: () => Promise<{ database: Database; drop(): Promise<void> }> = createTestDatabase,
  log: Logger = silentLogger,
): Promise<TelemetryBench> {
  const { database, drop } = await open();
  const dataDirectory = await mkdtemp(join(tmpdir(), 'cyno-telemetry-'));
  const spoolDirectory = join(dataDirectory, 'spool');
  const clock: TestClock = { at: noon, now: () => clock.at };
  const limits = {
    storedIntervalMs: () => 0,
    rawDays: (): number | null => null,
    rollupDays: (): number | null => null,
    spoolBytes: 64 * 1024 * 1024,
  };
  const bus = new EventBus({ log });
  const make = (registry: Metrics) =>
    createTelemetry(testCore({ database, bus, dataDirectory, clock, log, metrics: registry }), { limits });
  let metrics = createMetrics();
  let current = make(metrics);
  await current.start();
  const spooledBytes = () => current.storageReport().spoolBytes;
  async function spoolEmpty() {
    await vi.waitFor(() => expect(spooledBytes()).toBe(0), { timeout: 180_000 });
  }
  return {
    get telemetry() {
      return current;
    },
    database,
    bus,
    clock,
    limits,
    spoolDirectory,
    async addDevice(espid) {
      const account = await database.pool.query<{ id: number }>(
        'INSERT INTO accounts (email) VALUES ($1) RETURNING id',
        [`${espid}@example.com`],
      );
      const accountId = account.rows[0]?.id ?? 0;
      const device = await database.pool.query<{ id: number }>(
        `INSERT INTO devices (account_id, espid, name, "order", family) VALUES ($1, $2, $2, 0, 'other') RETURNING id`,
        [accountId, espid],
      );
      return { id: device.rows[0]?.id ?? 0, accountId, espid };
    },
    send(device, message, { at = clock.at, durable = true, readsTimes = true, maySpool = false } = {}) {
      const sent = current.ingest.take({
        deviceId: device.id,
        espid: device.espid,
        accountId: device.accountId,
        payload: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
        receivedAt: at,
        durable,
        readsTimes,
      });
      if (maySpool || !sent.stored) return sent;
      const stored = sent.stored.then(spoolEmpty);
      // Anyone who sends at QoS 0 need not look.
      stored.catch(() => undefined);
      return { ...sent, stored };
    },
    async metric(name) {
      const found = await metrics.getSingleMetric(name)?.get();
      return found?.values.reduce((sum, { value }) => sum + value, 0) ?? Number.NaN;
    },
    async restart() {
      await current.stop();
      metrics = createMetrics();
      current = make(metrics);
      await current.start();
      return current;
    },
    async close() {
      await current.stop();
      await drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
