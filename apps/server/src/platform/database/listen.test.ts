import { EventEmitter, once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { type Database, type Listening, listen, openDatabase, startEmbeddedPostgres } from './index.ts';

let db: TestDatabase;
const open: Listening[] = [];
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.stop();
});
afterAll(() => db.drop());

const notify = (database: Database, payload: string, channel = 'cyno_test') =>
  database.pool.query('SELECT pg_notify($1, $2)', [channel, payload]);

const endListener = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = 'cyno listener' AND datname = current_database()`;

async function start(database: Database, channel = 'cyno_test') {
  const events = new EventEmitter();
  const notified: string[] = [];
  const listening = await listen(database, {
    channel,
    log: silentLogger,
    onNotification(payload) {
      notified.push(payload);
      events.emit('told');
    },
    onResumed: () => events.emit('resumed'),
  });
  open.push(listening);
  const next = (event: 'told' | 'resumed') => once(events, event);
  return { listening, notified, next };
}

test('gets what is sent to its channel, and nothing else', async () => {
  const { notified, next } = await start(db.database);
  const arrives = next('told');
  await notify(db.database, 'for others', 'another_channel');
  await notify(db.database, 'account 5');
  await arrives;
  expect(notified).toEqual(['account 5']);
});

test('a lost connection is made again, which is reported because something may have been missed', async () => {
  const { notified, next } = await start(db.database);
  const resumed = next('resumed');
  await db.database.pool.query(endListener);
  await resumed;
  const arrives = next('told');
  await notify(db.database, 'after');
  await arrives;
  expect(notified).toEqual(['after']);
});

const listeners = async () => {
  const { rows } = await db.database.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'cyno listener' AND datname = current_database()`,
  );
  return rows[0].n;
};

test('several listen over one connection, each to its channel, and one that throws or ends takes nothing from the others', async () => {
  const broken = await listen(db.database, {
    channel: 'cyno_test',
    log: silentLogger,
    onNotification() {
      throw new Error('broken');
    },
    onResumed() {
      throw new Error('broken');
    },
  });
  open.push(broken);
  const [first, second] = await Promise.all([start(db.database), start(db.database, 'another_channel')]);
  expect(await listeners()).toBe(1);
  const both = Promise.all([first.next('told'), second.next('told')]);
  await notify(db.database, 'one');
  await notify(db.database, 'two', 'another_channel');
  await both;
  await first.listening.stop();
  const resumed = second.next('resumed');
  await db.database.pool.query(endListener);
  await resumed;
  const arrives = second.next('told');
  await notify(db.database, 'three', 'another_channel');
  await arrives;
  expect([first.notified, second.notified]).toEqual([['one'], ['two', 'three']]);
});

test('a database that cannot be reached at the start is an error', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:9/none', { log: silentLogger });
  await expect(start(away)).rejects.toThrow();
  await away.close();
});

test('after the end nothing listens and nothing is tried again', async () => {
  const { listening } = await start(db.database);
  await listening.stop();
  await expect.poll(listeners).toBe(0);
});

test('it outlives a crash of the database', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-listen-'));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
  const database = openDatabase(postgres.url, { log: silentLogger });
  const { notified, next } = await start(database);
  const resumed = next('resumed');
  const pid = Number((await readFile(join(directory, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await resumed;
  const arrives = next('told');
  await notify(database, 'after the crash');
  await arrives;
  expect(notified).toEqual(['after the crash']);
  for (const one of open.splice(0)) await one.stop();
  await database.close();
  await postgres.stop();
  await rm(directory, { recursive: true });
});
