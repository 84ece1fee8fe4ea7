import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../test/log.ts';
import { createApp } from '../app.ts';
import { loadConfig } from '../config.ts';
import { openDatabase, startEmbeddedPostgres } from '../platform/database/index.ts';

const migrations = fileURLToPath(new URL('../platform/database/migrations', import.meta.url));

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-upgrade-'));
  await makeEarlierDatabase();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** What the version before the last migration left, with an account in it. */
async function makeEarlierDatabase(): Promise<void> {
  const earlier = join(directory, 'earlier');
  await cp(migrations, earlier, { recursive: true });
  const journal = join(earlier, 'meta', '_journal.json');
  const content = JSON.parse(await readFile(journal, 'utf8'));
  content.entries.pop();
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
const countMigrations = () =>
  withDatabase((query) => query('SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations'));
const accounts = () => withDatabase((query) => query('SELECT email FROM accounts'));

test('an older database is upgraded with its data, and a snapshot of before is kept', async () => {
  const before = await countMigrations();
  const app = createApp(configOf());
  await app.start();
  await app.stop();
  expect(await countMigrations()).not.toEqual(before);
  expect(await accounts()).toEqual([{ email: 'ann@example.com' }]);
  expect((await readdir(join(directory, 'backups'))).filter((name) => name.endsWith('.zst'))).toHaveLength(1);
});

test('a version that does not start puts the database back and names the version to return to', async () => {
  const before = await countMigrations();
  const app = createApp(configOf({ HOST: '192.0.2.1' }));
  await expect(app.start()).rejects.toThrow(
    /cannot be opened.*\nThe data was put back as it was before the upgrade: start Cyno 0\.0\.9 again\./,
  );
  expect(await countMigrations()).toEqual(before);
  expect(await accounts()).toEqual([{ email: 'ann@example.com' }]);
});

test('a migration that fails leaves the database as it was, in one sentence', async () => {
  const before = await countMigrations();
  // As if none had run: each makes what is there.
  await withDatabase((query) => query('UPDATE drizzle.__drizzle_migrations SET created_at = 1'));
  await expect(createApp(configOf()).start()).rejects.toThrow(
    /could not be upgraded: .*already exists.* It is as it was: start Cyno 0\.0\.9 again/,
  );
  expect(await countMigrations()).toEqual(before);
  expect(await accounts()).toEqual([{ email: 'ann@example.com' }]);
});
