import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { awayReason, isDatabaseAway, migrate, openDatabase } from './index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('64-bit integers arrive as numbers', async () => {
  const { rows } = await db.database.pool.query('SELECT 1700000000000::int8 AS at');
  expect(rows).toEqual([{ at: 1_700_000_000_000 }]);
});

test('migrating twice at the same time is harmless', async () => {
  await Promise.all([migrate(db.database), migrate(db.database)]);
  const { rows } = await db.database.pool.query("SELECT to_regclass('accounts') IS NOT NULL AS made");
  expect(rows).toEqual([{ made: true }]);
});

test('a database of a newer version is refused before anything is written', async () => {
  const newer = await createTestDatabase();
  const { pool } = newer.database;
  await pool.query(`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('later', 9999999999999)`);
  await pool.query('DROP TABLE accounts CASCADE');
  await expect(migrate(newer.database)).rejects.toThrow(
    /^The database belongs to a newer version of Cyno\. Start that version, or restore a backup/,
  );
  const { rows } = await pool.query(`SELECT to_regclass('accounts') AS made`);
  expect(rows).toEqual([{ made: null }]);
  await newer.drop();
});

test('a database that is away is distinguished from a query that is wrong', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:9/none', { log: silentLogger });
  const noConnection = await away.orm.execute('SELECT 1').catch((error: unknown) => error);
  expect(isDatabaseAway(noConnection)).toBe(true);
  expect(awayReason(noConnection)).toBe('connect ECONNREFUSED 127.0.0.1:9');
  // As Node reports a host whose addresses all refuse.
  const noAddress = Object.assign(new AggregateError([new Error('one')], String()), { code: 'ECONNREFUSED' });
  expect([isDatabaseAway(noAddress), awayReason(noAddress)]).toEqual([true, 'ECONNREFUSED']);
  await away.close();
  const present = await createTestDatabase();
  const wrong = await present.database.orm.execute('SELECT nonsense').catch((error: unknown) => error);
  expect(isDatabaseAway(wrong)).toBe(false);
  const ended = present.database.orm.execute('SELECT pg_terminate_backend(pg_backend_pid())');
  expect(isDatabaseAway(await ended.catch((error: unknown) => error))).toBe(true);
  await present.drop();
});

test('a connection that is lost between two queries of a transaction fails the next one, and nothing else', async () => {
  const client = await db.database.pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // Without a listener of the pool's own the error would end the process.
  const lost = new Promise((resolve) => client.once('end', resolve));
  await db.database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
  await expect(client.query('SELECT 1')).rejects.toThrow();
  client.release(true);
  expect((await db.database.pool.query('SELECT 1')).rowCount).toBe(1);
});
