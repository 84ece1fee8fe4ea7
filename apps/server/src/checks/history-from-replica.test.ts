import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestBoard } from '../../test/boards/test-board.ts';
import { createTestDatabase } from '../../test/database.ts';
import { readableLogger, silentLogger } from '../../test/log.ts';
import { ReplicatedPostgres } from '../../test/processes/replicated-postgres.ts';
import { startTestServer, type TestServer, type TestUser } from '../../test/server.ts';
import { DatabaseNetwork } from '../../test/stand-ins/database-network.ts';
import { systemClock } from '../platform/clock.ts';
import { type Database, openDatabase, Replica } from '../platform/database/index.ts';

const espid = 'ESP32-REPLICA_1';
let directory: string;
let postgres: ReplicatedPostgres;
/** Between the server and the standby. */
let network: DatabaseNetwork;
let server: TestServer;
let ann: TestUser;
let board: TestBoard;
const sent: number[] = [];

beforeAll(async () => {
  // Made by the test, it would be closed to the user whom PostgreSQL runs as.
  directory = join(tmpdir(), `cyno-replica-${process.pid}`);
  postgres = await ReplicatedPostgres.start(directory);
  // The standby of a reader need not confirm anything.
  await query(postgres.url, 'ALTER SYSTEM RESET synchronous_standby_names');
  await query(postgres.url, 'SELECT pg_reload_conf()');
  network = await DatabaseNetwork.open(postgres.standbyUrl);
  server = await startTestServer({
    DATABASE_URL: postgres.url,
    DATABASE_REPLICA_URL: network.url,
    STORED_INTERVAL_MS: '0',
  });
  ann = await server.signup('ann@example.com');
  board = (await server.board({ espid, username: `${ann.email}/${await ann.connectionKey()}` })).board;
  await board.subscribe();
  await send(1);
});
afterAll(async () => {
  await server?.stop();
  network?.close();
  await postgres?.stop();
  await rm(directory, { recursive: true, force: true, maxRetries: 20 });
});

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function send(n: number): Promise<void> {
  await board.puback(board.publish('data/update', JSON.stringify({ n }), 1));
  sent.push(n);
}

async function history(): Promise<unknown> {
  const path = `/api/device/${espid}/history?from=0&to=${Date.now() + 60_000}&points=10000`;
  const { status, body } = await ann.api('GET', path);
  return status === 200 ? body.series.n?.value : body;
}

/** Whether the replica is used, as the System page shows it. */
async function isUsed(): Promise<boolean> {
  const { problems } = (await ann.api('GET', '/api/admin/server')).body;
  return !problems.some(({ reason }: { reason: string }) => reason === 'replica_away');
}

/** How many connections read history last. */
async function readers(url: string): Promise<number> {
  const text = `SELECT FROM pg_stat_activity WHERE query LIKE '%json_agg%telemetry%' AND application_name LIKE 'cyno%'`;
  return (await query(url, text)).length;
}

const seldom = { interval: 200 };

/** What a connection did last is known for ten seconds, then the pool closes it. */
const expectReading = () =>
  vi.waitFor(async () => {
    expect(await history()).toEqual(sent);
    expect(await readers(postgres.standbyUrl)).toBeGreaterThan(0);
    expect(await isUsed()).toBe(true);
  }, seldom);

test('history is read from the replica, and only there', async () => {
  await expectReading();
  await vi.waitFor(async () => {
    expect(await history()).toEqual(sent);
    expect(await readers(postgres.url)).toBe(0);
  }, seldom);
});

test('what was just stored, calibrated or removed is in the response, although replication is paused', async () => {
  await query(postgres.standbyUrl, 'SELECT pg_wal_replay_pause()');
  await send(2);
  expect(await history()).toEqual(sent);
  await ann.api('PUT', `/api/device/${espid}/variables/n/calibration`, { offset: 0, scale: 10 });
  await board.puback(board.publish('data/update', JSON.stringify({ n: 3 }), 1));
  sent.push(30);
  expect(await history()).toEqual(sent);
  await query(postgres.url, 'DELETE FROM telemetry WHERE numbers[1] = 2');
  sent.splice(sent.indexOf(2), 1);
  expect(await history()).toEqual(sent);
  expect(await isUsed()).toBe(false);
  await query(postgres.standbyUrl, 'SELECT pg_wal_replay_resume()');
  await expectReading();
});

function openReplica(primary: Pick<Database, 'pool'>, log = silentLogger): Replica {
  const replica = new Replica({
    primary,
    replica: openDatabase(postgres.standbyUrl, { log: silentLogger }),
    clock: systemClock,
    log,
  });
  replica.start();
  return replica;
}

test('what the replica cancels for a change of the primary is read from the primary', async () => {
  await query(postgres.standbyUrl, `ALTER SYSTEM SET max_standby_streaming_delay = 0`);
  await query(postgres.standbyUrl, 'SELECT pg_reload_conf()');
  await query(postgres.url, 'CREATE TABLE short_lived AS SELECT 1 AS value');
  const primary = openDatabase(postgres.url, { log: silentLogger });
  const replica = openReplica(primary);
  /** Of each run whether it was on the replica, where it reads from a table that is removed meanwhile. */
  const read = async () => {
    const runs: boolean[] = [];
    await replica.run(async (client) => {
      const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
      const isReplica = rows[0]?.is === true;
      runs.push(isReplica);
      if (!isReplica) return;
      await client.query('BEGIN READ ONLY');
      await client.query('SELECT value FROM short_lived');
      await query(postgres.url, 'DROP TABLE short_lived');
      await client.query('SELECT pg_sleep(60)');
    });
    return runs;
  };
  await vi.waitFor(async () => expect(await read()).toEqual([true, false]), seldom);
  await replica.stop();
  await primary.close();
});

test('what follows another database is not read from', async () => {
  const another = await createTestDatabase();
  const { log, lines } = readableLogger();
  const replica = openReplica(another.database, log);
  await vi.waitFor(() => expect(lines).toMatchObject([{ reason: expect.stringMatching(/^It does not follow/) }]));
  const { rows } = await replica.run((client) => client.query('SELECT pg_is_in_recovery() AS is'));
  expect(rows).toEqual([{ is: false }]);
  await replica.stop();
  await another.drop();
});

test('nobody notices that the replica dies, and that it is there again', async () => {
  await expectReading();
  let isOver = false;
  const reading = Array.from({ length: 4 }, async () => {
    while (!isOver) expect(await history()).toEqual(sent);
  });
  await postgres.killStandby();
  await vi.waitFor(async () => expect(await isUsed()).toBe(false), seldom);
  isOver = true;
  await Promise.all(reading);
  await postgres.startStandby();
  network.moveTo(postgres.standbyUrl);
  await expectReading();
});

test('a replica that does not respond any more is left before anybody waits for long', async () => {
  await expectReading();
  network.part();
  expect(await history()).toEqual(sent);
  expect(await isUsed()).toBe(false);
  network.join();
  await expectReading();
});

test('a replica that takes writes itself is not read from', async () => {
  await expectReading();
  await query(postgres.standbyUrl, 'SELECT pg_promote()');
  await query(postgres.standbyUrl, 'DELETE FROM telemetry');
  expect(await history()).toEqual(sent);
  expect(await isUsed()).toBe(false);
});
