import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { names } from './archive/manifest.ts';
import type { TarFile } from './archive/tar.ts';

/** What of the data directory is in no backup: it is made again, is the database itself, or is a backup. */
const leftOut = [
  'logs',
  'exports',
  'backup',
  'backups',
  'postgres/wal-archive',
  'postgres/cluster',
  'postgres/run',
  '.writable',
];
const leftOutPattern =
  /^(cyno\.lock.*|before-restore-.*|before-upgrade-.*|(restore|upgrade)\.json(\.part)?|restore\.unfinished)$/;
/** Of a disk that is mounted there, or that a folder was moved to: it is of root alone. */
const rootFolder = 'lost+found';
/** Where `BACKUP_TARGET` is below the data directory each backup would contain all earlier ones. */
const backupPattern = /^cyno-\d{8}T\d{6}Z.*\.tar\.zst/;

/** Above this a file is not held in memory. */
const longBytes = 8 * 1024 ** 2;

export interface DataFilesOptions {
  /** The part of a file that is whole; files of the spool are appended to while they are read. */
  readonly whole: (name: string, content: Buffer) => Buffer;
}

/** Yields every file of the data directory that must not be lost, besides the database; what is removed meanwhile is left out. */
export async function* dataFiles(directory: string, { whole }: DataFilesOptions): AsyncGenerator<TarFile> {
  for await (const name of filesBelow(directory, '')) {
    if (isOfBackup(name)) continue;
    const path = join(directory, name);
    const found = await stat(path).catch(ignoreMissing);
    if (!found) continue;
    const target = names.files + name;
    if (found.size > longBytes && !name.endsWith('.spool')) {
      yield { name: target, size: found.size, content: createReadStream(path, { end: found.size - 1 }) };
      continue;
    }
    const content = await readFile(path).catch(ignoreMissing);
    if (!content) continue;
    const complete = whole(name, content);
    yield { name: target, size: complete.length, content: [complete] };
  }
}

/** The entries at the top of the data directory that a restore replaces. Where backups are is among them only if `incoming` has that name too. */
export async function replacedEntries(directory: string, incoming: readonly string[] = []): Promise<string[]> {
  const excluded = new Set([...leftOut, rootFolder]);
  for await (const name of filesBelow(directory, '')) if (isOfBackup(name)) excluded.add(name.split('/')[0] ?? '');
  for (const name of incoming) excluded.delete(name);
  return (await readdir(directory)).filter((name) => !excluded.has(name) && !leftOutPattern.test(name));
}

const isOfBackup = (name: string): boolean => backupPattern.test(basename(name));

async function* filesBelow(directory: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(directory, folder), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (leftOut.includes(name) || entry.name === rootFolder || (folder === '' && leftOutPattern.test(name))) continue;
    // An operator may have moved a folder to a larger disk.
    const found =
      folder === '' && entry.isSymbolicLink() ? await stat(join(directory, name)).catch(ignoreMissing) : entry;
    if (found?.isDirectory()) yield* filesBelow(directory, name);
    else if (found?.isFile()) yield name;
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
