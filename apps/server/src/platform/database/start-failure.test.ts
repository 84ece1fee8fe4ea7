import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { databaseStartError } from './start-failure.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('a table that another program has locked is no lack of connections', async () => {
  const other = await db.database.pool.connect();
  await other.query('BEGIN; LOCK TABLE accounts');
  const failure = await db.database.pool
    .query("BEGIN; SET LOCAL lock_timeout = '1ms'; SELECT FROM accounts")
    .catch((error: unknown) => error);
  await other.query('ROLLBACK');
  other.release();
  expect(databaseStartError(failure)?.message).toBe(
    'Another program has locked what the server reads from the database: canceling statement due to lock timeout. End that program, then start Cyno again.',
  );
});
