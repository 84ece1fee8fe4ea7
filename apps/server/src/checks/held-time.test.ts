import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { databasesSettled } from '../../test/held-time.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a query that is refused because its connection has ended holds up no test whose time stands still', async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  await client.end();
  await expect(client.query('SELECT 1')).rejects.toThrow('closed');
  await databasesSettled();
});
