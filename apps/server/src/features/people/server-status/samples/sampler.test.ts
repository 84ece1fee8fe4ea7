import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Counter } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testCore } from '../../../../../test/core.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { createMetrics } from '../../../../platform/metrics/index.ts';
import { Sampler } from './sampler.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let db: TestDatabase;
let dataDirectory: string;
let now: number;
let freeBytes: number;
beforeAll(async () => {
  db = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), 'cyno-sampler-'));
  await mkdir(join(dataDirectory, 'logs', 'old'), { recursive: true });
  await writeFile(join(dataDirectory, 'logs', 'old', 'server.log'), 'x'.repeat(5_000));
  await writeFile(join(dataDirectory, 'unknown'), 'x'.repeat(70));
});
afterAll(async () => {
  await db.drop();
  await rm(dataDirectory, { recursive: true });
});
beforeEach(async () => {
  now = Date.UTC(2026, 0, 20);
  freeBytes = 50e9;
  await db.database.pool.query('DELETE FROM server_samples');
});

function createSampler() {
  const metrics = createMetrics();
  const count = (name: string) =>
    new Counter({ name: `cyno_telemetry_${name}_total`, help: name, registers: [metrics] });
  const counters = {
    messages: count('messages'),
    stored: count('stored'),
    dropped: new Counter({
      name: 'cyno_telemetry_dropped_total',
      help: 'dropped',
      labelNames: ['reason'],
      registers: [metrics],
    }),
    refused: count('refused'),
  };
  const core = testCore({ database: db.database, metrics, clock: { now: () => now }, dataDirectory });
  const sampler = new Sampler({
    ...core,
    disks: {
      get disks() {
        const same = { path: '/', totalBytes: 100e9, usedPercent: 50, level: 0, tooFull: false } as const;
        return [{ name: 'data folder', freeBytes, ...same }];
      },
    },
    eventLoop: { lastMinute: () => ({ p50Ms: 1, p99Ms: 7, maxMs: 9 }) },
  });
  return { sampler, counters, metrics };
}

const rows = async () => (await db.database.pool.query('SELECT at FROM server_samples ORDER BY at')).rows.length;

test('a minute is one row: what came, was stored and was lost since the one before', async () => {
  const { sampler, counters, metrics } = createSampler();
  counters.messages.inc(1_000);
  await sampler.take();
  counters.messages.inc(120);
  counters.stored.inc(110);
  counters.dropped.inc({ reason: 'full' }, 3);
  counters.dropped.inc({ reason: 'late' }, 4);
  counters.refused.inc(3);
  now += minute;
  await sampler.take();
  const [first, second] = sampler.samples;
  expect(first).toMatchObject({ received: null, stored: null, lost: null, delayMs: 7, diskFreeBytes: 50e9 });
  expect(second).toMatchObject({ at: now, received: 120, stored: 110, lost: 10 });
  expect(second?.memoryBytes).toBeGreaterThan(1e6);
  expect(second?.databaseMs).toBeGreaterThan(0);
  expect(second?.databaseBytes).toBeGreaterThan(1e6);
  expect(await rows()).toBe(2);
  const text = await metrics.metrics();
  expect(text).toMatch(/^cyno_database_size_bytes \d+$/m);
  expect(text).toContain('cyno_stored_bytes{kind="logs"}');
});

test('sizes are those of the folders and of the database, and what grew within a day', async () => {
  const { sampler } = createSampler();
  await sampler.take();
  const before = await sampler.sizes();
  expect(before.find(({ what }) => what === 'logs')?.bytes).toBe(5_000);
  expect(before.find(({ what }) => what === 'rest')?.bytes).toBe(70);
  expect(before.map(({ what }) => what)).toEqual(expect.arrayContaining(['telemetry', 'database_rest', 'wal']));
  expect(before.map(({ bytes }) => bytes)).toEqual(before.map(({ bytes }) => bytes).toSorted((a, b) => b - a));
  now += day - minute;
  await writeFile(join(dataDirectory, 'logs', 'new.log'), 'x'.repeat(1_000));
  await sampler.take();
  expect((await sampler.sizes()).find(({ what }) => what === 'logs')).toMatchObject({ bytes: 6_000, dayBytes: 1_000 });
});

test('a restart knows the last days, and what is older than eight is forgotten', async () => {
  const { sampler } = createSampler();
  for (let hour = 0; hour < 40; hour++) {
    await sampler.take();
    now += 60 * minute;
    freeBytes -= 1e9;
  }
  const another = createSampler();
  await another.sampler.start();
  await another.sampler.stop();
  expect(another.sampler.samples.length).toBeGreaterThan(20);
  expect(another.sampler.samples.length).toBeLessThan(27);
  // 10 GB are left, and 24 go a day.
  expect(another.sampler.disksFullIn()).toEqual([{ disk: 'data folder', days: 0 }]);
  expect(await another.metrics.metrics()).toContain('cyno_disk_full_in_days{disk="data folder"} 0');
  now += 8 * day;
  await another.sampler.take();
  expect(await rows()).toBeLessThan(5);
});
