import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dataFiles, replacedEntries } from './data-files.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'cyno-data-files-'));
});
afterEach(() => rm(parent, { recursive: true }));

async function write(...paths: string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(parent, path)), { recursive: true });
    await writeFile(join(parent, path), 'content');
  }
}

async function filesOf(directory: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of dataFiles(directory, { whole: (_name, content) => content })) names.push(name);
  return names.sort();
}

test('a folder that lies on another disk is in a backup; other links, and what they lead to, are not', async () => {
  const [directory, disk] = [join(parent, 'data'), join(parent, 'disk')];
  await write('disk/password', 'disk/cluster/rows', 'data/tls/key.pem');
  await symlink(disk, join(directory, 'postgres'));
  await symlink(disk, join(directory, 'tls', 'deeper'));
  await symlink(join(disk, 'password'), join(directory, 'tls', 'file'));
  await symlink(join(parent, 'nowhere'), join(directory, 'gone'));
  expect(await filesOf(directory)).toEqual(['cyno/files/postgres/password', 'cyno/files/tls/key.pem']);
});

test('backups are in no backup and stay at a restore, wherever their folder is, unless the restored data has that too', async () => {
  const archive = 'cyno-20260102T030405Z.tar.zst';
  await write(
    'server.key',
    `nightly/${archive}.age`,
    `nightly/${archive}.age.json`,
    `deep/er/${archive}.part`,
    archive,
  );
  expect(await filesOf(parent)).toEqual(['cyno/files/server.key']);
  expect(await replacedEntries(parent)).toEqual(['server.key']);
  expect((await replacedEntries(parent, ['deep'])).sort()).toEqual(['deep', 'server.key']);
});

test('what a file system has at its root is in no backup and stays, because others may not read or move it', async () => {
  await write('server.key', 'lost+found/#1', 'postgres/lost+found/#1');
  expect(await filesOf(parent)).toEqual(['cyno/files/server.key']);
  expect((await replacedEntries(parent)).sort()).toEqual(['postgres', 'server.key']);
});
