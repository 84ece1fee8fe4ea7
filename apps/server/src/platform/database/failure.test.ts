import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { createHttp, type Http } from '../http/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { openDatabase } from './index.ts';

let db: TestDatabase;
let app: Http;
/** The query of the route. */
let query: () => Promise<unknown>;
beforeAll(async () => {
  db = await createTestDatabase();
  app = await createHttp({ log: silentLogger, metrics: createMetrics(), authenticate: async () => null });
  app.get('/api/thing', { config: { access: 'public' } }, async () => {
    await query();
    return {};
  });
});
afterAll(async () => {
  await app.close();
  await db.drop();
});

const raise = (sqlState: string) => () =>
  db.database.orm.execute(`DO $$ BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '${sqlState}'; END $$`);

test.each([
  [
    'a full disk',
    '53100',
    'storage_full',
    'The disk of the server is full, so nothing can be saved. Contact its administrator.',
  ],
  ['too many connections', '53300', 'server_busy', 'The database is busy at the moment. Try again in a few seconds.'],
  [
    'a table that may not be read',
    '42501',
    'storage_refused',
    'The database does not let the server do this. Contact its administrator.',
  ],
  [
    'a shutdown',
    '57P01',
    'storage_unavailable',
    'The database cannot be reached now. What boards send is kept. Try again in a moment.',
  ],
])('%s is told as what it is, and as something that passes', async (_, sqlState, reason, error) => {
  query = raise(sqlState);
  const response = await app.inject('/api/thing');
  expect([response.statusCode, response.json()]).toEqual([503, { error, code: 'unavailable', reason, values: {} }]);
  expect(response.headers['retry-after']).toBe('5');
});

test('a connection that took too long is a database that is away', async () => {
  query = () => Promise.reject(new Error('timeout expired'));
  expect((await app.inject('/api/thing')).json()).toMatchObject({ code: 'unavailable', reason: 'storage_unavailable' });
});

test('what is wrong with a query is an error of the server', async () => {
  query = () => db.database.pool.query('SELECT nonsense');
  expect((await app.inject('/api/thing')).json().code).toBe('internal');
});

test('a login that is refused while the server runs, as after a change of the password', async () => {
  const role = `changed_${process.pid}`;
  const url = new URL(db.url);
  await db.database.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD '${decodeURIComponent(url.password)}'`);
  url.username = role;
  const database = openDatabase(url.href, { log: silentLogger });
  query = () => database.pool.query('SELECT 1');
  expect((await app.inject('/api/thing')).statusCode).toBe(200);
  await db.database.pool.query(`ALTER ROLE ${role} NOLOGIN`);
  await db.database.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  const sentence =
    'The database does not accept the server at the moment. What boards send is kept. Try again in a moment.';
  await expect
    .poll(async () => (await app.inject('/api/thing')).json())
    .toEqual({ error: sentence, code: 'unavailable', reason: 'storage_unavailable', values: {} });
  await database.close();
  await db.database.pool.query(`DROP ROLE ${role}`);
});

test('a database that became read-only', async () => {
  await db.database.pool.query(
    `ALTER DATABASE ${new URL(db.url).pathname.slice(1)} SET default_transaction_read_only = on`,
  );
  const database = openDatabase(db.url, { log: silentLogger });
  query = () => database.pool.query('CREATE TABLE thing ()');
  const response = await app.inject('/api/thing');
  expect([response.statusCode, response.json().error]).toEqual([
    503,
    'The database of the server is read-only at the moment, so nothing can be saved. Contact its administrator.',
  ]);
  await database.close();
});
