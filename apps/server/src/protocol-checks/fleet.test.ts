import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ProtocolBoard, type ProtocolBoardOptions } from '../../test/boards/protocol-board.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { info, nextEspid } from '../../test/protocol-bench.ts';
import { stopSharedServer } from '../../test/server.ts';
import { TestTime } from '../../test/test-time.ts';
import { type App, createApp } from '../app.ts';
import { loadConfig } from '../config.ts';

const fleetSize = 500;

/** Old firmware has to be restored; one board of five comes back without a word. */
const kindOf = (index: number) => (['old', 'silent', 'new', 'new', 'new'] as const)[index % 5];

/** Sends what a board of that kind sends. */
async function comeBack(board: ProtocolBoard, kind: ReturnType<typeof kindOf>): Promise<void> {
  if (kind === 'silent') return;
  board.publish('template/name', kind === 'old' ? 'dht' : '0');
  expect(await board.subscribe()).toBe(0);
  if (kind === 'new') board.publish('info', info);
}

const time = new TestTime();
let directory: string;
let database: TestDatabase;
let server: App;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-fleet-'));
  database = await createTestDatabase();
  await stopSharedServer();
  time.start();
});
afterEach(async () => {
  try {
    await server.stop();
  } finally {
    time.stop();
  }
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Starts the server on the database; returns the port for boards. */
async function start(port = 'auto'): Promise<number> {
  const config = loadConfig(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: '0',
      MQTT_TLS_PORT: port,
      DATABASE_URL: database.url,
      DATA_DIR: join(directory, 'data'),
      LOG_LEVEL: 'silent',
    },
    directory,
  );
  server = createApp(config);
  return Number(new URL((await server.start()).mqtts).port);
}

const fleetOf = (port: number): ProtocolBoardOptions[] =>
  Array.from({ length: fleetSize }, () => ({ port, espid: nextEspid(), username: 'farmer@example.com' }));

/** An account whose boards all have D1 on and D2 at half. */
async function saveFleet(fleet: readonly ProtocolBoardOptions[]): Promise<void> {
  const { pool } = database.database;
  const { rows } = await pool.query(
    `insert into accounts (email, confirmed_at, password_hash) values ('farmer@example.com', now(), '-') returning id`,
  );
  await pool.query(
    `insert into devices (account_id, espid, name, family, "order")
     select $1, espid, espid, 'esp8266', n from unnest($2::text[]) with ordinality as fleet(espid, n)`,
    [rows[0].id, fleet.map(({ espid }) => espid)],
  );
  await pool.query(
    `insert into outputs (device_id, pin, mode, set_up, saved, reported)
     select id, pin, mode, true, value, value from devices, (values ('D1', 'digit', 1), ('D2', 'pwm', 128)) as saved(pin, mode, value)`,
  );
}

/** All at once, which is harder than what boards do, that wait 15 s since their last attempt. */
const connectAll = (fleet: readonly ProtocolBoardOptions[]) =>
  Promise.all(fleet.map((options) => ProtocolBoard.connect(options)));

test('check 34: after a restart 500 boards are back at once, each gets a response, and is sent at most 4 messages', async () => {
  const port = await start();
  const fleet = fleetOf(port);
  await saveFleet(fleet);
  await server.stop();

  await start(String(port));
  const first = await connectAll(fleet);
  await server.stop();
  await Promise.all(first.map(({ board }) => board.whenClosed()));

  await start(String(port));
  const connected = await connectAll(fleet);
  expect(connected.filter(({ connack }) => connack.code !== 0)).toEqual([]);

  const boards = connected.map(({ board }) => board);
  await Promise.all(boards.map((board, index) => comeBack(board, kindOf(index))));
  for (const board of boards) board.publish('data/update', '{"humid":75}');
  await Promise.all(boards.map((board) => board.ping()));
  await time.pass(1_000);
  await Promise.all(boards.map((board) => board.allEchoed()));
  await time.pass(2_000);
  await Promise.all(boards.map((board) => board.ping()));
  const sent = boards.map(({ inbox }) => inbox.map(({ subtopic }) => subtopic));
  expect(Math.max(...sent.map(({ length }) => length))).toBeLessThanOrEqual(4);
  expect(sent.filter((subtopics) => !subtopics.includes('timestamps'))).toEqual([]);
  expect(sent.map((subtopics) => subtopics.includes('io'))).toEqual(fleet.map((_, index) => kindOf(index) === 'old'));
  expect(boards.flatMap(({ violations }) => violations)).toEqual([]);
  for (const board of boards) board.destroy();
});
