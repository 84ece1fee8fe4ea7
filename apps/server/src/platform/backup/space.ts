import { statfs } from 'node:fs/promises';
import { because } from '../errors.ts';
import { StartError } from '../start-error.ts';

/** Left for the server while a backup is made or restored. */
const spareBytes = 300 * 1024 ** 2;

/** What is free in a directory, what a backup or copy of so many bytes needs there, and a part of a sentence when it is too little. */
export async function spaceFor(
  path: string,
  bytes: number,
): Promise<{ tooLittle?: string; free: number; needed: number }> {
  const { bavail, bsize } = await statfs(path);
  const free = bavail * bsize;
  const needed = bytes + spareBytes;
  if (free >= needed) return { free, needed };
  return { tooLittle: `${megabytes(free)} are free, ${megabytes(needed)} are needed`, free, needed };
}

/** Throws a StartError when less is free than `what` may take. */
export async function needSpace(path: string, bytes: number, what: string): Promise<void> {
  const { tooLittle, free, needed } = await spaceFor(path, bytes);
  if (!tooLittle) return;
  throw new StartError(
    `There is too little space in ${path} for ${what}: ${tooLittle}. Nothing was changed.`,
    because('backup_no_space', { free: megabytes(free), needed: megabytes(needed) }),
  );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-US')} MB`;
