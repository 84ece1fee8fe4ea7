import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredKind } from '@cyno/contract';

/** Folders of the data folder by what is in them; the database measures itself. */
const kinds: Readonly<Record<string, StoredKind>> = {
  spool: 'spool',
  reports: 'reports',
  logs: 'logs',
  exports: 'exports',
  outbox: 'outbox',
  backups: 'backups',
};
const ofDatabase = 'postgres';

/** How many bytes each kind of file takes in the data folder. What vanishes meanwhile counts for nothing. */
export async function folderSizes(directory: string): Promise<Map<StoredKind, number>> {
  const sizes = new Map<StoredKind, number>();
  for (const name of await readdir(directory)) {
    if (name === ofDatabase) continue;
    const kind = kinds[name] ?? 'rest';
    sizes.set(kind, (sizes.get(kind) ?? 0) + (await sizeOf(join(directory, name))));
  }
  return sizes;
}

async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  let bytes = 0;
  for (const name of await readdir(path).catch(() => [])) bytes += await sizeOf(join(path, name));
  return bytes;
}
