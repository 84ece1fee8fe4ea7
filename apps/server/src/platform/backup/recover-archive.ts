import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { recoverCluster, restoreFrom, scratchSettings, startEmbeddedPostgres } from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import { StartError } from '../start-error.ts';
import type { Checks } from './archive/manifest.ts';
import { damaged } from './archive/read-archive.ts';
import { type Unpacked, unpackArchive } from './archive/unpack.ts';
import { countRows, differingTables, sumTables, type TableSums } from './postgres/table-sums.ts';
import type { OnProgress } from './progress.ts';
import { type Filling, loadRows } from './rows/load-rows.ts';
import { isLeftOut, openForRows, type RowSource, removeLeftOut, rowsOf } from './rows/row-source.ts';

interface Options {
  /** Empty; the result stands in it as in a data directory: `postgres/cluster` and the other files. */
  readonly into: string;
  /** Of a database that is filled instead of one of our own; null: there is none. */
  readonly databaseUrl: string | null;
  /** Of that database. */
  readonly filling?: Filling | undefined;
  readonly passphrase: string | null;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** The recovery continues from the backup to this moment, ms since the epoch, by the log that is stored in the data directory. */
  readonly moment?: { readonly at: number; readonly dataDirectory: string };
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
 * Unpacks an archive, makes its database again, with a PostgreSQL of its own unless another one is to be filled, and compares every table with
 * what it was at the instant of the backup. Throws a StartError when anything differs.
 */
export async function recoverArchive(path: string, options: Options): Promise<Compared> {
  const { into, onProgress } = options;
  onProgress({ phase: 'unpacking', done: 0, all: 1 });
  const unpacked = await unpackArchive(path, options);
  const { checks, files, rows } = unpacked;
  const directory = join(into, 'postgres');
  // It brought the password of the database.
  await mkdir(join(files, 'postgres'), { recursive: true, mode: 0o700 });
  await rename(join(files, 'postgres'), directory);
  onProgress({ phase: 'recovering', done: 0, all: 1 });
  const counted = { checks, tables: Object.keys(checks.tables).length, rows: countRows(checks.tables) };
  if (options.moment) return { checks, ...(await recoverMoment({ unpacked, directory, options }, options.moment)) };
  if (rows) await loadUnpacked(rows, { unpacked, directory, options });
  else await recoverUnpacked({ unpacked, directory, options });
  await rm(join(into, 'cyno', 'rows'), { recursive: true, force: true });
  return counted;
}

interface Parts {
  readonly unpacked: Unpacked;
  /** Of the PostgreSQL that is made. */
  readonly directory: string;
  readonly options: Options;
}

/** Recovers the files of a database, and moves its rows on when another one is to be filled. */
async function recoverUnpacked({ unpacked, directory, options }: Parts): Promise<void> {
  const { log, signal, onProgress, scratch, databaseUrl } = options;
  const { checks, cluster, manifest } = unpacked;
  await rename(cluster, join(directory, 'cluster'));
  const target = { recovery_target_name: checks.point };
  const recovery = { directory, log, target, scratch: scratch || databaseUrl !== null };
  const postgres = await recoverCluster(recovery).catch((cause: Error) => {
    throw new StartError(`The database of the backup cannot be recovered: ${cause.message}`, { cause });
  });
  await whileRunning(postgres, signal, async () => {
    await compare(postgres.url, checks, onProgress);
    const client = await openForRows(postgres.url);
    try {
      if (databaseUrl === null) return await removeLeftOut(client);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const expected = await sumTables(client, undefined, { asText: true, leftOut: isLeftOut });
      const { migration } = manifest;
      await loadRows(await rowsOf(client), { ...options, url: databaseUrl, migration, expected });
    } finally {
      await client.end();
    }
  });
}

/** What it then holds was counted by nobody; that each row can be read is what is known. */
async function recoverMoment(
  { unpacked, directory, options }: Parts,
  { at, dataDirectory }: NonNullable<Options['moment']>,
): Promise<Pick<Compared, 'tables' | 'rows'>> {
  const { log, signal, onProgress, scratch } = options;
  if (unpacked.rows) {
    throw new StartError(
      'The newest backup before that time is of another database, which has no log here. Nothing was changed.',
    );
  }
  await rename(unpacked.cluster, join(directory, 'cluster'));
  // Names of time zones, also Z, are not known so early.
  const target = { recovery_target_time: new Date(at).toISOString().replace('Z', '+00') };
  const restoreCommand = restoreFrom(join(dataDirectory, 'postgres'));
  const postgres = await recoverCluster({ directory, log, target, restoreCommand, scratch }).catch((cause: Error) => {
    throw new StartError(
      /before configured recovery target/.test(cause.message)
        ? 'The log of changes does not reach to that time: it ends before, or a part of it is missing. Nothing was changed.'
        : `The database cannot be recovered to that time: ${cause.message}. Nothing was changed.`,
      { cause },
    );
  });
  let found: TableSums = {};
  await whileRunning(postgres, signal, async () => {
    const client = await openForRows(postgres.url);
    const report = (done: number, all: number) => onProgress({ phase: 'comparing', done, all });
    try {
      found = await sumTables(client, report);
      await removeLeftOut(client);
    } finally {
      await client.end();
    }
  });
  return { tables: Object.keys(found).length, rows: countRows(found) };
}

async function loadUnpacked(rows: RowSource, { unpacked, directory, options }: Parts): Promise<void> {
  const { log, signal, databaseUrl, scratch } = options;
  const { manifest, checks } = unpacked;
  await rm(unpacked.cluster, { recursive: true, force: true });
  const loading = { ...options, migration: manifest.migration, expected: checks.tables };
  if (databaseUrl !== null) {
    await loadRows(rows, { ...loading, url: databaseUrl });
    return;
  }
  const postgres = await startEmbeddedPostgres({ directory, log, settings: scratch ? scratchSettings : {} });
  await whileRunning(postgres, signal, () => loadRows(rows, { ...loading, url: postgres.url }));
}

interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

async function whileRunning(postgres: Running, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const abort = () => void postgres.stop();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await work();
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
