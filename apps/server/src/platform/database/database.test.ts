import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { databaseStartError, failureReason, isDatabaseAway, migrate, openDatabase } from './index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
afterEach(() => vi.useRealTimers());

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
  expect(failureReason(noConnection)).toBe('connect ECONNREFUSED 127.0.0.1:9');
  // As Node reports a host whose addresses all refuse.
  const noAddress = Object.assign(new AggregateError([new Error('one')], String()), { code: 'ECONNREFUSED' });
  expect([isDatabaseAway(noAddress), failureReason(noAddress)]).toEqual([true, 'ECONNREFUSED']);
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

test('a connection is waited for half a minute while the server starts, and five seconds afterwards', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const database = openDatabase(`postgres://nobody@127.0.0.1:${port}/none`, { log: silentLogger });
  const wait = async (ms: number) => {
    let error: unknown;
    const query = database.pool.query('SELECT 1').catch((reason: unknown) => {
      error = reason;
    });
    await once(silent, 'connection');
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await query;
    return error;
  };
  expect(failureReason(await wait(30_000))).toBe('no response in time');
  database.pool.endStart();
  const error = await wait(5_000);
  expect(databaseStartError(error)?.message).toBe(
    'The database cannot be reached: no response in time. Check that it runs, and DATABASE_URL.',
  );
  await database.close();
  silent.close();
});
