import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { AppError } from '../errors.ts';
import { createCounter, removeExpiredCounts } from './index.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const newCounter = (name: string, windowSeconds = 60) => createCounter(db.database, { name, points: 3, windowSeconds });
const attempt = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const rows = async () => (await db.database.pool.query('select key, points from throttle_counts')).rows;

test('lets three through, reports when to come back, and knows no other key', async () => {
  const counter = newCounter('plain');
  for (let n = 0; n < 3; n += 1) await counter.take('ann');
  const refusal = await counter.take('ann').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) });
  const { retryAfterSeconds = 0 } = refusal as AppError;
  expect(retryAfterSeconds).toBeGreaterThan(0);
  expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  expect(await attempt(counter.take('bob'))).toBe('taken');
});

test('counts on after a restart, and over several servers', async () => {
  await newCounter('restart').take('ann');
  await newCounter('restart').take('ann');
  await newCounter('restart').take('ann');
  expect(await attempt(newCounter('restart').take('ann'))).toBe('rate_limited');
});

test('lets exactly three of many at once through', async () => {
  const counters = [newCounter('parallel'), newCounter('parallel')];
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, n) => attempt(counters[n % 2]?.take('ann') ?? Promise.reject())),
  );
  expect(responses.filter((response) => response === 'taken')).toHaveLength(3);
});

test('queries the database no more about anyone who is over the limit', async () => {
  const counter = newCounter('flood');
  for (let n = 0; n < 50; n += 1) await attempt(counter.take('ann'));
  const [row] = (await rows()).filter(({ key }) => key.startsWith('flood:'));
  expect(row.points).toBe(4);
});

test('what was right is revoked or forgotten', async () => {
  const counter = newCounter('forgiving');
  for (let n = 0; n < 9; n += 1) {
    await counter.take('ann');
    await counter.giveBack('ann');
  }
  for (let n = 0; n < 3; n += 1) await counter.take('ann');
  expect(await attempt(counter.take('ann'))).toBe('rate_limited');
  await counter.forget('ann');
  expect(await attempt(counter.take('ann'))).toBe('taken');
});

test('keeps no key readable, and nothing after its time', async () => {
  await newCounter('brief', 1).take('ann@example.com');
  const stored = await rows();
  expect(stored.length).toBeGreaterThan(0);
  expect(JSON.stringify(stored)).not.toContain('ann');
  await db.database.pool.query(`update throttle_counts set expire = 1 where key like 'brief:%'`);
  await removeExpiredCounts(db.database);
  const left = await rows();
  expect(left.some(({ key }) => key.startsWith('brief:'))).toBe(false);
  expect(left.length).toBe(stored.length - 1);
});

test('counts in memory while the database is away', async () => {
  const counter = newCounter('away');
  await db.database.pool.query('alter table throttle_counts rename to throttle_counts_away');
  try {
    const responses = [];
    for (let n = 0; n < 4; n += 1) responses.push(await attempt(counter.take('ann')));
    expect(responses).toEqual(['taken', 'taken', 'taken', 'rate_limited']);
  } finally {
    await db.database.pool.query('alter table throttle_counts_away rename to throttle_counts');
  }
});
