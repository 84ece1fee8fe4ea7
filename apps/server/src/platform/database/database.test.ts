import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate } from './index.ts';

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
