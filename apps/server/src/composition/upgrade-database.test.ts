import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { silentLogger } from '../../test/log.ts';
import { spawnServer } from '../../test/processes/server-process.ts';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { prepareRestore, readLastRun } from '../platform/backup/index.ts';
import { openDataDirectory } from '../platform/data-directory.ts';
import { openDatabase, startEmbeddedPostgres } from '../platform/database/index.ts';
import { undoUpgrade } from './upgrade-database.ts';

const migrations = fileURLToPath(new URL('../platform/database/migrations', import.meta.url));

/** What the version before the last migration left, with an account in it; made once, because a cluster takes seconds. */
let origin: string;
/** How many migrations it has. */
let before: number;
let directory: string;
beforeAll(async () => {
  origin = await mkdtemp(join(tmpdir(), 'cyno-earlier-'));
  directory = origin;
  await makeEarlierDatabase();
});
afterAll(() => rm(origin, { recursive: true, force: true }));
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-upgrade-'));
  await promisify(execFile)('cp', ['-a', join(origin, 'postgres'), directory]);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

async function makeEarlierDatabase(): Promise<void> {
  const earlier = join(directory, 'earlier');
  await cp(migrations, earlier, { recursive: true });
  const journal = join(earlier, 'meta', '_journal.json');
  const content = JSON.parse(await readFile(journal, 'utf8'));
  content.entries.pop();
  before = content.entries.length;
  await writeFile(journal, JSON.stringify(content));
  await withDatabase(async (query, pool) => {
    await applyMigrations(drizzle(pool), { migrationsFolder: earlier });
    await query(`INSERT INTO accounts (email, member) VALUES ('ann@example.com', 'admin')`);
    await query(`INSERT INTO server_state (key, value) VALUES ('version', '"0.0.9"')`);
  });
  await rm(earlier, { recursive: true });
}

type Pool = ReturnType<typeof openDatabase>['pool'];
async function withDatabase<Result>(work: (query: (sql: string) => Promise<unknown[]>, pool: Pool) => Promise<Result>) {
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
  const { pool, close } = openDatabase(postgres.url, { log: silentLogger });
  try {
    return await work(async (sql) => (await pool.query(sql)).rows, pool);
  } finally {
    await close();
    await postgres.stop();
  }
}

const configOf = (env: Record<string, string> = {}) =>
  loadConfig(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: 'auto',
      MQTT_TLS_PORT: 'auto',
      DATA_DIR: directory,
      LOG_LEVEL: 'silent',
      ...env,
    },
    directory,
  );
const migrationsAndAccounts = () =>
  withDatabase((query) =>
    Promise.all([
      query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations'),
      query('SELECT email FROM accounts'),
    ]),
  );
const ann = [{ email: 'ann@example.com' }];

test('an older database is upgraded with its data, and a snapshot of before is kept', async () => {
  const app = createApp(configOf());
  await app.start();
  await app.stop();
  expect(await migrationsAndAccounts()).toEqual([[{ n: before + 1 }], ann]);
  expect((await readdir(join(directory, 'backups'))).filter((name) => name.endsWith('.zst'))).toHaveLength(1);
  // The planned backup, or that it failed, is another matter.
  expect(await readLastRun(directory)).toBeUndefined();
});

/** It is read when the schema has changed. */
const noCertificate = { TLS_CERT: '/nowhere/cert.pem', TLS_KEY: '/nowhere/key.pem' };
const backWith =
  /\/nowhere\/cert\.pem.*\nThe data was put back as it was before the upgrade: start Cyno 0\.0\.9 again\./;
/** Copies of the data beside it. */
const copies = async () => {
  const [backups, all] = await Promise.all([readdir(join(directory, 'backups')).catch(() => []), readdir(directory)]);
  return [
    backups.filter((name) => name.endsWith('.zst')).length,
    all.filter((name) => name.startsWith('before-restore-')).length,
  ];
};

test('a version that does not start puts the database back, names the version to return to, and does not try that for ever', async () => {
  await expect(createApp(configOf(noCertificate)).start()).rejects.toThrow(backWith);
  expect(await migrationsAndAccounts()).toEqual([[{ n: before }], ann]);
  const note = join(directory, 'upgrade.json');
  await expect(createApp(configOf()).start()).rejects.toThrow(
    new RegExp(
      `start Cyno 0\\.0\\.9 again\\. To try once more, delete ${note}\\. The reason was:\\n.*/nowhere/cert\\.pem`,
    ),
  );
  expect([await migrationsAndAccounts(), await copies()]).toEqual([
    [[{ n: before }], ann],
    [1, 1],
  ]);
  await rm(note);
  const app = createApp(configOf());
  await app.start();
  await app.stop();
  expect(await migrationsAndAccounts()).toEqual([[{ n: before + 1 }], ann]);
  expect(await readdir(directory)).not.toContain('upgrade.json');
});

test('a port that is taken is reported before anything changes', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(createApp(configOf({ PORT: String(port) })).start()).rejects.toThrow(
    `Port ${port} is taken. Stop the program that uses it, or set PORT to another one.`,
  );
  expect([await migrationsAndAccounts(), await copies()]).toEqual([
    [[{ n: before }], ann],
    [0, 0],
  ]);
  other.close();
});

test('a start that is killed behind its upgrade leaves the way back to the next one', async () => {
  const hook = new URL('../../test/processes/kill-at-step.ts', import.meta.url);
  const child = spawnServer(directory, { NODE_OPTIONS: `--import ${hook}?at=writeFile.*cert.pem` });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect((await migrationsAndAccounts())[0]).toEqual([{ n: before + 1 }]);
  await expect(createApp(configOf(noCertificate)).start()).rejects.toThrow(backWith);
  expect(await migrationsAndAccounts()).toEqual([[{ n: before }], ann]);
});

test('why a version did not start is reported also when its data cannot be put back', async () => {
  const inUse = await openDataDirectory(directory);
  const path = join(directory, 'backups', 'cyno-20260102T030405Z.tar.zst');
  const { message } = await undoUpgrade(
    { path, earlier: 'Cyno 0.0.9' },
    { config: configOf(), error: new Error('The reason.') },
  );
  expect(message).toMatch(/^The reason\.\nThe data from before the upgrade could not be put back: .*already running/);
  expect(message).toContain(path);
  inUse.release();
});

test('a migration that fails leaves the database as it was, in one sentence', async () => {
  // As if none had run: each makes what is there.
  await withDatabase((query) => query('UPDATE drizzle.__drizzle_migrations SET created_at = 1'));
  await expect(createApp(configOf()).start()).rejects.toThrow(
    /could not be upgraded: .*already exists.* It is as it was: start Cyno 0\.0\.9 again/,
  );
  await expect(createApp(configOf()).start()).rejects.toThrow(/To try once more, delete .*\n.*already exists/);
  expect(await copies()).toEqual([1, 0]);
  expect(await migrationsAndAccounts()).toEqual([[{ n: before }], ann]);
});

describe('a PostgreSQL of the operator', () => {
  let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
  let data: string;
  beforeEach(async () => {
    postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
    data = join(directory, 'data');
    await mkdir(data);
  });
  afterEach(() => postgres.stop());

  const configOfOwn = (env: Record<string, string> = {}) =>
    configOf({ DATABASE_URL: postgres.url, DATA_DIR: data, ...env });
  async function query<Row extends object>(sql: string, url = postgres.url): Promise<Row[]> {
    const { pool, close } = openDatabase(url, { log: silentLogger });
    return pool
      .query<Row>(sql)
      .then(({ rows }) => rows)
      .finally(close);
  }
  const countApplied = (url?: string) => query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations', url);

  test('keeps its upgrade where this version does not start, and its snapshot fills another database as it was', async () => {
    const error = await createApp(configOfOwn(noCertificate))
      .start()
      .catch((cause: Error) => cause);
    const [, path = ''] =
      /To go back to Cyno 0\.0\.9, create .* and restore (\S+) with that version\.$/.exec(`${error}`) ?? [];
    expect(path, `${error}`).toContain(join(data, 'backups'));
    expect(await countApplied()).toEqual([{ n: before + 1 }]);
    expect(await query('SELECT email FROM accounts')).toEqual(ann);

    await query('CREATE DATABASE of_before');
    const url = new URL(postgres.url);
    url.pathname = '/of_before';
    await prepareRestore(path, {
      dataDirectory: data,
      databaseUrl: url.href,
      passphrase: null,
      log: silentLogger,
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    expect(await countApplied(url.href)).toEqual([{ n: before }]);
    expect(await query('SELECT email FROM accounts', url.href)).toEqual(ann);
  });

  test('is upgraded without a snapshot where it is larger than the disk', async () => {
    const [found] = await query<{ path: string }>(
      `SELECT current_setting('data_directory') || '/' || regexp_replace(pg_relation_filepath('accounts'), '[^/]+$', '') AS path`,
    );
    const large = join(found?.path ?? '', '999999999');
    await writeFile(large, '');
    // It takes no room, and PostgreSQL counts it.
    await truncate(large, 2 ** 43);
    const app = createApp(configOfOwn());
    await app.start().finally(() => app.stop());
    expect(await countApplied()).toEqual([{ n: before + 1 }]);
    expect((await readdir(join(data, 'backups')).catch(() => [])).filter((name) => name.endsWith('.zst'))).toEqual([]);
  });
});
