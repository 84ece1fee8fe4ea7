import { randomBytes } from 'node:crypto';
import os from 'node:os';
import pg from 'pg';
import { appliedMigration, refuseHalfRestored } from '../database/index.ts';
import { because } from '../errors.ts';
import { StartError } from '../start-error.ts';
import { archiveFormats, type Checks, type Manifest, names } from './archive/manifest.ts';
import { tarEnd, tarEntry, tarText, withoutEnd } from './archive/tar.ts';
import { type WrittenArchive, writeArchive } from './archive/write-archive.ts';
import { type DataFilesOptions, dataFiles } from './data-files.ts';
import { readBaseBackup } from './postgres/base-backup.ts';
import { holdInstant } from './postgres/instant.ts';
import { ReplicationConnection } from './postgres/replication.ts';
import { sumTables } from './postgres/table-sums.ts';
import { readWal } from './postgres/wal.ts';
import type { OnProgress } from './progress.ts';
import { rowEntries } from './rows/row-entries.ts';
import { isLeftOut, openForRows, rowsOf } from './rows/row-source.ts';

export interface ArchiveSource extends DataFilesOptions {
  /** Of the running database. */
  readonly url: string;
  /** Its files, which fit our own PostgreSQL, or its rows, which fit any. */
  readonly content: keyof typeof archiveFormats;
  readonly dataDirectory: string;
  /** Of Cyno. */
  readonly version: string;
}

interface Options {
  readonly passphrase: string | null;
  readonly signal: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface CreatedArchive extends WrittenArchive {
  readonly manifest: Manifest;
  readonly checks: Checks;
}

/** The directory of PostgreSQL without any table of ours. */
const emptyClusterBytes = 48 * 1024 ** 2;

/** Describes the database as it is now. */
export async function describeSource({
  url,
  version,
  content,
}: Pick<ArchiveSource, 'url' | 'version' | 'content'>): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseHalfRestored(client);
    const { rows } = await client.query<{ bytes: string; version: number }>(
      `SELECT sum(pg_database_size(oid))::text AS bytes, current_setting('server_version_num')::int / 10000 AS version
       FROM pg_database WHERE $1 OR datname = current_database()`,
      [content === 'cluster'],
    );
    return {
      format: archiveFormats[content],
      version,
      migration: await appliedMigration(client),
      createdAt: new Date().toISOString(),
      postgres: rows[0]?.version ?? 0,
      platform: platformName,
      bytes: Number(rows[0]?.bytes ?? 0) + emptyClusterBytes,
    };
  } finally {
    await client.end();
  }
}

/** What files of PostgreSQL depend on. */
export const platformName = `${process.platform}-${process.arch}`;

/** Writes everything of a running Cyno into one new file, as it was at one instant. Rejects when it cannot; the file is of no use then. */
export async function createArchive(path: string, source: ArchiveSource, options: Options): Promise<CreatedArchive> {
  const manifest = await describeSource(source);
  const checks = Promise.withResolvers<Checks>();
  checks.promise.catch(() => undefined);
  const written = await writeArchive(
    path,
    contents(manifest, source, { ...options, onChecks: checks.resolve }),
    options,
  );
  return { ...written, manifest, checks: await checks.promise };
}

/**
 * What was acknowledged before it began is in it: the spool is read first, so that what leaves it meanwhile is in the database, and
 * what stands in both is stored once, because a message has an instant of its own.
 */
async function* contents(
  manifest: Manifest,
  source: ArchiveSource,
  { onProgress, onChecks }: Options & { onChecks(checks: Checks): void },
): AsyncGenerator<Buffer> {
  const files: Record<string, string> = {};
  yield* tarText(names.manifest, JSON.stringify(manifest));
  for await (const file of dataFiles(source.dataDirectory, source)) files[file.name] = yield* tarEntry(file);
  if (source.content === 'rows') {
    yield* rowContents({ manifest, source, files, onProgress, onChecks });
    return;
  }
  const connection = await ReplicationConnection.open(source.url).catch(explainRights);
  try {
    const slot = `cyno_backup_${randomBytes(4).toString('hex')}`;
    const [reader] = await connection.run('SELECT pg_backend_pid() AS pid');
    beNice(reader?.rows[0]?.pid);
    await connection.run(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`).catch(explainRights);
    const start = yield* withoutEnd(counting(readBaseBackup(connection), manifest.bytes, onProgress));
    const instant = await holdInstant(source.url, slot);
    try {
      const segmentBytes = await segmentBytesOf(instant.client);
      const { rows } = await instant.client.query<{ at: Date; pid: number }>(
        'SELECT now() AS at, pg_backend_pid() AS pid',
      );
      beNice(rows[0]?.pid);
      for await (const { name, content } of readWal(connection, { start, end: instant.lsn, slot, segmentBytes })) {
        const target = `pg_wal/${name}`;
        files[target] = yield* tarEntry({ name: target, size: content.length, content: [content] });
      }
      const tables = await sumTables(instant.client, (done, all) => onProgress({ phase: 'summing', done, all }));
      const checks = { at: rows[0]?.at.toISOString() ?? manifest.createdAt, point: instant.point, files, tables };
      onChecks(checks);
      yield* tarText(names.checks, JSON.stringify(checks));
    } finally {
      await instant.release();
    }
    yield tarEnd;
  } finally {
    await connection.close();
  }
}

interface RowContents extends Pick<Options, 'onProgress'> {
  readonly manifest: Manifest;
  readonly source: ArchiveSource;
  /** Checksums of what stands before the rows. */
  readonly files: Record<string, string>;
  onChecks(checks: Checks): void;
}

/** All rows that one transaction sees, so that they are of one instant, and what they are compared with. */
async function* rowContents({ manifest, source, files, onProgress, onChecks }: RowContents): AsyncGenerator<Buffer> {
  const client = await openForRows(source.url);
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ at: Date }>('SELECT now() AS at');
    const { bytes } = manifest;
    const rowFiles = yield* rowEntries(await rowsOf(client), { bytes, onProgress });
    const report = (done: number, all: number) => onProgress({ phase: 'summing', done, all });
    const tables = await sumTables(client, report, { asText: true, leftOut: isLeftOut });
    const at = rows[0]?.at.toISOString() ?? manifest.createdAt;
    const checks = { at, point: '', files: { ...files, ...rowFiles }, tables };
    onChecks(checks);
    yield* tarText(names.checks, JSON.stringify(checks));
    yield tarEnd;
  } finally {
    await client.end();
  }
}

async function segmentBytesOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `SELECT setting::int AS bytes FROM pg_settings WHERE name = 'wal_segment_size'`,
  );
  return rows[0]?.bytes ?? 0;
}

async function* counting<Result>(
  chunks: AsyncGenerator<Buffer, Result>,
  all: number,
  onProgress: OnProgress,
): AsyncGenerator<Buffer, Result> {
  let done = 0;
  for (;;) {
    const next = await chunks.next();
    if (next.done) return next.value;
    done += next.value.length;
    onProgress({ phase: 'copying', done: Math.min(done, all), all });
    yield next.value;
  }
}

/** Lets a process of the database on this machine give way as far as this one does; one on another machine has its own operator. */
function beNice(pid: number | undefined): void {
  try {
    if (pid !== undefined) os.setPriority(pid, os.getPriority());
  } catch {
    // It belongs to another user or machine, or is gone.
  }
}

function explainRights(cause: Error & { code?: string }): never {
  if (cause.code !== '42501' && cause.code !== '28000') throw cause;
  throw new StartError(
    `The database does not let its user read a backup: ${cause.message}. Run there: ALTER ROLE … REPLICATION; and allow it in pg_hba.conf.`,
    { cause, ...because('backup_database_refused', { detail: cause.message }) },
  );
}
