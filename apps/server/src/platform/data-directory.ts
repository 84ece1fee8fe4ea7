import { chmodSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileReason, makeDirectories } from './make-folder.ts';
import { StartError } from './start-error.ts';

/** The directory that holds everything this installation keeps, locked for this process. */
export interface DataDirectory {
  readonly path: string;
  /** Also done by the system when the process ends in whatever way. */
  release(): void;
}

/** The server does not start with less, and is not ready with less. */
export const leastFreeBytes = 200 * 1024 * 1024;

/** Makes the directory and locks it; throws a StartError when it is not writable, full, or used by another Cyno. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  await makeWritable(path);
  const lock = takeLock(join(path, 'cyno.lock'));
  if (!lock) {
    throw new StartError(`Cyno is already running on ${path}. Stop it first, or set DATA_DIR to another directory.`);
  }
  const { bavail, bsize } = await statfs(path);
  if (bavail * bsize < leastFreeBytes) {
    lock.close();
    throw new StartError(
      `There is too little space for ${path}: ${Math.floor((bavail * bsize) / 1024 ** 2)} MB are free, 200 MB are needed. Free some, or set DATA_DIR to another disk.`,
    );
  }
  return { path, release: () => lock.close() };
}

async function makeWritable(path: string): Promise<void> {
  const probe = join(path, '.writable');
  try {
    await makeDirectories(path);
    await writeFile(probe, 'ok');
    await rm(probe);
  } catch (cause) {
    throw new StartError(
      `The data directory ${path} is not writable: ${fileReason(cause)}. Mend that, or set DATA_DIR.`,
      {
        cause,
      },
    );
  }
}

/**
 * Locks a file, which is made when it is missing, for this process; undefined when another one has it. SQLite's lock on a file is the
 * system's own: it is released when the process dies, holds between containers on one volume and works on every platform, which a file
 * with a process id does not.
 */
export function takeLock(path: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(path);
  try {
    // Who can read it can lock it, and so keep the server from starting.
    chmodSync(path, 0o600);
  } catch {
    // It is of another user, or on a disk that knows no modes.
  }
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock.close();
    return undefined;
  }
}
