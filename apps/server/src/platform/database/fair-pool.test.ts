import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { newRequestShares } from '../http/index.ts';
import { accountRequester, runFor } from '../requester.ts';
import { busyOf, isDatabaseAway, openDatabase, schema } from './index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  db.database.pool.endStart();
});
afterAll(() => db.drop());
afterEach(() => vi.useRealTimers());

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const login = { key: 'log-in network 192.0.2.1', isReserved: true };

/** Requests connections and keeps them; `got` counts those that came. */
function hold(count: number, as?: Parameters<typeof runFor>[0]) {
  const request = () => Array.from({ length: count }, () => db.database.pool.connect());
  const requested = as ? runFor(as, request) : request();
  const held = { got: 0, all: Promise.all(requested) };
  for (const one of requested) {
    void one.then(() => {
      held.got += 1;
    });
  }
  return {
    held,
    async release() {
      for (const one of requested) void one.then((client) => client.release());
      await held.all;
      await turn();
    },
  };
}

test('an account has a third of the connections, however many it requests, and others have theirs at once', async () => {
  const greedy = hold(20, accountRequester(1));
  await expect.poll(() => greedy.held.got).toBe(4);
  const { rows } = await runFor(accountRequester(2), () => db.database.pool.query('SELECT 1 AS one'));
  expect(rows).toEqual([{ one: 1 }]);
  expect(greedy.held.got).toBe(4);
  await greedy.release();
  expect(greedy.held.got).toBe(20);
});

test('logins, boards and the server have room while accounts hold all that they may have', async () => {
  const accounts = [1, 2, 3].map((id) => hold(4, accountRequester(id)));
  const got = () => accounts.reduce((sum, { held }) => sum + held.got, 0);
  await expect.poll(got).toBe(8);
  await runFor(login, () => db.database.pool.query('SELECT 1'));
  await db.database.pool.query('SELECT 1');
  expect(got()).toBe(8);
  for (const one of accounts) await one.release();
});

test('boards and the server leave room for logins', async () => {
  const boards = hold(20);
  await expect.poll(() => boards.held.got).toBe(8);
  await runFor(login, () => db.database.orm.select().from(schema.accounts).execute());
  expect(boards.held.got).toBe(8);
  await boards.release();
});

test('logins from many networks leave room for boards and the server', async () => {
  const logins = [1, 2, 3].map((number) => hold(4, { key: `log-in network 192.0.2.${number}`, isReserved: true }));
  const got = () => logins.reduce((sum, { held }) => sum + held.got, 0);
  await expect.poll(got).toBe(10);
  await Promise.all([1, 2].map(() => db.database.pool.query('SELECT 1')));
  expect(got()).toBe(10);
  for (const one of logins) await one.release();
  expect(got()).toBe(12);
});

test('anyone who waits for too long gets the reason, also through the query builder', async () => {
  const greedy = hold(4, accountRequester(1));
  await greedy.held.all;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const requested = runFor(accountRequester(1), () => db.database.orm.select().from(schema.accounts).execute());
  const response: Promise<unknown> = requested.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5_000);
  const refused = await response;
  expect(busyOf(refused)).toMatchObject({ status: 429, retryAfterSeconds: 2 });
  expect(isDatabaseAway(refused)).toBe(true);
  await greedy.release();
});

test('transactions for the same row wait for each other without a connection, and see what the ones before did', async () => {
  const { orm, holding, pool } = db.database;
  const [account] = await orm
    .insert(schema.accounts)
    .values({ email: 'ann@example.com', passwordHash: 'x', member: 'user' })
    .returning();
  const id = account?.id ?? 0;
  const gate = Promise.withResolvers<void>();
  const seen: number[] = [];
  const add = () =>
    holding({ table: 'accounts', id }, async (transaction) => {
      await gate.promise;
      const views = await transaction.select().from(schema.deviceViews).where(eq(schema.deviceViews.accountId, id));
      seen.push(views.length);
      await transaction.insert(schema.deviceViews).values({ accountId: id, name: 'View', query: '' });
    });
  const all = Promise.all(Array.from({ length: 9 }, add));
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
  await pool.query('SELECT 1');
  expect(pool.totalCount - pool.idleCount).toBe(1);
  gate.resolve();
  await all;
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test('what belongs to nobody is not held up by who has no connection left', async () => {
  const { holding } = db.database;
  const greedy = hold(4, accountRequester(1));
  await greedy.held.all;
  const take = (id: number) => runFor(accountRequester(id), () => holding({ name: 'of nobody' }, async () => id));
  expect(await Promise.all([take(1), take(2)])).toEqual([1, 2]);
  expect(greedy.held.got).toBe(4);
  await greedy.release();
});

test('a row that somebody holds for too long makes the database busy, not the response wrong', async () => {
  const { pool } = db.database;
  expect((await pool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '10s' }]);
  const [one, other] = [await pool.connect(), await pool.connect()];
  await one.query('BEGIN; SELECT FROM accounts FOR UPDATE');
  const waiting = other.query("BEGIN; SET LOCAL lock_timeout = '1ms'; SELECT FROM accounts FOR UPDATE");
  expect(busyOf(await waiting.catch((error: unknown) => error))).toMatchObject({ status: 503, code: 'unavailable' });
  await other.query('ROLLBACK');
  await one.query('ROLLBACK');
  for (const client of [one, other]) client.release();
});

test('who has used up the share of the event loop has two connections at a time; others keep theirs', async () => {
  const shares = newRequestShares();
  const database = openDatabase(db.url, { log: silentLogger, shares });
  const takeOf = (id: number) => runFor(accountRequester(id), () => database.pool.connect());
  try {
    shares.charge('account 1', { bytes: 0, ms: 10_000 });
    const [first, second] = [await takeOf(1), await takeOf(1)];
    let hasThird = false;
    const third = takeOf(1).then((client) => {
      hasThird = true;
      return client;
    });
    const others = [await takeOf(2), await takeOf(2), await takeOf(2)];
    expect(hasThird).toBe(false);
    first.release();
    for (const client of [second, await third, ...others]) client.release();
  } finally {
    await database.close();
  }
});

test('queries count as work of who sends them', async () => {
  // A share comes back with time, which passes faster than queries on a busy machine.
  vi.useFakeTimers({ toFake: ['performance'] });
  const shares = newRequestShares();
  const database = openDatabase(db.url, { log: silentLogger, shares });
  try {
    await runFor(accountRequester(1), async () => {
      for (let count = 0; count < 1_000 && !shares.isOver('account 1'); count += 1)
        await database.pool.query('SELECT 1');
    });
    await database.pool.query('SELECT 1');
    expect([shares.isOver('account 1'), shares.isOver('server')]).toEqual([true, false]);
  } finally {
    await database.close();
  }
});
