import { existsSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { StartError } from './start-error.ts';

/** Why something cannot be done with a file or folder, as a part of a sentence. */
const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'directories cannot be made there',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  EIO: 'the disk has an error',
};

/** What means something else when nothing is to be made. */
const reasonsOfReading: Record<string, string> = {
  EACCES: 'the rights of its file or folder forbid it',
  EPERM: 'the rights of its file or folder forbid it',
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
};

/** Describes briefly why the system refused something with a file or folder. */
export function fileReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return reasons[code ?? ''] ?? message;
}

/** The same of a file that is there already, or should be. */
export function readReason(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return reasonsOfReading[code ?? ''] ?? fileReason(error);
}

/** Makes a folder of the data directory unless it is there; throws a StartError that names it. */
export async function makeFolder(path: string, what: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
    throw new StartError(
      `The folder ${path}, which ${what}, cannot be made: ${fileReason(cause)}. Move what is there away.`,
      {
        cause,
      },
    );
  });
}

/**
 * Makes a directory that an operator chose, with its parents, unless it is there. Node's own `recursive` never returns where a file system
 * returns ENOENT to every mkdir, as `/proc` does.
 */
export async function makeDirectories(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    await makeDirectories(parent, mode);
    await mkdir(path, mode);
  }
}
