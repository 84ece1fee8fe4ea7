import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../test/log.ts';
import { startDebianPostgres } from '../test/stand-ins/debian-postgres.ts';
import { runBackupCommand } from './backup-commands.ts';
import { loadConfig } from './config.ts';
import { migrate, openDatabase, startEmbeddedPostgres } from './platform/database/index.ts';

const { signal } = new AbortController();
let postgres: Awaited<ReturnType<typeof startDebianPostgres>>;
let root: string;
beforeAll(async () => {
  postgres = await startDebianPostgres();
  root = await mkdtemp(join(tmpdir(), 'cyno-move-'));
});
afterAll(async () => {
  await postgres.stop();
  await rm(root, { recursive: true });
});

const run = (directory: string, args: string[], url?: string) =>
  runBackupCommand(args, {
    config: loadConfig({ DATA_DIR: directory, ...(url && { DATABASE_URL: url }) }, directory),
    signal,
  });
const newDirectory = () => mkdtemp(join(root, 'data-'));

async function withDatabase<Result>(
  url: string,
  work: (query: (sql: string) => Promise<unknown[]>) => Promise<Result>,
) {
  const database = openDatabase(url, { log: silentLogger });
  return work(async (sql) => (await database.pool.query(sql)).rows).finally(() => database.close());
}

async function withEmbedded<Result>(directory: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const embedded = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
  return work(embedded.url).finally(() => embedded.stop());
}

/** What COPY has to quote, what migrations do not make, and what no order of tables would load. */
async function fill(url: string): Promise<void> {
  const database = openDatabase(url, { log: silentLogger });
  await migrate(database).finally(() => database.close());
  await withDatabase(url, async (query) => {
    await query(
      `INSERT INTO accounts (email, member, name) VALUES ('ann@example.com', 'admin', E'Ann\\t\\\\N\\n"ไทย"')`,
    );
    await query(
      `INSERT INTO devices (account_id, espid, name, "order", family) VALUES (1, 'ESP32-1', 'Pump', 1, 'ESP32')`,
    );
    await query(`CREATE TABLE telemetry_of_june (LIKE telemetry)`);
    await query(`ALTER TABLE telemetry ATTACH PARTITION telemetry_of_june FOR VALUES FROM (0) TO (1000000)`);
    await query(
      `INSERT INTO telemetry (device_id, at, numbers) SELECT 1, n, ARRAY[n / 7.0, NULL] FROM generate_series(1, 5000) n`,
    );
    await query(`INSERT INTO audit_log (actor, action, details) VALUES ('ann', 'backup.begun', '{"a": [1, "x"]}')`);
    await query(addImport);
  });
}

/** A file that is on its way into the history, which no backup restores. */
const addImport = `
  INSERT INTO imports (id, device_id, account_id, network, name, bytes, progress, used_at) VALUES ('f', 1, 1, '', 'a.csv', 3, '{}', 0);
  INSERT INTO import_pieces (import_id, from_byte, content) VALUES ('f', 0, 'abc')`;
const importsOf = (url: string) => withDatabase(url, (query) => query('SELECT id FROM imports'));

const contents = (url: string) =>
  withDatabase(url, async (query) => ({
    accounts: await query('SELECT id, email, name FROM accounts'),
    telemetry: await query('SELECT count(*)::int AS rows, sum(numbers[1])::text AS sum FROM telemetry'),
    // Its number follows those that were given before.
    next: await query(`INSERT INTO accounts (email, member) VALUES ('bob' || random(), 'user') RETURNING id`),
    jobs: await query(`SELECT to_regclass('pgboss.job')::text AS jobs`),
    audit: await query(`SELECT details FROM audit_log`),
    links: await query(`SELECT count(*)::int AS links FROM pg_constraint WHERE contype = 'f' AND conparentid = 0`),
    triggers: await query(`SELECT DISTINCT tgenabled FROM pg_trigger WHERE NOT tgisinternal`),
  }));

const archiveOf = async (directory: string) =>
  join(
    directory,
    'backups',
    (await readdir(join(directory, 'backups'))).filter((name) => name.endsWith('.zst')).at(-1) ?? '',
  );

test('a PostgreSQL of the operator is backed up, compared, and restored into an empty one, into our own that leaves no folder of data that was not there, and back', async () => {
  const [first, second, third] = await Promise.all(['first', 'second', 'third'].map(postgres.createDatabase));
  if (!first || !second || !third) throw new Error('There are no databases');
  const [here, there, own] = [await newDirectory(), await newDirectory(), await newDirectory()];
  await fill(first);
  await writeFile(join(here, 'server.key'), 'a key');
  const { text, report } = await run(here, ['create'], first);
  expect(text).toMatch(/restorable, checked on .*: \d+ tables, 5,\d{3} rows/);
  expect(report).toMatchObject({ unchecked: null, postgres: postgres.version });
  const archive = await archiveOf(here);
  const expected = await contents(first);

  const moved = await run(there, ['restore', archive], second);
  expect(moved.text).toContain('were compared and are equal');
  expect(await contents(second)).toEqual(expected);
  expect([await importsOf(first), await importsOf(second)]).toEqual([[{ id: 'f' }], []]);
  expect(await readdir(there)).toContain('server.key');
  expect(await readdir(there)).not.toContain('postgres');
  await expect(run(there, ['restore', archive], second)).rejects.toThrow(
    /is used already\. Create an empty one .* Nothing was changed\.$/,
  );

  expect((await run(own, ['restore', archive])).text).toMatch(/There was no data before\.$/);
  expect((await readdir(own)).filter((name) => name.startsWith('before-restore-'))).toEqual([]);
  await withEmbedded(own, async (url) => {
    expect(await contents(url)).toEqual(expected);
    expect(await importsOf(url)).toEqual([]);
    await withDatabase(url, (query) => query(addImport));
  });

  await run(own, ['create']);
  await run(there, ['restore', await archiveOf(own)], third);
  expect(await importsOf(third)).toEqual([]);
  const back = await contents(third);
  expect(back).toMatchObject({ telemetry: expected.telemetry, audit: expected.audit, links: expected.links });
  expect(back.accounts).toEqual([...expected.accounts, expect.objectContaining({ id: 2 })]);
});

test('a database that is away is told, and nothing is changed', async () => {
  const directory = await newDirectory();
  const url = 'postgres://cyno@127.0.0.1:9/none';
  await expect(run(directory, ['create'], url)).rejects.toThrow(/^The backup failed: .*ECONNREFUSED/);
  const other = await newDirectory();
  await writeFile(join(other, 'archive'), 'no archive');
  await expect(run(other, ['restore', join(other, 'archive')], url)).rejects.toThrow(/is no backup of Cyno/);
  expect((await readdir(other)).filter((name) => name !== 'cyno.lock')).toEqual(['archive']);
});
