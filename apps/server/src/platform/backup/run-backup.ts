import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backupFailure } from '@cyno/contract';
import { z } from 'zod';
import { takeLock } from '../data-directory.ts';
import { databaseFailure, embeddedPostgresVersion, failureReason, isDatabaseAway } from '../database/index.ts';
import { because } from '../errors.ts';
import type { Logger } from '../log/index.ts';
import { fileReason } from '../make-folder.ts';
import { StartError } from '../start-error.ts';
import { archiveFormats, restoredBytes } from './archive/manifest.ts';
import { archiveName, type BackupStore } from './backup-store.ts';
import {
  type ArchiveSource,
  type CreatedArchive,
  createArchive,
  describeSource,
  platformName,
} from './create-archive.ts';
import type { OnProgress } from './progress.ts';
import { recoverArchive } from './recover-archive.ts';
import type { Retention } from './retention.ts';
import { needSpace, spaceFor } from './space.ts';
import type { BackupKind, StoredBackup } from './stored-backup.ts';

interface RunOptions {
  readonly source: ArchiveSource;
  readonly store: BackupStore;
  readonly kind: BackupKind;
  readonly passphrase: string | null;
  readonly retention: Retention;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

const lastRunSchema = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  /** Why there is no backup of it; null: there is. */
  error: z.string().nullable(),
  /** For pages, which word it in the language of their reader. */
  why: backupFailure.omit({ error: true }).optional(),
});
/** How the last backup ended that was planned or made by hand. */
export type LastRun = z.infer<typeof lastRunSchema>;

/** In the data directory: what a run needs for itself, and how the last one ended. */
const workFolder = 'backup';

/** Makes a backup, restores and compares it, stores it, and removes those that are not retained. One at a time; throws a StartError. */
export async function runBackup(options: RunOptions): Promise<StoredBackup> {
  const folder = join(options.source.dataDirectory, workFolder);
  const lock = await lockFolder(folder);
  if (!lock) throw new StartError('A backup is already running. Wait until it is done.', because('backup_running'));
  const startedAt = Date.now();
  const work = join(folder, 'work');
  // What is made before an upgrade replaces no planned one, and mends none that failed.
  const counts = options.kind !== 'upgrade';
  try {
    // Of one that was killed.
    await rm(work, { recursive: true, force: true });
    await mkdir(work, { mode: 0o711 });
    const backup = await make(work, options);
    if (counts) await writeLastRun(folder, { startedAt, endedAt: Date.now(), error: null });
    return backup;
  } catch (error) {
    const failure = asStartError(error);
    const { message, why } = failure;
    const run = { startedAt, endedAt: Date.now(), error: message, why };
    if (counts) await writeLastRun(folder, run).catch(() => undefined);
    throw failure;
  } finally {
    await rm(work, { recursive: true, force: true });
    lock.close();
  }
}

async function lockFolder(folder: string): Promise<ReturnType<typeof takeLock>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return takeLock(join(folder, 'lock'));
  } catch (cause) {
    const detail = `the folder ${folder}, in which backups are made, cannot be used (${fileReason(cause)}). Give it and what is in it to the user of Cyno`;
    throw new StartError(`The backup failed: ${detail}.`, { cause, ...because('backup_failed', { detail }) });
  }
}

async function make(work: string, options: RunOptions): Promise<StoredBackup> {
  const { source, store, passphrase, kind, retention, signal, onProgress } = options;
  const begun = performance.now();
  const { bytes } = await describeSource(source);
  await needSpace(work, bytes, 'a backup');
  // A target that cannot be used is reported before the work, not after it.
  await store.list();
  const file = archiveName(new Date(), passphrase !== null);
  const path = join(work, file);
  const created = await createArchive(path, source, options);
  const tookMs = Math.round(performance.now() - begun);
  const proof = kind === 'upgrade' ? notProven : await prove(path, created, { ...options, into: join(work, 'check') });
  const { manifest, checks } = created;
  const backup: StoredBackup = {
    file,
    bytes: created.bytes,
    sha256: created.sha256,
    at: Date.parse(checks.at),
    kind,
    encrypted: passphrase !== null,
    version: manifest.version,
    migration: manifest.migration,
    postgres: manifest.postgres,
    platform: manifest.platform,
    tookMs,
    ...proof,
  };
  onProgress({ phase: 'storing', done: 0, all: backup.bytes });
  const onBytes = (done: number) => onProgress({ phase: 'storing', done, all: backup.bytes });
  await store.add(path, backup, { signal, onBytes });
  await store.prune(retention, file);
  return backup;
}

type Proof = Pick<StoredBackup, 'checked' | 'unchecked'>;

/** Everybody waits for it. A restore compares in any case. */
const notProven: Proof = { checked: null, unchecked: 'It was made in haste, before an upgrade.' };

/** Restores it beside the server. Throws when it is not what the database was; what only hinders the restore is returned. */
async function prove(
  path: string,
  { manifest }: CreatedArchive,
  options: RunOptions & { into: string },
): Promise<Proof> {
  const { into } = options;
  const begun = performance.now();
  const needsOurs = manifest.format === archiveFormats.cluster;
  if (needsOurs && (manifest.postgres !== (await embeddedPostgresVersion()) || manifest.platform !== platformName)) {
    return { checked: null, unchecked: `It needs PostgreSQL ${manifest.postgres}, which Cyno does not bring.` };
  }
  const { tooLittle } = await spaceFor(join(into, '..'), restoredBytes(manifest));
  if (tooLittle) return { checked: null, unchecked: `There was too little space to restore it: ${tooLittle}.` };
  await mkdir(into, { mode: 0o711 });
  try {
    const { tables, rows } = await recoverArchive(path, { ...options, databaseUrl: null, scratch: true });
    return {
      checked: { at: Date.now(), tables, rows, tookMs: Math.round(performance.now() - begun) },
      unchecked: null,
    };
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return { checked: null, unchecked: 'The disk became full while it was restored.' };
  } finally {
    // What stores the backup needs the room.
    await rm(into, { recursive: true, force: true });
  }
}

function isDiskFull(error: unknown): boolean {
  if (error instanceof StartError && error.why?.reason === 'backup_no_space') return true;
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || databaseFailure(error) === 'disk_full';
}

function asStartError(error: unknown): StartError {
  if (error instanceof StartError) return error;
  if ((error as Error).name === 'AbortError')
    return new StartError('The backup was ended before it was done.', { cause: error, ...because('backup_ended') });
  const detail = isDatabaseAway(error)
    ? `the database cannot be reached (${failureReason(error)}). Check that it and Cyno run, then back up again`
    : fileReason(error);
  return new StartError(`The backup failed: ${detail}.`, { cause: error, ...because('backup_failed', { detail }) });
}

async function writeLastRun(folder: string, run: LastRun): Promise<void> {
  const path = join(folder, 'last-run.json');
  await writeFile(`${path}.part`, JSON.stringify(run));
  await rename(`${path}.part`, path);
}

/** How the last backup of a data directory ended that was planned or made by hand; undefined: there was none. */
export async function readLastRun(dataDirectory: string): Promise<LastRun | undefined> {
  const content = await readFile(join(dataDirectory, workFolder, 'last-run.json'), 'utf8').catch(() => undefined);
  try {
    return content === undefined ? undefined : lastRunSchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}
