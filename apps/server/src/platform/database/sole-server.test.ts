import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { StartError } from '../start-error.ts';
import { type Database, listServers, newTag, openDatabase, SoleServer, type Standby } from './index.ts';

let db: TestDatabase;
const running: SoleServer[] = [];
const opened: Database[] = [];
/** Those whose end was requested. */
let taken: string[];
/** What they reported. */
let sentences: string[];
beforeEach(async () => {
  db = await createTestDatabase();
  [taken, sentences] = [[], []];
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const database of opened.splice(0)) await database.close();
  await db.drop();
});

function serverOf(name: string): SoleServer {
  const server = new SoleServer(db.database, { log: silentLogger, onTaken: () => taken.push(name) });
  running.push(server);
  return server;
}

/** One of several servers, with connections of its own. */
function namedServer(name: string, more: Partial<Standby> = {}) {
  const database = openDatabase(db.url, { log: silentLogger, tag: newTag() });
  opened.push(database);
  const waitedFor: string[] = [];
  const onWaiting = async (serving: string) => {
    waitedFor.push(serving);
  };
  const standby = { name, version: '1.2.3', handsOver: false, onWaiting };
  const server = new SoleServer(database, {
    log: silentLogger,
    standby: { ...standby, ...more },
    onTaken({ message }) {
      taken.push(name);
      sentences.push(message);
    },
  });
  running.push(server);
  return { server, database, waitedFor };
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
  const isWaiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await db.database.pool.query(isWaiting)).rowCount).toBe(1);
  await cut(before);
  await waiting;
  await expect.poll(() => taken).toEqual(['first']);
  other.release(true);
});

test('of servers with names one waits until the other one stops', async () => {
  const first = namedServer('barn-1');
  await first.server.start();
  await first.server.begin();
  const second = namedServer('barn-2');
  const started = second.server.start();
  await expect.poll(() => second.waitedFor).toEqual([expect.stringMatching(/^barn-1 1\.2\.3( \(|$)/)]);
  expect([first.server.serves, second.server.serves]).toEqual([true, false]);
  const listed = (await listServers(db.database.pool)).map(({ name, version, serves }) => ({ name, version, serves }));
  expect(listed).toEqual([
    { name: 'barn-1', version: '1.2.3', serves: true },
    { name: 'barn-2', version: '1.2.3', serves: false },
  ]);
  await first.server.stop();
  await started;
  expect(second.server.serves).toBe(true);
});

test('who takes over ends what the server before has open, and nothing new of that one reaches the database', async () => {
  const first = namedServer('barn-1');
  await first.server.start();
  await first.server.begin();
  const unfinished = await first.database.pool.connect();
  unfinished.on('error', () => undefined);
  await unfinished.query('BEGIN');
  await unfinished.query(`INSERT INTO server_state (key, value) VALUES ('of barn-1', '1')`);
  const second = namedServer('barn-2');
  const started = second.server.start();
  await expect.poll(() => second.waitedFor).toHaveLength(1);
  // As when the network of the first one is gone for a while.
  const { options } = first.database.pool;
  options.connectionString = 'postgres://127.0.0.1:1/nowhere';
  await cut(await holder());
  await started;
  options.connectionString = db.url;
  await expect(unfinished.query('COMMIT')).rejects.toThrow();
  unfinished.release(true);
  await expect(first.database.pool.query('SELECT 1')).rejects.toThrow('another server has the database');
  await expect.poll(() => taken).toEqual(['barn-1']);
  expect(sentences).toEqual([
    expect.stringMatching(/^barn-2 1\.2\.3( \([\d.]+\))? has taken over\. This server is on standby now\.$/),
  ]);
  expect((await db.database.pool.query(`SELECT FROM server_state WHERE key = 'of barn-1'`)).rowCount).toBe(0);
  expect((await second.database.pool.query('SELECT 1')).rowCount).toBe(1);
});

test('a server that gets the database back after another one had it ends, since it knows nothing of what that one did', async () => {
  const first = namedServer('barn-1');
  await first.server.start();
  await first.server.begin();
  // As another one would, and ends before the first one is back.
  await db.database.pool.query(`UPDATE server_state SET value = '7' WHERE key = 'serving_term'`);
  await cut(await holder());
  await expect.poll(() => taken).toEqual(['barn-1']);
  expect(sentences).toEqual([
    'Another Cyno has worked on this database meanwhile, so this one does not know what is stored any more. It has to start again.',
  ]);
});

test('a server that lost its connection serves no longer as soon as it finds another one with the database', async () => {
  const first = namedServer('barn-1');
  await first.server.start();
  await first.server.begin();
  const other = await db.database.pool.connect();
  await other.query('SET lock_timeout = 0');
  const waiting = other.query('SELECT pg_advisory_lock($1)', [0x63_79_6e_73]);
  const isWaiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  await expect.poll(async () => (await db.database.pool.query(isWaiting)).rowCount).toBe(1);
  // The patience with a server that is about to end never runs out.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  try {
    await cut(await holder());
    await waiting;
    await expect.poll(() => taken).toEqual(['barn-1']);
    expect(first.server.serves).toBe(false);
  } finally {
    clock.mockRestore();
    other.release(true);
  }
});

test('a server that hands over takes the database again when no other one waits for it', async () => {
  const only = namedServer('barn-1', { handsOver: true });
  await only.server.start();
  expect(only.waitedFor).toEqual([]);
  expect(only.server.serves).toBe(true);
});

test('when the database is back after all have lost it, the server that served continues', async () => {
  const first = namedServer('barn-1');
  await first.server.start();
  await first.server.begin();
  const second = namedServer('barn-2');
  void second.server.start().catch(() => undefined);
  await expect.poll(() => second.waitedFor).toHaveLength(1);
  const { options } = first.database.pool;
  options.connectionString = 'postgres://127.0.0.1:1/nowhere';
  const { rows } = await db.database.pool.query(
    `SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ~ '^cyno (server|waits) '`,
  );
  // The other one is connected again, and has looked for a server instead of taking the lock.
  const isWaiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> ALL ($1)
    AND application_name LIKE 'cyno waits %' AND query ~ 'pg_locks|split_part'`;
  const cutPids = rows.map(({ pid }) => pid);
  await expect.poll(async () => (await db.database.pool.query(isWaiting, [cutPids])).rowCount).toBe(1);
  options.connectionString = db.url;
  await expect.poll(() => second.waitedFor).toHaveLength(2);
  expect(taken).toEqual([]);
  expect([first.server.serves, second.server.serves]).toEqual([true, false]);
});

test('who waits is notified of a server that takes over when that one has named its connection', async () => {
  const other = new pg.Client({ connectionString: db.url, application_name: 'cyno waits 0123abcd on barn-1 1.2.3' });
  await other.connect();
  await other.query('SELECT pg_advisory_lock($1)', [0x63_79_6e_73]);
  const second = namedServer('barn-2');
  const started = second.server.start();
  const hasChecked = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> $1
    AND application_name LIKE 'cyno waits %' AND query LIKE '%split_part%'`;
  const { processID } = other as pg.Client & { processID: number };
  await expect.poll(async () => (await db.database.pool.query(hasChecked, [processID])).rowCount).toBe(1);
  await other.query(`SET application_name = 'cyno server 0123abcd on barn-1 1.2.3'`);
  await expect.poll(() => second.waitedFor).toEqual([expect.stringMatching(/^barn-1 1\.2\.3/)]);
  await other.end();
  await started;
});

test('a server that is stopped while it waits does not start', async () => {
  await namedServer('barn-1').server.start();
  const second = namedServer('barn-2');
  const started = second.server.start().then(
    () => 'started',
    () => 'stopped',
  );
  await expect.poll(() => second.waitedFor).toHaveLength(1);
  await second.server.stop();
  expect(await started).toBe('stopped');
});

test('a server that is stopped while it takes over gives the lock up, and another one takes over', async () => {
  const first = namedServer('barn-1');
  await first.server.start();
  await first.server.begin();
  const { rows } = await first.database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const unended = rows[0]?.pid as number;
  const second = namedServer('barn-2');
  let outcome = 'under way';
  second.server.start().then(
    () => {
      outcome = 'started';
    },
    () => {
      outcome = 'stopped';
    },
  );
  await expect.poll(() => second.waitedFor).toHaveLength(1);
  // PostgreSQL cannot end this connection of the first one, so the second one waits for that with the lock in its hands.
  process.kill(unended, 'SIGSTOP');
  try {
    await first.server.stop();
    const servingOf = async () => (await listServers(db.database.pool)).map(({ name, serves }) => [name, serves]);
    await expect.poll(servingOf).toEqual([['barn-2', true]]);
    await second.server.stop();
    expect(outcome).toBe('stopped');
    await expect.poll(holder).toBe(undefined);
  } finally {
    process.kill(unended, 'SIGCONT');
  }
  const third = namedServer('barn-3');
  await third.server.start();
  expect([second.server.serves, third.server.serves]).toEqual([false, true]);
});

test('of two servers with one name the second one is refused, whether the first one serves or waits', async () => {
  await namedServer('barn-1').server.start();
  const refusal = /^Another server( at [\d.]+)? on this database has the name barn-1\. Stop it, or set SERVER_NAME/;
  const second = namedServer('barn-1');
  await expect(second.server.start()).rejects.toThrow(refusal);
  const waiting = namedServer('barn-2');
  void waiting.server.start().catch(() => undefined);
  await expect.poll(() => waiting.waitedFor).toHaveLength(1);
  await expect(namedServer('barn-2').server.start()).rejects.toThrow('has the name barn-2');
  const servers = async () => (await listServers(db.database.pool)).map(({ name, serves }) => [name, serves]);
  await expect.poll(servers).toEqual([
    ['barn-1', true],
    ['barn-2', false],
  ]);
});

test('a connection of an earlier start with the same name, on which nothing happens, keeps no server away', async () => {
  const first = namedServer('barn-1');
  await first.server.start();
  const left = new pg.Client({ connectionString: db.url, application_name: 'cyno waits 0123abcd on barn-2 1.2.3' });
  await left.connect();
  const second = namedServer('barn-2');
  const started = second.server.start();
  await expect.poll(() => second.waitedFor).toHaveLength(1);
  // It has checked again since.
  const checkedAt = async () => {
    const { rows } = await db.database.pool.query(
      `SELECT max(query_start) AS at FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'cyno waits %' AND query LIKE '%split_part%'`,
    );
    return Number(rows[0].at);
  };
  const once = await checkedAt();
  await expect.poll(checkedAt).toBeGreaterThan(once);
  await first.server.stop();
  await started;
  await left.end();
});
