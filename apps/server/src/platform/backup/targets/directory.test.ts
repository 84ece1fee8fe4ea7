import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { directoryTarget } from './directory.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'cyno-target-'));
});
afterEach(() => rm(parent, { recursive: true }));

test('a directory is made with its parents, for this user alone', async () => {
  const path = join(parent, 'a', 'b');
  expect(await directoryTarget(path).list()).toEqual([]);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('where none can be made the reason is given', async () => {
  // There the system returns ENOENT also to mkdir.
  await expect(directoryTarget('/proc/cyno/backups').list()).rejects.toThrow(
    'The backup directory /proc/cyno/backups cannot be used: directories cannot be made there.',
  );
  const file = join(parent, 'file');
  await writeFile(file, '');
  await expect(directoryTarget(join(file, 'backups')).list()).rejects.toThrow('a part of the path is a file');
  await expect(directoryTarget(file).list()).rejects.toThrow('cannot be used: it is a file');
});
