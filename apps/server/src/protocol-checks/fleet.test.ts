import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { info, nextEspid } from '../../test/protocol-bench.ts';
import { ProtocolBoard, type ProtocolBoardOptions } from '../../test/protocol-board.ts';

const mainFile = fileURLToPath(new URL('../main.ts', import.meta.url));
const fleetSize = 500;
/** Boards wait 15 s since their last attempt, so they do not all come at once; this is harder. */
const spreadMs = 10_000;

/** Old firmware has to be restored; one board of five comes back without a word. */
const kindOf = (index: number) => (['old', 'silent', 'new', 'new', 'new'] as const)[index % 5];

/** Says what a board of that kind says; answers how long SUBACK took, ms. */
async function comeBack(board: ProtocolBoard, kind: ReturnType<typeof kindOf>): Promise<number | undefined> {
  if (kind === 'silent') return undefined;
  board.publish('template/name', kind === 'old' ? 'dht' : '0');
  const { ms } = await board.subscribe();
  if (kind === 'new') board.publish('info', info);
  return ms;
}

let directory: string;
let database: TestDatabase;
let server: ChildProcess;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-fleet-'));
  database = await createTestDatabase();
});
afterEach(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

/** Starts the server as people do; answers its address and the port for boards. */
async function start(port = 'auto'): Promise<{ http: string; port: number; setupUrl: string | null }> {
  server = spawn(process.execPath, [mainFile], {
    cwd: directory,
    env: {
      PATH: '/usr/bin:/bin',
      HOST: '127.0.0.1',
      PORT: '0',
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: '0',
      MQTT_TLS_PORT: port,
      DATABASE_URL: database.url,
      DATA_DIR: join(directory, 'data'),
      READY_JSON: '1',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!server.stdout) throw new Error('The server has no output.');
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.startsWith('{"ready"')) continue;
    const ready = JSON.parse(line);
    return { ...ready, port: Number(new URL(ready.mqtts).port) };
  }
  throw new Error('The server did not start.');
}

const fleetOf = (port: number): ProtocolBoardOptions[] =>
  Array.from({ length: fleetSize }, () => ({ port, espid: nextEspid(), username: 'farmer@example.com' }));

/** An account whose boards all have D1 on and D2 at half. */
async function keepFleet(fleet: readonly ProtocolBoardOptions[]): Promise<void> {
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
    `insert into outputs (device_id, pin, mode, saved, reported)
     select id, pin, mode, value, value from devices, (values ('D1', 'digit', 1), ('D2', 'pwm', 128)) as kept(pin, mode, value)`,
  );
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** One after the other within the time that they are spread over. */
const connectAll = (fleet: readonly ProtocolBoardOptions[]) =>
  Promise.all(
    fleet.map(async (options, index) => {
      await wait((spreadMs * index) / fleetSize);
      return ProtocolBoard.connect(options);
    }),
  );
const longest = (times: readonly number[]) => Math.max(...times);

test('check 34: after a restart 500 boards are back within 60 s, each with CONNACK within 1 s and at most 4 messages', async () => {
  const { port } = await start();
  const fleet = fleetOf(port);
  await keepFleet(fleet);
  const first = await connectAll(fleet);
  server.kill('SIGTERM');
  await Promise.all(first.map(({ board }) => board.whenClosed()));
  await once(server, 'exit');

  await start(String(port));
  const begin = performance.now();
  const connected = await connectAll(fleet);
  expect(performance.now() - begin).toBeLessThan(60_000);
  expect(connected.filter(({ connack }) => connack.code !== 0)).toEqual([]);
  expect(longest(connected.map(({ connack }) => connack.ms))).toBeLessThan(1_000);

  const boards = connected.map(({ board }) => board);
  const answers = await Promise.all(boards.map((board, index) => comeBack(board, kindOf(index))));
  expect(longest(answers.flatMap((ms) => ms ?? []))).toBeLessThan(1_000);
  await wait(3_000);
  const sent = boards.map(({ inbox }) => inbox.map(({ leaf }) => leaf));
  expect(longest(sent.map(({ length }) => length))).toBeLessThanOrEqual(4);
  expect(sent.filter((leaves) => !leaves.includes('timestamps'))).toEqual([]);
  expect(sent.map((leaves) => leaves.includes('io'))).toEqual(fleet.map((_, index) => kindOf(index) === 'old'));
  expect(boards.flatMap(({ violations }) => violations)).toEqual([]);
  for (const board of boards) board.destroy();
}, 120_000);
