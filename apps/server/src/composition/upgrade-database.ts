import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { wholePart } from '../features/telemetry/ingest/index.ts';
import { BackupStore, localTarget, prepareRestore, putInPlace, runBackup } from '../platform/backup/index.ts';
import { type DataDirectory, openDataDirectory } from '../platform/data-directory.ts';
import {
  type Database,
  findVersion,
  isDatabaseAway,
  migrate,
  newestMigration,
  readMigration,
  refuseHalfRestored,
} from '../platform/database/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { StartError } from '../platform/start-error.ts';
import { version } from '../version.ts';
import { requirePorts } from './board-ports.ts';
import { noteUpgrade, readUpgradeNote, upgradeNoteOf } from './upgrade-note.ts';

interface Options {
  readonly config: Config;
  readonly dataDirectory: string;
  readonly database: Database;
  readonly url: string;
  readonly log: Logger;
  /** Aborted when the server is to stop. */
  readonly signal: AbortSignal;
}

/** What was made before the schema changed, and leads back when this version does not start. */
export interface UpgradeSnapshot {
  readonly path: string;
  /** As a part of a sentence. */
  readonly earlier: string;
}

/**
 * Brings the schema up to date. Of a database that an earlier version used, a backup is made first and returned; nothing else works on it
 * yet. So is that of a start that was killed before it ran. Throws a StartError; the database is then as it was, because migrations are one transaction.
 */
export async function upgradeDatabase(options: Options): Promise<UpgradeSnapshot | undefined> {
  const { database, config, dataDirectory, signal } = options;
  await refuseHalfRestored(database.pool);
  const applied = await readMigration(database);
  if (applied === 0 || applied >= newestMigration()) {
    await migrate(database);
    return applied === 0 ? undefined : findLeftSnapshot(options);
  }
  await refuseFailed(dataDirectory);
  // One of several servers may have its port open already, which shows that it waits.
  if (config.serverName === null) await requirePorts(config);
  const found = await findVersion(database).catch(() => undefined);
  const earlier = found && found !== version ? `Cyno ${found}` : 'the version of before';
  const snapshot = await takeSnapshot(options, earlier);
  // A database of the operator is never put back.
  if (snapshot && config.databaseUrl === null)
    await noteUpgrade(dataDirectory, { version, earlier, snapshot: snapshot.path });
  await migrate(database).catch(async (cause: Error) => {
    const reason = (cause.cause instanceof Error ? cause.cause : cause).message.split('\n')[0];
    const failed = `The database could not be upgraded: ${reason}.`;
    // Else it may be possible a moment later.
    if (!signal.aborted && !isDatabaseAway(cause)) await noteUpgrade(dataDirectory, { version, earlier, failed });
    throw new StartError(`${failed} It is as it was: start ${earlier} again.`, { cause });
  });
  return snapshot;
}

/** Each try would leave another snapshot, and another copy of the data: a service manager that starts it again and again would fill the disk. */
async function refuseFailed(dataDirectory: string): Promise<void> {
  const note = await readUpgradeNote(dataDirectory);
  if (note?.failed === undefined || note.version !== version) return;
  throw new StartError(
    `Cyno ${version} failed to start with this data, which is as it was before: start ${note.earlier} again. To try once more, delete ${upgradeNoteOf(dataDirectory)}. The reason was:\n${note.failed}`,
  );
}

/** What leads back when an earlier start changed the schema and was killed before a version ran with it. */
async function findLeftSnapshot({ config, dataDirectory }: Options): Promise<UpgradeSnapshot | undefined> {
  const { snapshot, earlier = '' } = (await readUpgradeNote(dataDirectory)) ?? {};
  if (snapshot === undefined || config.databaseUrl !== null || !existsSync(snapshot)) return undefined;
  return { path: snapshot, earlier };
}

async function takeSnapshot(
  { config, dataDirectory, url, log, signal }: Options,
  earlier: string,
): Promise<UpgradeSnapshot | undefined> {
  const isOwn = config.databaseUrl !== null;
  const store = new BackupStore(localTarget(dataDirectory));
  try {
    const { file, bytes, tookMs } = await runBackup({
      source: { url, content: isOwn ? 'rows' : 'cluster', dataDirectory, version, whole: wholePart },
      store,
      kind: 'upgrade',
      passphrase: config.backup.passphrase,
      retention: config.backup.keep,
      log,
      signal,
      onProgress: () => undefined,
    });
    log.info({ file, bytes, ms: tookMs }, 'The database is upgraded; this snapshot of it was made before');
    return { path: join(dataDirectory, 'backups', file), earlier };
  } catch (error) {
    // It may be larger than the disk of this machine, and its operator has other ways to go back.
    if (!isOwn || !(error instanceof StartError) || error.why?.reason !== 'backup_no_space') throw error;
    const { free, needed } = error.why.values;
    log.warn(`The database is upgraded without a snapshot: ${free} are free in the data folder, ${needed} are needed`);
    return undefined;
  }
}

/**
 * Puts the data of before the upgrade back, after this version did not start with it; returns the error to show. A database of the operator
 * stays as it is, because nobody knows what else uses it.
 */
export async function undoUpgrade(
  { path, earlier }: UpgradeSnapshot,
  { config, error }: { config: Config; error: unknown },
): Promise<StartError> {
  const { dataDirectory } = config;
  const reason = (error as Error).message;
  if (config.databaseUrl !== null) {
    return new StartError(
      `${reason}\nThe database is upgraded. Start this version again when that is mended. To go back to ${earlier}, create an empty database (createdb), set DATABASE_URL to it, and restore ${path} with that version.`,
      { cause: error },
    );
  }
  let lock: DataDirectory | undefined;
  try {
    lock = await openDataDirectory(dataDirectory);
    await prepareRestore(path, {
      dataDirectory,
      databaseUrl: null,
      passphrase: config.backup.passphrase,
      log: pino({ level: 'silent' }),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    await putInPlace(dataDirectory, new Date());
    // Without it the next start tries again.
    await noteUpgrade(dataDirectory, { version, earlier, failed: reason }).catch(() => undefined);
  } catch (cause) {
    return new StartError(
      `${reason}\nThe data from before the upgrade could not be put back: ${(cause as Error).message}\nIt is in ${path}.`,
      {
        cause,
      },
    );
  } finally {
    lock?.release();
  }
  return new StartError(`${reason}\nThe data was put back as it was before the upgrade: start ${earlier} again.`, {
    cause: error,
  });
}
