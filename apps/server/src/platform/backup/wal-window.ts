import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { missedName, walArchiveOf } from '../database/index.ts';

/** More is never stored, nor what leaves less than this part of the disk free: the oldest goes. */
const maxBytes = 10 * 1024 ** 3;
const leastFree = 0.1;
const dayMs = 86_400_000;
/** A file is written for a while before it is full. */
const marginMs = 3_600_000;

interface LogFile {
  readonly path: string;
  readonly bytes: number;
  /** Until when it has changes, ms since the epoch. */
  readonly until: number;
}

interface Dated {
  /** The instant that a backup holds, ms since the epoch. */
  readonly at: number;
}

/** Of a data directory, oldest first. */
async function listLog(dataDirectory: string): Promise<LogFile[]> {
  const folder = walArchiveOf(join(dataDirectory, 'postgres'));
  const names = await readdir(folder).catch(() => [] as string[]);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.gz'))
      .map(async (name) => {
        const path = join(folder, name);
        const { size, mtimeMs } = await stat(path);
        return { path, bytes: size, until: mtimeMs };
      }),
  );
  return files.sort((one, other) => one.until - other.until);
}

/**
 * Removes the log that no point in time of the last `days` needs, which is what came before the newest backup that is older; and what is
 * above the bound. The backups are read only where there is a log; undefined: they are not known, and only the bound counts.
 */
export async function pruneLog(
  dataDirectory: string,
  { days, readBackups, now }: { days: number; readBackups: () => Promise<readonly Dated[] | undefined>; now: number },
): Promise<void> {
  const files = await listLog(dataDirectory);
  if (files.length === 0) return;
  const backups = await readBackups();
  const neededFrom = backups ? startOf(backups, now - days * dayMs) - marginMs : 0;
  const { bavail, blocks, bsize } = await statfs(join(dataDirectory, 'postgres'));
  let tooMuch = Math.max(
    files.reduce((bytes, file) => bytes + file.bytes, 0) - maxBytes,
    blocks * bsize * leastFree - bavail * bsize,
  );
  for (const { path, bytes, until } of files) {
    if (until >= neededFrom && tooMuch <= 0) break;
    await rm(path, { force: true });
    tooMuch -= bytes;
  }
}

/** A recovery to `moment` begins with the newest backup before it, or else, later, with the oldest that there is. */
function startOf(backups: readonly Dated[], moment: number): number {
  const sorted = backups.map(({ at }) => at).sort((one, other) => one - other);
  return sorted.findLast((at) => at <= moment) ?? sorted[0] ?? moment;
}

/** From when on each moment can be restored, ms since the epoch; undefined: no backup has its log yet. */
export async function windowStart(dataDirectory: string, backups: readonly Dated[]): Promise<number | undefined> {
  const folder = walArchiveOf(join(dataDirectory, 'postgres'));
  const [oldest] = await listLog(dataDirectory);
  const made = await stat(folder).catch(() => undefined);
  if (!made) return undefined;
  const missed = await stat(join(folder, missedName)).catch(() => undefined);
  const since = Math.max(oldest?.until ?? made.birthtimeMs, missed?.mtimeMs ?? 0);
  return backups
    .map(({ at }) => at)
    .sort((one, other) => one - other)
    .find((at) => at >= since);
}
