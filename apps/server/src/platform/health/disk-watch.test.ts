import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readableLogger } from '../../../test/log.ts';
import { createMetrics } from '../metrics/index.ts';
import { DiskWatch, describeProblem, type ReadSpace } from './index.ts';

const gigabyte = 1e9;
let spaces: Record<string, { used: number; device: number } | undefined>;
let output: ReturnType<typeof readableLogger>;
let metrics: ReturnType<typeof createMetrics>;
let clock: { at: number; now(): number };
beforeEach(() => {
  spaces = { '/data': { used: 10, device: 1 } };
  output = readableLogger();
  metrics = createMetrics();
  clock = { at: 1_000, now: () => clock.at };
});

/** A disk of 100 GB; `used` is in percent. */
const readSpace: ReadSpace = async (path) => {
  const space = spaces[path];
  if (!space) throw new Error('EIO');
  return { totalBytes: 100 * gigabyte, freeBytes: Math.round((100 - space.used) * gigabyte), device: space.device };
};

const watch = (paths: Record<string, string> = { 'data folder': '/data' }, read: ReadSpace | undefined = readSpace) =>
  new DiskWatch({ paths, leastFreeBytes: 0.2 * gigabyte, clock, log: output.log, metrics, readSpace: read });

test('reports nothing of a disk with room', async () => {
  const disks = watch();
  await disks.check();
  expect(disks.problems()).toEqual([]);
  expect(output.texts()).toEqual([]);
  expect(disks.disks).toMatchObject([{ name: 'data folder', usedPercent: 10, level: 0, tooFull: false }]);
});

test('warns at 80 and 95 %, once each, and reports when there is room again', async () => {
  const disks = watch();
  const levels: unknown[] = [];
  for (const used of [79, 80, 79, 85, 94, 95, 94, 80, 79, 77]) {
    spaces['/data'] = { used, device: 1 };
    clock.at += 5_000;
    await disks.check();
    levels.push(disks.disks[0]?.level);
  }
  expect(levels).toEqual([0, 80, 80, 80, 80, 95, 95, 80, 80, 0]);
  expect(output.lines.map(({ level, msg }) => [level, msg])).toEqual([
    [40, 'The disk of the data folder is 80 % full: 20.0 GB are free'],
    [50, 'The disk of the data folder is 95 % full: 5.0 GB are free'],
    [40, 'The disk of the data folder is 80 % full: 20.0 GB are free'],
    [30, 'The disk of the data folder is 77 % full: 23.0 GB are free'],
  ]);
});

test('a warning reports how full it is and since when', async () => {
  const disks = watch();
  await disks.check();
  spaces['/data'] = { used: 83, device: 1 };
  clock.at = 50_000;
  await disks.check();
  clock.at = 90_000;
  spaces['/data'] = { used: 84, device: 1 };
  await disks.check();
  expect(disks.problems().map(describeProblem)).toMatchObject([
    {
      part: 'disk',
      severity: 'warning',
      urgent: true,
      text: 'The disk of the data folder is 84 % full: 16.0 GB are free. Free some space, or move the data to a larger disk.',
      since: 50_000,
    },
  ]);
});

test('below the least that the server needs it fails', async () => {
  const disks = watch();
  spaces['/data'] = { used: 99.9, device: 1 };
  await disks.check();
  expect(disks.isTooFull).toBe(true);
  expect(disks.problems().map(describeProblem)).toMatchObject([
    { severity: 'failing', text: expect.stringContaining('is full: 100 MB are free') },
  ]);
});

test('paths on one disk are one, a disk of its own is another, and metrics name both', async () => {
  const paths = { 'data folder': '/data', database: '/data/postgres' };
  spaces['/data/postgres'] = { used: 96, device: 1 };
  const disks = watch(paths);
  await disks.check();
  expect(disks.disks.map(({ name }) => name)).toEqual(['data folder']);
  spaces['/data/postgres'] = { used: 96, device: 2 };
  await disks.check();
  expect(disks.disks.map(({ name, level }) => [name, level])).toEqual([
    ['data folder', 0],
    ['database', 95],
  ]);
  const text = await metrics.metrics();
  expect(text).toContain('cyno_disk_free_bytes{disk="database"} 4000000000');
  expect(text).toContain('cyno_disk_size_bytes{disk="data folder"} 100000000000');
});

test('a disk that cannot be read keeps what was known of it', async () => {
  const disks = watch();
  spaces['/data'] = { used: 85, device: 1 };
  await disks.check();
  spaces['/data'] = undefined;
  await disks.check();
  expect(disks.disks).toMatchObject([{ level: 80 }]);
});

test('the disk of this machine has a size, and less free than that', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-disk-'));
  const disks = new DiskWatch({ paths: { here: directory }, leastFreeBytes: 0, clock, log: output.log, metrics });
  await disks.check();
  const [disk] = disks.disks;
  expect(disk?.totalBytes).toBeGreaterThan(disk?.freeBytes ?? Number.NaN);
  expect(disk?.freeBytes).toBeGreaterThan(0);
  await rm(directory, { recursive: true });
});
