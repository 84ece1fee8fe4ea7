import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { builtServer } from './built-server.ts';

const serverFolder = dirname(dirname(builtServer));
const root = dirname(dirname(serverFolder));

/** The built server with another version, in a folder of its own; returns its program. */
export async function buildVersion(version: string, directory: string): Promise<string> {
  const folder = join(directory, 'apps', 'server');
  await mkdir(folder, { recursive: true });
  await cp(join(serverFolder, 'dist'), join(folder, 'dist'), { recursive: true });
  const manifest = JSON.parse(await readFile(join(serverFolder, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
  for (const part of ['apps/server/src', 'apps/web', 'apps/docs', 'packages', 'node_modules']) {
    await symlink(join(root, part), join(directory, part));
  }
  return join(folder, 'dist', 'main.js');
}
