import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataDirectory } from './data-directory.ts';

test('nobody else can lock a data directory by its file, also one of an earlier version', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-lock-'));
  const file = join(directory, 'cyno.lock');
  await writeFile(file, '', { mode: 0o644 });
  const opened = await openDataDirectory(directory);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await expect(openDataDirectory(directory)).rejects.toThrow('Cyno is already running');
  opened.release();
  (await openDataDirectory(directory)).release();
  await rm(directory, { recursive: true });
});
