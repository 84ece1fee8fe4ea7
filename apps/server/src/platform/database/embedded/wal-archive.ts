import { existsSync } from 'node:fs';
import { appendFile, chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** Where the log of changes is stored, in the directory of the database. */
export const walArchiveOf = (directory: string): string => join(directory, 'wal-archive');
/** In it: names of files that could not be stored, and when none was. */
export const missedName = 'missed';
const notStored = 'from here on nothing\n';
const storedAgain = 'until here\n';

/**
 * Makes the folder, and returns the settings with which PostgreSQL stores each full file of its log there, compressed. It always
 * reports success: a log that waited for a full disk would fill what is left of it. What is missing is noted instead.
 */
export async function archiveSettings(directory: string, { user }: RunAs): Promise<Record<string, string>> {
  const folder = walArchiveOf(directory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
  await endGap(folder);
  const at = inCommand(folder);
  const store = `gzip -1 -c "%p" > ${at}/%f.part && sync ${at}/%f.part && mv ${at}/%f.part ${at}/%f.gz`;
  return {
    archive_mode: 'on',
    archive_command: `{ ${store}; } || { rm -f ${at}/%f.part; echo %f >> ${at}/${missedName}; }; true`,
  };
}

/** To be called when PostgreSQL starts without storing its log: what changes until it does again is missing in what is stored. */
export async function beginGap(directory: string, { user }: RunAs): Promise<void> {
  const folder = walArchiveOf(directory);
  if (!existsSync(folder)) return;
  const missed = join(folder, missedName);
  await appendFile(missed, notStored);
  // PostgreSQL adds what it misses.
  if (user) await chown(missed, user.uid, user.gid);
}

async function endGap(folder: string): Promise<void> {
  const missed = join(folder, missedName);
  const noted = existsSync(missed) ? await readFile(missed, 'utf8') : '';
  if (noted.endsWith(notStored)) await appendFile(missed, storedAgain);
}

/** The `restore_command` that finds what is stored, and behind it what the stopped database has not stored yet. */
export function restoreFrom(directory: string): string {
  const stored = inCommand(walArchiveOf(directory));
  const newest = inCommand(join(directory, 'cluster', 'pg_wal'));
  return `if test -f ${stored}/%f.gz; then gzip -dc ${stored}/%f.gz > "%p"; else cp ${newest}/%f "%p"; fi`;
}

/** A path in a command of PostgreSQL, which runs in a shell and where `%` begins a name. */
const inCommand = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
