import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { embeddedPostgresVersion, newestMigration } from '../database/index.ts';
import { because } from '../errors.ts';
import type { Logger } from '../log/index.ts';
import { StartError } from '../start-error.ts';
import { archiveFormats, type Manifest, restoredBytes } from './archive/manifest.ts';
import { newerBackup, readManifest } from './archive/read-archive.ts';
import { platformName } from './create-archive.ts';
import { replacedEntries } from './data-files.ts';
import { removeRestored } from './finish-restore.ts';
import type { OnProgress } from './progress.ts';
import { isHalfRestored, planFilling, unfinished } from './put-in-place.ts';
import { type Compared, recoverArchive } from './recover-archive.ts';
import { refuseMounts } from './refuse-mounts.ts';
import { type Filling, refuseUsed } from './rows/load-rows.ts';
import { settleFilling } from './settle-filling.ts';
import { needSpace } from './space.ts';

interface Options {
  readonly dataDirectory: string;
  /** Of the database that is filled; null: the embedded one. */
  readonly databaseUrl: string | null;
  readonly passphrase: string | null;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Brings the database on to this moment after the backup, ms since the epoch. */
  readonly moment?: number;
}

/**
 * Restores an archive beside the data of now, and compares it; nothing is replaced yet, but a database of the operator is filled, and the next
 * start puts the files beside it. Throws a StartError with the reason when it cannot.
 */
export async function prepareRestore(archive: string, options: Options): Promise<Compared & { manifest: Manifest }> {
  const { dataDirectory, databaseUrl, passphrase, log } = options;
  const manifest = await readManifest(archive, passphrase);
  await refuseUnusable(manifest);
  await refuseMounts(dataDirectory, await replacedEntries(dataDirectory));
  if (databaseUrl !== null) await refuseUsed(databaseUrl, manifest.migration);
  const into = join(dataDirectory, unfinished);
  await removeRestored(into, log);
  await needSpace(dataDirectory, manifest.bytes, 'the restored data');
  await mkdir(into, { mode: 0o711 });
  try {
    const moment = options.moment === undefined ? undefined : { at: options.moment, dataDirectory };
    const filling = databaseUrl === null ? undefined : newFilling(dataDirectory);
    const compared = await recoverArchive(archive, { ...options, moment, into, filling, scratch: false });
    if (filling) {
      await settleFilling(dataDirectory, options);
      return { ...compared, manifest };
    }
    if (moment) await copyFiles(dataDirectory, into);
    else await moveFiles(join(into, 'cyno', 'files'), into);
    await rm(join(into, 'cyno'), { recursive: true });
    return { ...compared, manifest };
  } catch (error) {
    if (isHalfRestored(dataDirectory)) throw undecided(error);
    await removeRestored(into, log).catch(logLeft(log));
    throw error;
  }
}

function newFilling(dataDirectory: string): Filling {
  const mark = randomBytes(8).toString('hex');
  return { mark, onFilled: () => planFilling(dataDirectory, { mark, now: new Date() }) };
}

const undecided = (cause: unknown) =>
  new StartError(
    `The restore was interrupted when the database was filled: ${(cause as Error).message}. The next start of Cyno, or this command again, finishes it or goes back, and says which.`,
    { cause },
  );

async function moveFiles(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    // An archive has files alone, and those who made their folders are the only ones to read them.
    if (entry.isDirectory()) await chmod(join(from, entry.name), 0o700);
    await rename(join(from, entry.name), join(to, entry.name));
  }
}

/** Only the database goes back: keys, certificates and what waits for the database stay as they are now. */
async function copyFiles(from: string, to: string): Promise<void> {
  for (const name of await replacedEntries(from)) {
    if (name !== 'postgres') await cp(join(from, name), join(to, name), { recursive: true, preserveTimestamps: true });
  }
}

/** Restores an archive beside the data of now, compares it, and deletes what it restored. Throws a StartError with the reason when it is not restorable. */
export async function checkArchive(archive: string, options: Options): Promise<Compared> {
  const { dataDirectory, passphrase, log } = options;
  const manifest = await readManifest(archive, passphrase);
  await refuseUnusable(manifest);
  const into = join(dataDirectory, 'backup', 'check');
  await removeRestored(into, log);
  await needSpace(dataDirectory, restoredBytes(manifest), 'the restored data');
  await mkdir(into, { recursive: true, mode: 0o711 });
  try {
    return await recoverArchive(archive, { ...options, databaseUrl: null, moment: undefined, into, scratch: true });
  } finally {
    await removeRestored(into, log).catch(logLeft(log));
  }
}

/** The next restore or check removes it. */
const logLeft = (log: Logger) => (err: unknown) => log.warn({ err }, 'What was restored is still there');

async function refuseUnusable({ format, migration, postgres, platform }: Manifest): Promise<void> {
  if (migration > newestMigration()) throw newerBackup();
  if (format === archiveFormats.rows) return;
  if (platform !== platformName) {
    throw new StartError(
      `The backup is from another kind of machine (${platform}; this one is ${platformName}), and the files of its database do not fit. Nothing was changed.`,
      because('backup_other_machine', { platform, own: platformName }),
    );
  }
  const own = await embeddedPostgresVersion();
  if (postgres === own) return;
  throw new StartError(
    `The backup is of PostgreSQL ${postgres}, and this Cyno brings ${own}. Nothing was changed.`,
    because('backup_other_postgres', { postgres, own }),
  );
}
