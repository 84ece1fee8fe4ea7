import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { StartError } from '../start-error.ts';
import { SoleServer } from './index.ts';

let db: TestDatabase;
const running: SoleServer[] = [];
/** Those whose end was requested. */
let taken: string[];
beforeEach(async () => {
  db = await createTestDatabase();
  taken = [];
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  await db.drop();
});

function serverOf(name: string): SoleServer {
  const server = new SoleServer(db.database, { log: silentLogger, onTaken: () => taken.push(name) });
  running.push(server);
  return server;
}
const start = (name: string) => serverOf(name).start();
/** The process of PostgreSQL that holds the lock. */
const holder = async () => {
  const { rows } = await db.database.pool.query(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows[0]?.pid as number | undefined;
};
const cut = (pid: number | undefined) => db.database.pool.query('SELECT pg_terminate_backend($1)', [pid]);

test('a second server is refused with a sentence that names the first, until that one stops', async () => {
  await start('first');
  const refused = await start('second').catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StartError);
  expect((refused as StartError).message).toMatch(
    /^Another Cyno on \S+( \([\d.]+\))? works on this database\. Stop it first, or set DATABASE_URL/,
  );
  const waiting = start('third');
  await running[0]?.stop();
  await waiting;
});

test('a server that lost its connection takes the database again, so that no other gets it', async () => {
  await start('first');
  const before = await holder();
  await cut(before);
  await expect.poll(async () => ![undefined, before].includes(await holder())).toBe(true);
  expect(await start('second').catch((error: unknown) => error)).toBeInstanceOf(StartError);
  expect(taken).toEqual([]);
});

test('a server that lost its connection to another one is told to end', async () => {
  await start('first');
  const before = await holder();
  const other = await db.database.pool.connect();
  await other.query('SET lock_timeout = 0');
  // Who waits in PostgreSQL gets the lock the moment that it is free.
  const waiting = other.query('SELECT pg_advisory_lock($1)', [0x63_79_6e_73]);
  const isWaiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
  await expect.poll(async () => (await db.database.pool.query(isWaiting)).rowCount).toBe(1);
  await cut(before);
  await waiting;
  await expect.poll(() => taken).toEqual(['first']);
  other.release(true);
});
