import { chmod, chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './run-as.ts';

/** Where the log of changes is stored, in the directory of the database. */
export const walArchiveOf = (directory: string): string => join(directory, 'wal-archive');
/** In it: names of files that could not be stored. */
export const missedName = 'missed';

/**
 * Makes the folder, and returns the settings with which PostgreSQL stores each full file of its log there, compressed. It always
 * reports success: a log that waited for a full disk would fill what is left of it. What is missing is noted instead.
 */
export async function archiveSettings(directory: string, { user }: RunAs): Promise<Record<string, string>> {
  const folder = walArchiveOf(directory);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
  const at = inCommand(folder);
  const store = `gzip -1 -c "%p" > ${at}/%f.part && sync ${at}/%f.part && mv ${at}/%f.part ${at}/%f.gz`;
  return {
    archive_mode: 'on',
    archive_command: `{ ${store}; } || { rm -f ${at}/%f.part; echo %f >> ${at}/${missedName}; }; true`,
  };
}

/** The `restore_command` that finds what is stored, and behind it what the stopped database has not stored yet. */
export function restoreFrom(directory: string): string {
  const stored = inCommand(walArchiveOf(directory));
  const newest = inCommand(join(directory, 'cluster', 'pg_wal'));
  return `if test -f ${stored}/%f.gz; then gzip -dc ${stored}/%f.gz > "%p"; else cp ${newest}/%f "%p"; fi`;
}

/** A path in a command of PostgreSQL, which runs in a shell and where `%` begins a name. */
const inCommand = (path: string): string => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`;
