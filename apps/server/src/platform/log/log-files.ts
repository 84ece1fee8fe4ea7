import type { Dirent } from 'node:fs';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that the logger wrote. */
export interface LogFile {
  readonly name: string;
  /** `2026-11-21` in the server's own time zone; null for files of before names had a date. */
  readonly day: string | null;
  /** Counts the files of a day from 1. */
  readonly number: number;
  readonly bytes: number;
  readonly modifiedAt: number;
}

/** What the names of log files begin with. */
export const logFilePrefix = 'server';

/** As pino-roll makes them: `server.2026-11-21.1.log`. Nothing else in the directory is ever read or removed. */
const namePattern = /^server(?:\.(\d{4}-\d\d-\d\d))?\.(\d{1,6})\.log$/;

/** The log files of a directory, newest first; links and directories with such a name are none. */
export async function listLogFiles(directory: string): Promise<LogFile[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(noneWhenMissing);
  const found = await Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => describe(directory, entry.name)),
  );
  return found.filter((file) => file !== undefined).sort(newestFirst);
}

/** With `LOG_TO=stdout` there is no folder. */
function noneWhenMissing(error: NodeJS.ErrnoException): Dirent[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

async function describe(directory: string, name: string): Promise<LogFile | undefined> {
  const match = namePattern.exec(name);
  if (!match) return undefined;
  try {
    const { size, mtimeMs } = await stat(join(directory, name));
    return { name, day: match[1] ?? null, number: Number(match[2]), bytes: size, modifiedAt: mtimeMs };
  } catch (error) {
    // Rotated away in this very moment.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function newestFirst(a: LogFile, b: LogFile): number {
  const [dayA, dayB] = [a.day ?? '', b.day ?? ''];
  if (dayA !== dayB) return dayA < dayB ? 1 : -1;
  return b.number - a.number;
}

/** Removes closed files that are older than `days`, and the oldest while they hold more than `bytes` together. */
export async function removeOldLogs(
  directory: string,
  keep: { readonly days: number; readonly bytes: number; readonly now: number },
): Promise<void> {
  const [, ...closed] = await listLogFiles(directory);
  let bytes = 0;
  for (const file of closed) {
    bytes += file.bytes;
    const isOld = keep.now - file.modifiedAt > keep.days * 24 * 3600 * 1000;
    if (isOld || bytes > keep.bytes) await rm(join(directory, file.name), { force: true });
  }
}

/** Ends the line that a killed process left unfinished, so that the first new entry is not glued to it. */
export async function endTornLine(directory: string): Promise<void> {
  const [newest] = await listLogFiles(directory);
  if (!newest || newest.bytes === 0) return;
  const file = await open(join(directory, newest.name), 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, newest.bytes - 1);
    if (buffer[0] !== 0x0a) await file.write('\n', newest.bytes);
  } finally {
    await file.close();
  }
}
