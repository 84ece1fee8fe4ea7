import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import {
  appliedMigration,
  databaseStartError,
  failureReason,
  findRestoreMark,
  migrate,
  openDatabase,
  restoreConnection,
  setRestoreMark,
} from '../../database/index.ts';
import type { Logger } from '../../log/index.ts';
import { StartError } from '../../start-error.ts';
import { damaged } from '../archive/read-archive.ts';
import { differingTables, sumTables, type TableSums } from '../postgres/table-sums.ts';
import type { OnProgress } from '../progress.ts';
import { isLeftOut, openForRows, type RowSource } from './row-source.ts';

interface Options {
  /** Of the database to fill, which has no accounts. */
  readonly url: string;
  /** The newest migration that the rows know, ms since the epoch. */
  readonly migration: number;
  readonly expected: TableSums;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
  /** Of a database of the operator: its mark comes with the rows, and is noted before they count. */
  readonly filling?: Filling | undefined;
}

export interface Filling {
  readonly mark: string;
  onFilled(): Promise<void>;
}

/** Makes the schema as it was and fills it in one transaction, which counts only when every table equals `expected`. Throws a StartError. */
export async function loadRows(source: RowSource, options: Options): Promise<void> {
  const { url, migration, expected, log, signal, onProgress, filling } = options;
  const database = openDatabase(url, { log, maxConnections: 1 });
  await migrate(database, { until: migration }).finally(() => database.close());
  const client = await openForRows(url, filling && restoreConnection(filling.mark));
  const abort = () => void client.end();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await client.query('BEGIN');
    if (filling) {
      // A server may have started on it since it was looked at.
      await client.query('LOCK TABLE public.accounts');
      await refuseFilled(client, migration);
      await setRestoreMark(client, filling.mark);
    }
    await fill(client, source, options);
    onProgress({ phase: 'comparing', done: 0, all: 1 });
    const report = (done: number, all: number) => onProgress({ phase: 'comparing', done, all });
    const found = await sumTables(client, report, { asText: true, leftOut: isLeftOut });
    const differing = differingTables(expected, found);
    if (differing.length > 0) throw damaged(new Error(`These tables differ: ${differing.join(', ')}`));
    await filling?.onFilled();
    await client.query('COMMIT');
    // Its statistics are not in the rows, and without them each query is planned as if the tables were empty.
    await client.query('ANALYZE');
  } catch (error) {
    throw filling ? notFilled(error) : error;
  } finally {
    signal.removeEventListener('abort', abort);
    await client.end().catch(() => undefined);
  }
}

/** What the database of the operator did not do, such as to store more than its disk holds. */
function notFilled(error: unknown): unknown {
  const failure = databaseStartError(error);
  if (failure === undefined || failure === error) return error;
  return new StartError(`${failure.message} Nothing was restored.`, { cause: error });
}

/** Refuses a database that somebody uses, see `refuseFilled`. */
export async function refuseUsed(url: string, migration: number): Promise<void> {
  const client = await openForRows(url).catch((cause: Error) => {
    throw new StartError(
      `The database of DATABASE_URL cannot be reached: ${failureReason(cause)}. Nothing was changed.`,
      {
        cause,
      },
    );
  });
  await refuseFilled(client, migration).finally(() => client.end());
}

/**
 * One that a Cyno of the same version started on once, without an account, is empty; so is one whose rows are those of a restore that did not
 * come to its end, because no server starts on them.
 */
async function refuseFilled(client: pg.Client, migration: number): Promise<void> {
  const { rows } = await client.query<{ known: string | null }>(`SELECT to_regclass('public.accounts') AS known`);
  if (!rows[0]?.known) return;
  const { rows: accounts } = await client.query('SELECT FROM public.accounts LIMIT 1');
  const isEmpty = accounts.length === 0 || (await findRestoreMark(client)) !== undefined;
  // What a newer version made cannot hold rows of an older one.
  if (isEmpty && (await appliedMigration(client)) <= migration) return;
  throw new StartError(
    'The database of DATABASE_URL is used already. Create an empty one (createdb) and set DATABASE_URL to it. Nothing was changed.',
  );
}

async function fill(client: pg.Client, source: RowSource, { signal, onProgress }: Options): Promise<void> {
  const links = await dropForeignKeys(client);
  await dropPartitions(client);
  const existing = new Set((await listTables(client)).map(({ name }) => name));
  for (const { name, quoted, partition } of source.tables) {
    if (existing.has(name)) continue;
    if (!partition) throw damaged(new Error(`No migration makes ${name}`));
    await client.query(`CREATE TABLE ${quoted} PARTITION OF ${partition.of} ${partition.bound}`);
  }
  const tables = await listTables(client);
  // What they would report happened long ago, and one of them refuses that a table is emptied.
  for (const { quoted } of tables) await client.query(`ALTER TABLE ${quoted} DISABLE TRIGGER USER`);
  // Migrations have filled some.
  for (const { quoted } of tables) await client.query(`TRUNCATE ONLY ${quoted}`);
  for (const [index, table] of source.tables.entries()) {
    onProgress({ phase: 'recovering', done: index, all: source.tables.length });
    const { quoted, columns } = table;
    const target = client.query(copyFrom(`COPY ${quoted} (${columns.join(', ')}) FROM STDIN`));
    await pipeline(Readable.from(source.read(table), { objectMode: false }), target, { signal });
  }
  for (const { quoted, last } of source.sequences) {
    if (last !== null) await client.query('SELECT setval($1::regclass, $2::bigint)', [quoted, last]);
  }
  for (const { quoted } of tables) await client.query(`ALTER TABLE ${quoted} ENABLE TRIGGER USER`);
  for (const { quoted, name, definition } of links) {
    await client.query(`ALTER TABLE ${quoted} ADD CONSTRAINT ${name} ${definition}`);
  }
}

async function listTables(client: pg.Client): Promise<{ name: string; quoted: string }[]> {
  const { rows } = await client.query(
    `SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS quoted
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname IN ('public', 'drizzle')`,
  );
  return rows;
}

/** Those of an earlier restore may be others than those of this one. */
async function dropPartitions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ quoted: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS quoted FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relispartition AND c.relkind = 'r' AND n.nspname IN ('public', 'drizzle')`,
  );
  for (const { quoted } of rows) await client.query(`DROP TABLE ${quoted}`);
}

interface ForeignKey {
  readonly quoted: string;
  readonly name: string;
  readonly definition: string;
}

/** Tables refer to each other in circles, so that no order of loading would do. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS quoted, quote_ident(k.conname) AS name,
       pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname IN ('public', 'drizzle')`,
  );
  for (const { quoted, name } of rows) await client.query(`ALTER TABLE ${quoted} DROP CONSTRAINT ${name}`);
  return rows;
}
