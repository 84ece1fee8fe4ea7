import type { ControlState, DeviceLogLine } from '@cyno/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HeldBoards, holdBoards } from '../../../../test/boards/held-boards.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let held: HeldBoards;
let owner: TestUser;
let stranger: TestUser;
let serial = 0;
const tokens: Record<string, string> = {};

const givePlan = async (plan: string) => {
  const { rows } = await server.database.pool.query('select id from accounts where email = $1', [owner.email]);
  expect((await owner.api('POST', `/api/admin/users/${rows[0].id}/plan`, { plan })).status).toBe(200);
};

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  await givePlan('pro');
  for (const [name, user, scope] of [
    ['control', owner, 'control'],
    ['read', owner, 'read'],
    ['foreign', stranger, 'control'],
  ] as const) {
    tokens[name] = (await user.api('POST', '/api/access-tokens', { name, scope, expiresInDays: 1 })).body.token;
  }
  held = holdBoards();
});
afterAll(async () => {
  held.time.release();
  await server.stop();
});

let espid: string;
let board: TestBoard;
const connectBoard = async () => {
  board = held.add((await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` })).board);
};
beforeEach(async () => {
  serial += 1;
  const mac = `ECFABD${serial.toString(16).toUpperCase().padStart(6, '0')}`;
  espid = `ESP8266-${Number.parseInt(mac.slice(6), 16)}_${mac}`;
  await connectBoard();
});

const api = (method: string, rest: string, body?: unknown) =>
  owner.api(method, `/api/device/${encodeURIComponent(espid)}/${rest}`, body);
const state = async (): Promise<ControlState> => (await api('GET', 'control')).body;
const log = async (): Promise<DeviceLogLine[]> => (await api('GET', 'log')).body.lines;
const lines = async () => (await log()).filter(({ kind }) => kind === 'bad_message').map(({ text }) => text);
const apps: TestBoard[] = [];
const app = async (token = 'control', username = owner.email): Promise<TestBoard> => {
  const { board: program } = await server.board({
    espid: `app-${serial}-${apps.length}`,
    username,
    password: tokens[token] ?? '',
  });
  apps.push(held.add(program));
  return program;
};
afterEach(() => {
  for (const program of apps.splice(0)) program.destroy();
});
const topic = (subtopic: string) => `/${espid}/${subtopic}`;

describe('what an app publishes', () => {
  test('to io becomes commands of its owner, which the board is sent, and which are confirmed as others', async () => {
    const program = await app();
    await program.puback(program.publishTo(topic('io'), 'D1:digit:on,D2:pwm:128,Event:set:42:setpoint\n', 1));
    const { commands } = await state();
    expect(commands.map(({ target, value }) => [target, value])).toEqual([
      ['setpoint', '42'],
      ['D2', '128'],
      ['D1', '1'],
    ]);
    expect(commands[0]?.actor).toEqual({ kind: 'token', name: owner.email });
    expect((await held.message(board, 'io')).text).toBe('D1:digit:1,D2:pwm:128');
    for (const action of ['D1:act:1', 'D2:act:128']) board.publish('ioact', action);
    expect((await held.message(board, 'event')).text).toBe('Event:setpoint:42');
    board.publish('eventact', 'Event:setpoint:42');
    await expect
      .poll(async () => (await state()).commands.map((one) => one.state))
      .toEqual(Array(3).fill('acknowledged'));
    expect((await state()).outputs[0]?.changedBy).toEqual({ kind: 'token', name: owner.email });
  });

  test('to event becomes a command, and the newest of several for one target counts', async () => {
    await board.end();
    const program = await app();
    for (const value of ['1', '2', '3']) program.publishTo(topic('event'), `Event:speed:${value}`);
    await expect.poll(async () => (await state()).commands).toHaveLength(3);
    await connectBoard();
    expect((await held.message(board, 'event')).text).toBe('Event:speed:3');
    expect((await state()).commands.map((one) => one.state)).toEqual(['sent', 'superseded', 'superseded']);
  });

  test('for a board that is away waits for it', async () => {
    await board.end();
    const program = await app();
    await program.puback(program.publishTo(topic('io'), 'D1:digit:1', 1));
    expect((await state()).commands).toMatchObject([{ target: 'D1', state: 'queued' }]);
  });

  test('is acknowledged with QoS 2 too, and done once when it is repeated', async () => {
    const program = await app();
    for (const dup of [false, true]) {
      program.send({
        cmd: 'publish',
        topic: topic('io'),
        payload: 'D1:digit:1',
        qos: 2,
        messageId: 9,
        dup,
        retain: false,
      });
    }
    await program.next((packet): packet is typeof packet & { cmd: 'pubrec' } => packet.cmd === 'pubrec');
    expect((await state()).commands).toHaveLength(1);
  });

  test('is acknowledged only when it is written down', async () => {
    const program = await app();
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('lock table commands in access exclusive mode');
    const id = program.publishTo(topic('io'), 'D1:digit:1', 1);
    const waiting = `select 1 from pg_locks where relation = 'commands'::regclass and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await server.database.pool.query(waiting)).rowCount).toBe(1);
    // A response that comes behind all that was sent before.
    program.send({ cmd: 'pingreq' });
    await program.next((packet): packet is typeof packet => packet.cmd === 'pingresp');
    expect(program.received.filter(({ cmd }) => cmd === 'puback')).toEqual([]);
    await client.query('rollback');
    client.release();
    await program.puback(id);
    expect((await held.message(board, 'io')).text).toBe('D1:digit:1');
  });
});

describe('an app that may not', () => {
  test.each([
    ['io', '5:digit:1', 'no pin'],
    ['io', 'D1:digit:2', '0 to 1'],
    ['io', 'D1:DAC:2', 'no analogue'],
    ['io', 'D1:act:1', 'digit, pwm or DAC'],
    ['io', 'D1:digit:1,D9:digit:1', 'no pin'],
    ['io', 'D1:digit:1,D1:digit:0', 'each pin once'],
    ['io', 'D1:digit:1,Event:set:1:a:b', 'Event:set:value:name'],
    ['io', '', 'pin:mode:value'],
    ['io', Buffer.from([0x44, 0xff]), 'UTF-8'],
    ['event', 'led:1', 'Event:name:value'],
    ['event', 'Event:led:', 'needs a value'],
    ['event', 'Event:led:1,D1:digit:1', 'no colon, comma'],
    ['event', 'Event:led:a\u0000', 'Event:name:value'],
    ['reboot', 'now', 'io and event only'],
    ['ota/start', 'token', 'io and event only'],
    ['timer', 'no', 'io and event only'],
    ['io/x', 'D1:digit:1', 'io and event only'],
    ['data/update', '{"temp":1}', 'io and event only'],
  ])('publishes to %s: %j, and it is dropped with a line that says why', async (subtopic, payload, text) => {
    const program = await app();
    await program.puback(program.publishTo(topic(subtopic), payload, 1));
    await expect.poll(lines).toEqual([expect.stringContaining(text)]);
    expect((await state()).commands).toEqual([]);
    expect(board.received.filter((packet) => packet.cmd === 'publish')).toEqual([]);
    const { body } = await api('GET', 'history?from=0&keys=temp');
    expect(JSON.stringify(body)).not.toContain('"temp":1');
  });

  test('with a token that may only read changes nothing', async () => {
    const program = await app('read');
    await program.puback(program.publishTo(topic('io'), 'D1:digit:1', 1));
    await expect.poll(lines).toEqual([expect.stringContaining('may only read')]);
    expect((await state()).commands).toEqual([]);
  });

  test('of another account reaches nothing, and the owner hears nothing of it', async () => {
    const program = await app('foreign', stranger.email);
    await program.puback(program.publishTo(topic('io'), 'D1:digit:1', 1));
    await program.puback(program.publishTo('/nobody/io', 'D1:digit:1', 1));
    await program.puback(program.publishTo(topic('event'), 'Event:led:1', 1));
    expect((await state()).commands).toEqual([]);
    expect((await log()).filter(({ kind }) => kind === 'bad_message')).toEqual([]);
  });

  test('switch a device that the plan pauses gets the reason', async () => {
    await givePlan('free');
    const program = await app();
    await program.puback(program.publishTo(topic('io'), 'D1:digit:1', 1));
    await givePlan('pro');
    expect((await state()).commands).toEqual([]);
    await expect.poll(lines).toEqual([expect.stringContaining('paused')]);
  });

  test('publishes faster than boards take commands, and what is above is dropped and reported', async () => {
    const program = await app();
    for (let n = 0; n < 60; n++) program.publishTo(topic('io'), `D1:digit:${n % 2}`);
    await program.puback(program.publishTo(topic('io'), 'D2:digit:1', 1));
    expect((await state()).commands.length).toBeLessThanOrEqual(22);
    await expect.poll(async () => (await lines())[0]).toContain('5 commands a second');
    expect((await api('GET', 'control')).status).toBe(200);
  });

  test('sets more with one message than the board takes commands for at once, and nothing of it is done', async () => {
    const program = await app();
    const events = (count: number) => Array.from({ length: count }, (_, n) => `Event:set:1:e${n}`);
    await program.puback(program.publishTo(topic('io'), ['D1:digit:1', ...events(20)].join(), 1));
    await expect.poll(lines).toEqual([expect.stringContaining('more than 20 commands')]);
    program.publishTo(topic('io'), events(12).join());
    await program.puback(program.publishTo(topic('io'), ['D1:digit:1', ...events(12)].join(), 1));
    await expect.poll(async () => (await lines()).join()).toContain('5 commands a second');
    expect((await state()).commands).toHaveLength(12);
  });

  test('and whose token is revoked is cut off at once', async () => {
    const { body } = await owner.api('POST', '/api/access-tokens', {
      name: 'gone',
      scope: 'control',
      expiresInDays: 1,
    });
    tokens.gone = body.token;
    const program = await app('gone');
    await owner.api('DELETE', `/api/access-tokens/${body.id}`);
    await program.whenClosed();
    expect((await state()).commands).toEqual([]);
  });
});

test('apps see what boards report, and not what other apps request', async () => {
  const watcher = await app();
  await watcher.subscribe('#');
  const program = await app();
  await program.puback(program.publishTo(topic('io'), 'D1:digit:1', 1));
  board.publish('ioact', 'D1:act:1');
  const seen = await watcher.next((packet): packet is typeof packet & { cmd: 'publish' } => packet.cmd === 'publish');
  expect(seen.topic).toBe(topic('ioact'));
});
