import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { recoverCluster } from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import { StartError } from '../start-error.ts';
import type { Checks } from './archive/manifest.ts';
import { damaged } from './archive/read-archive.ts';
import { unpackArchive } from './archive/unpack.ts';
import { countRows, differingTables, sumTables } from './postgres/table-sums.ts';
import type { OnProgress } from './progress.ts';

interface Options {
  /** Empty; the result stands in it as in a data directory: `postgres/cluster` and the other files. */
  readonly into: string;
  readonly passphrase: string | null;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** It is compared and deleted. */
  readonly scratch: boolean;
}

/** What was compared, table by table, and is equal. */
export interface Compared {
  readonly checks: Checks;
  readonly tables: number;
  readonly rows: number;
}

/**
 * Unpacks an archive, recovers its database with a PostgreSQL of its own up to the instant of the backup, and compares every table with
 * what it was then. Throws a StartError when anything differs.
 */
export async function recoverArchive(path: string, options: Options): Promise<Compared> {
  const { into, log, signal, onProgress, scratch } = options;
  onProgress({ phase: 'unpacking', done: 0, all: 1 });
  const { cluster, files, checks } = await unpackArchive(path, options);
  const directory = join(into, 'postgres');
  // It brought the password of the database.
  await mkdir(join(files, 'postgres'), { recursive: true, mode: 0o700 });
  await rename(join(files, 'postgres'), directory);
  await rename(cluster, join(directory, 'cluster'));
  onProgress({ phase: 'recovering', done: 0, all: 1 });
  const target = { recovery_target_name: checks.point };
  const postgres = await recoverCluster({ directory, log, target, scratch }).catch((cause: Error) => {
    throw new StartError(`The database of the backup cannot be recovered: ${cause.message}`, { cause });
  });
  const abort = () => void postgres.stop();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const tables = await compare(postgres.url, checks, onProgress);
    return { checks, tables, rows: countRows(checks.tables) };
  } finally {
    signal.removeEventListener('abort', abort);
    await postgres.stop();
  }
}

async function compare(url: string, checks: Checks, onProgress: OnProgress): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await sumTables(client, (done, all) => onProgress({ phase: 'comparing', done, all }));
    const differing = differingTables(checks.tables, found);
    if (differing.length > 0) throw damaged(new Error(`These tables differ: ${differing.join(', ')}`));
    return Object.keys(found).length;
  } finally {
    await client.end();
  }
}
