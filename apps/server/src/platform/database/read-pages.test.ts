import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { type Database, openDatabase, readPages, rowsByColumn } from './index.ts';

interface Row {
  readonly id: number;
  readonly name: string | null;
  readonly value: number | null;
  readonly tags: string[];
}

let db: TestDatabase;
let database: Database;
beforeAll(async () => {
  db = await createTestDatabase();
  database = openDatabase(db.url, { log: silentLogger });
  await database.pool.query(`CREATE TABLE things (id int PRIMARY KEY, name text, value float8, tags text[] NOT NULL)`);
});
afterAll(async () => {
  await database.close();
  await db.drop();
});

const page = (last: Row | undefined) =>
  rowsByColumn<Row>(database.pool, {
    names: ['id', 'name', 'value', 'tags'],
    text: 'SELECT * FROM things WHERE id > $1 ORDER BY id LIMIT 2',
    values: [last?.id ?? 0],
  });
const all = () => Array.fromAsync(readPages(page));

test('pages hold every row once and as it is stored, and none is empty', async () => {
  expect(await all()).toEqual([]);
  const rows: Row[] = [
    { id: 1, name: 'ถัง "A"\n', value: -0, tags: ['a,b', '{}'] },
    { id: 2, name: null, value: 5e-324, tags: [] },
    { id: 3, name: '', value: null, tags: ['x'] },
  ];
  for (const { id, name, value, tags } of rows)
    await database.pool.query('INSERT INTO things VALUES ($1, $2, $3, $4)', [
      id,
      name,
      Object.is(value, -0) ? '-0' : value,
      tags,
    ]);
  expect(await all()).toEqual([rows.slice(0, 2), rows.slice(2)]);
  await database.pool.query('INSERT INTO things VALUES (4, NULL, NULL, $1)', [[]]);
  expect((await all()).map((found) => found.length)).toEqual([2, 2]);
});

test('a page that cannot be read fails where it is awaited, and nowhere when nobody does', async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    if (reads > 1) throw new Error('The database is away');
    return [reads];
  };
  for await (const _ of readPages(read)) break;
  reads = 0;
  await expect(Array.fromAsync(readPages(read))).rejects.toThrow('The database is away');
});
