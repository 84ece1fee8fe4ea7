import type { ServerJob, SystemSample } from '@cyno/contract';
import { beforeEach, expect, test } from 'vitest';
import type { StoredSample } from './samples/samples.repository.ts';
import { Warnings, type WarningsDeps } from './warnings.ts';

const minute = 60_000;
const hour = 60 * minute;

let now: number;
let samples: StoredSample[];
let disk: { level: 0 | 80 | 95; tooFull: boolean };
let days: number | null;
let spoolBytes: number;
let slowForMinutes: number | null;
let heap: { used: number; limit: number };
let jobs: ServerJob[];
let warnings: Warnings;
beforeEach(() => {
  now = Date.UTC(2026, 0, 2);
  samples = [];
  disk = { level: 0, tooFull: false };
  days = null;
  spoolBytes = 0;
  slowForMinutes = null;
  heap = { used: 1e8, limit: 2e9 };
  jobs = [];
  warnings = new Warnings({
    clock: { now: () => now },
    jobs: { report: async () => jobs } as unknown as WarningsDeps['jobs'],
    certificates: { problems: () => [] } as unknown as WarningsDeps['certificates'],
    sampler: {
      get samples() {
        return samples;
      },
      disksFullIn: () => [{ disk: 'data folder', days }],
    },
    disks: {
      get disks() {
        return [{ name: 'data folder', path: '/', totalBytes: 100e9, freeBytes: 30e9, usedPercent: 70, ...disk }];
      },
    },
    eventLoop: { load: () => ({ delay: { p50Ms: 1, p99Ms: 1, maxMs: 1 }, slowForMinutes }) },
    spool: () => ({ spoolBytes, spoolLimitBytes: 500e6 }),
    startedAt: now - 24 * hour,
    heap: () => heap,
  });
});

/** One sample for each of the last minutes. */
function measured(minutes: number, figures: Partial<SystemSample> | ((ago: number) => Partial<SystemSample>)): void {
  samples = Array.from({ length: minutes }, (_, index) => {
    const ago = minutes - 1 - index;
    return {
      at: now - ago * minute,
      received: 0,
      stored: 0,
      lost: 0,
      delayMs: 1,
      memoryBytes: 3e8,
      databaseMs: 1,
      databaseBytes: 1e9,
      spoolBytes: 0,
      diskFreeBytes: 3e10,
      boards: 0,
      disks: {},
      ...(typeof figures === 'function' ? figures(ago) : figures),
    };
  });
}

const found = () => warnings.problems().map(({ reason, values }) => ({ reason, ...values }));

test('a server that is well is warned of nothing', () => {
  measured(1_440, {});
  expect(found()).toEqual([]);
});

test('a database that is slow for minutes, and not for one', () => {
  measured(10, (ago) => ({ databaseMs: ago === 0 ? 4_000 : 1 }));
  expect(found()).toEqual([]);
  measured(10, { databaseMs: 400 });
  expect(found()).toEqual([{ reason: 'database_slow', ms: 400 }]);
});

test('messages that were lost, for a quarter of an hour', () => {
  measured(30, (ago) => ({ lost: ago === 10 ? 7 : 0 }));
  expect(found()).toEqual([{ reason: 'messages_lost', count: 7 }]);
  now += 6 * minute;
  expect(found()).toEqual([]);
});

test('a spool that fills, and worse when it is half full', () => {
  spoolBytes = 100e6;
  expect(found()).toEqual([]);
  spoolBytes = 200e6;
  expect(warnings.problems()).toMatchObject([{ reason: 'spool_filling', values: { percent: 40 }, level: 1 }]);
  spoolBytes = 300e6;
  expect(warnings.problems()).toMatchObject([{ values: { percent: 60 }, level: 2 }]);
});

test('a disk that is full within two weeks, unless it has a warning of its own', () => {
  days = 20;
  expect(found()).toEqual([]);
  days = 9;
  expect(found()).toEqual([{ reason: 'disk_full_soon', disk: 'data folder', days: 9, freeBytes: 30e9 }]);
  disk = { level: 80, tooFull: false };
  expect(found()).toEqual([]);
});

test('memory that grows without end, and the limit of the process', () => {
  measured(1_000, (ago) => ({ memoryBytes: 3e8 + (1_000 - ago) * 1e6 }));
  expect(found()).toMatchObject([{ reason: 'memory_growing' }]);
  heap = { used: 1.9e9, limit: 2e9 };
  // Just before it is collected it is full by nature.
  expect(found()).toMatchObject([{ reason: 'memory_growing' }]);
  now += 6 * minute;
  expect(found()).toEqual([{ reason: 'memory_short', bytes: 1.9e9, limitBytes: 2e9 }]);
});

test('an event loop that is late for minutes', () => {
  slowForMinutes = 7;
  expect(found()).toEqual([{ reason: 'loop_slow', minutes: 7 }]);
});

test('a job that failed, by its name, until it succeeds', async () => {
  const job: ServerJob = { name: 'telemetry.tidy', cron: '* * * * *', state: 'failed', at: 5, ms: 1, error: 'no' };
  jobs = [job, { ...job, name: 'accounts.remove', state: 'done', error: null }];
  warnings.problems();
  await expect.poll(found).toEqual([{ reason: 'job_failed', job: 'telemetry.tidy' }]);
  jobs = [];
  now += 2 * minute;
  await expect.poll(found).toEqual([]);
});

test('each is known since it began', () => {
  slowForMinutes = 5;
  const begun = now;
  warnings.problems();
  now += 5 * minute;
  expect(warnings.problems()).toMatchObject([{ since: begun }]);
  slowForMinutes = null;
  warnings.problems();
  slowForMinutes = 5;
  expect(warnings.problems()).toMatchObject([{ since: now }]);
});
