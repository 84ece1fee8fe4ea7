import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dataFiles } from './data-files.ts';

test('a folder that lies on another disk is in a backup; other links, and what they lead to, are not', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'cyno-data-files-'));
  const [directory, disk] = [join(parent, 'data'), join(parent, 'disk')];
  for (const folder of [join(directory, 'tls'), join(disk, 'cluster')]) await mkdir(folder, { recursive: true });
  for (const path of [join(disk, 'password'), join(disk, 'cluster', 'rows'), join(directory, 'tls', 'key.pem')])
    await writeFile(path, 'content');
  await symlink(disk, join(directory, 'postgres'));
  await symlink(disk, join(directory, 'tls', 'deeper'));
  await symlink(join(disk, 'password'), join(directory, 'tls', 'file'));
  await symlink(join(parent, 'nowhere'), join(directory, 'gone'));
  const names: string[] = [];
  for await (const { name } of dataFiles(directory, { whole: (_name, content) => content })) names.push(name);
  expect(names.sort()).toEqual(['cyno/files/postgres/password', 'cyno/files/tls/key.pem']);
  await rm(parent, { recursive: true });
});
