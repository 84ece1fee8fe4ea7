import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupStore, describeSource, isHalfRestored, localTarget, spaceFor } from './platform/backup/index.ts';
import { takeLock } from './platform/data-directory.ts';
import { version } from './version.ts';

interface Options {
  readonly dataDirectory: string;
  /** Null: the embedded database. */
  readonly databaseUrl: string | null;
  /** Works on the database, which is started when no server runs. */
  withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result>;
}

/** What an upgrade must know of the data; only `exists` when there is none. */
interface DataDescription {
  readonly exists: boolean;
  readonly dataDirectory: string;
  readonly isEmbedded: boolean;
  readonly isRunning?: boolean;
  /** When the last migration that ran was made, ms since the epoch. */
  readonly migration?: number;
  /** What a snapshot needs at most, and what is free. */
  readonly neededBytes?: number;
  readonly freeBytes?: number;
  /** The path of the last backup before an upgrade, which is never at another target; null: there is none. */
  readonly newestSnapshot?: string | null;
}

/** Describes the data as it is, and changes nothing of it. */
export async function describeData({ dataDirectory, databaseUrl, withDatabase }: Options): Promise<DataDescription> {
  const isEmbedded = databaseUrl === null;
  const known = { dataDirectory, isEmbedded };
  const exists = existsSync(isEmbedded ? join(dataDirectory, 'postgres') : dataDirectory);
  if (!exists && !isHalfRestored(dataDirectory)) return { exists: false, ...known };
  const lock = takeLock(join(dataDirectory, 'cyno.lock'));
  lock?.close();
  const { migration, bytes } = await withDatabase((url) =>
    describeSource({ url, version, content: isEmbedded ? 'cluster' : 'rows' }),
  );
  const { free, needed } = await spaceFor(dataDirectory, bytes);
  const store = new BackupStore(localTarget(dataDirectory));
  const backups = await store.list().finally(() => store.close());
  const newest = backups.find(({ kind }) => kind === 'upgrade');
  return {
    exists: true,
    ...known,
    isRunning: lock === undefined,
    migration,
    neededBytes: needed,
    freeBytes: free,
    newestSnapshot: newest ? join(store.label, newest.file) : null,
  };
}
