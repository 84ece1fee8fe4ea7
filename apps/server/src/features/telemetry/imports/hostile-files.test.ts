import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { detectLayout } from './csv-layout.ts';
import { readRecords } from './csv-records.ts';

const megabyte = 1024 * 1024;
let directory: string;
let path: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-import-'));
  path = join(directory, 'values.csv');
});
afterAll(() => rm(directory, { recursive: true }));

test('a line of millions of empty cells is refused at its beginning', async () => {
  await writeFile(path, Buffer.alloc(8 * megabyte, ','));
  let read = 0;
  const all = Array.fromAsync(
    readRecords(path, {
      delimiter: ',',
      onBytes: (bytes) => {
        read = bytes;
      },
    }),
  );
  await expect(all).rejects.toThrow('more than 1000 cells');
  expect(read).toBeLessThan(megabyte);
});

test('only the beginning of a file is looked through for its layout', async () => {
  await writeFile(path, `${'\n'.repeat(3 * megabyte)}time,a\n2026-01-01T00:00:00Z,1\n`);
  await expect(detectLayout(path, new AbortController().signal)).rejects.toThrow('no table');
});

test('a long file leaves no listeners behind, piece by piece', async () => {
  await writeFile(path, '2026-01-01T00:00:00Z,1\n'.repeat(100_000));
  const warnings: Error[] = [];
  const note = (warning: Error) => warnings.push(warning);
  process.on('warning', note);
  expect(await Array.fromAsync(readRecords(path, { delimiter: ',' }))).toHaveLength(100_000);
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(warnings.map(({ name }) => name)).not.toContain('MaxListenersExceededWarning');
});
