import type { Command, ControlState } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HeldBoards, holdBoards } from '../../../../test/boards/held-boards.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let held: HeldBoards;
let owner: TestUser;
let stranger: TestUser;
let username: string;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  username = `${owner.email}/${await owner.connectionKey()}`;
  held = holdBoards();
});
afterAll(async () => {
  held.time.release();
  await server.stop();
});

let espid: string;
let board: TestBoard;
beforeEach(async () => {
  espid = nextEspid();
  board = await connect();
});
const connect = async (as = username) => held.add((await server.board({ espid, username: as })).board);

const path = (rest: string, id = espid) => `/api/device/${encodeURIComponent(id)}/${rest}`;
const io = (...pins: { pin: string; mode: string; value: number }[]) => owner.api('POST', path('io'), { pins });
const state = async (): Promise<ControlState> => (await owner.api('GET', path('control'))).body;
const valuesOf = (commands: readonly Command[]) => commands.map(({ value }) => value);
const digit = (pin: string, value: number) => ({ pin, mode: 'digit', value });
/** The next message that the server sent to the board; echoes of its own reports are none. */
const message = async (subtopic: string) => (await held.message(board, subtopic)).text;
/** Fails when the server sends something on a subtopic in time. */
async function quiet(subtopic: string): Promise<void> {
  await held.time.pass(10_000);
  const topic = `/${espid}/${subtopic}`;
  expect(board.received.filter((packet) => packet.cmd === 'publish' && packet.topic === topic)).toEqual([]);
}

describe('a command', () => {
  test('is sent, confirmed with its time, and known from then on, also who requested it', async () => {
    const live = await LiveSocket.open(server.http, owner.token);
    live.send({ type: 'watch', espids: [espid] });
    const response = await io(digit('D1', 1));
    expect(response.status).toBe(202);
    expect(response.body.commands).toMatchObject([
      { target: 'D1', value: '1', actor: { kind: 'person', name: owner.email } },
    ]);
    expect(await message('io')).toBe('D1:digit:1');
    expect((await state()).outputs).toMatchObject([{ pin: 'D1', wanted: 1, reported: null }]);
    board.publish('ioact', 'D1:act:1');
    await expect.poll(async () => (await state()).outputs[0]?.reported).toBe(1);
    const { outputs, commands } = await state();
    expect(outputs).toMatchObject([{ pin: 'D1', wanted: null, changedBy: { kind: 'person', name: owner.email } }]);
    expect(commands).toMatchObject([{ state: 'acknowledged', reason: null }]);
    expect(commands[0]?.answeredAt).toBeGreaterThanOrEqual(commands[0]?.sentAt ?? Number.NaN);
    const isSwitched = ({ outputs: [output] }: Pick<ControlState, 'outputs'>) => output?.reported === 1;
    expect(await live.next('control', ({ outputs: [output] }) => output?.wanted === 1)).toMatchObject({ espid });
    expect(await live.next('control', isSwitched)).toMatchObject({ espid, outputs, events: [] });
  });

  test('is found again at the moment when the board reported it', async () => {
    await io(digit('D1', 1));
    await message('io');
    board.publish('ioact', 'D1:act:1');
    await expect.poll(async () => (await state()).outputs[0]?.reported).toBe(1);
    const first = (await state()).commands[0]?.answeredAt ?? 0;
    await io(digit('D1', 0));
    await message('io');
    board.publish('ioact', 'D1:act:0');
    await expect.poll(async () => (await state()).outputs[0]?.reported).toBe(0);
    const second = (await state()).commands[0]?.answeredAt ?? 0;
    await io(digit('D1', 1));
    const switched = async (from: number, to: number) => {
      const { body } = await owner.api('GET', path(`switched?from=${from}&to=${to}`));
      return { before: valuesOf(body.before), commands: valuesOf(body.commands) };
    };
    expect(await switched(first - 1, first)).toEqual({ before: [], commands: [] });
    expect(await switched(first, second)).toEqual({ before: [], commands: ['1'] });
    expect(await switched(second, second + 60_000)).toEqual({ before: ['1'], commands: ['0'] });
    expect((await stranger.api('GET', path(`switched?from=${first}&to=${second}`))).status).toBe(404);
  });

  test('is found again with what else became of its target', async () => {
    await io(digit('D1', 1), digit('D2', 1));
    await message('io');
    for (const action of ['D1:act:1', 'D2:act:1', 'D1:act:0']) board.publish('ioact', action);
    await expect.poll(async () => (await state()).commands.length).toBe(3);
    const { body } = await owner.api('GET', path('commands?kind=output&target=D1'));
    expect(body.commands.map((one: Command) => [one.target, one.value, one.actor.kind, one.state])).toEqual([
      ['D1', '0', 'board', 'acknowledged'],
      ['D1', '1', 'person', 'acknowledged'],
    ]);
    expect((await owner.api('GET', path('commands?kind=event&target=D1'))).body.commands).toEqual([]);
    expect((await owner.api('GET', path('commands?kind=output&target=D1&limit=1'))).body.commands).toHaveLength(1);
    expect((await stranger.api('GET', path('commands?kind=output&target=D1'))).status).toBe(404);
  });

  test('for several pins goes out as one message', async () => {
    await io(digit('D1', 1), { pin: 'D2', mode: 'pwm', value: 128 });
    expect(await message('io')).toBe('D1:digit:1,D2:pwm:128');
  });

  test.each([
    ['io', { pins: [{ pin: '5', mode: 'digit', value: 1 }] }],
    ['io', { pins: [{ pin: 'D1', mode: 'DAC', value: 1 }] }],
    ['io', { pins: [{ pin: 'D1', mode: 'digit', value: 2 }] }],
    ['io', { pins: [digit('D1', 1), digit('D1', 0)] }],
    ['io', { pins: [{ pin: 'D1,D2', mode: 'digit', value: 1 }] }],
    ['io', { pins: [] }],
    ['event', { name: 'a:b', value: '1' }],
    ['event', { name: 'led', value: '' }],
    ['event', { name: 'led', value: '1,D1:digit:1' }],
    ['event', { name: 'led', value: 'a\u0000' }],
  ])('to %s that is no good is refused and nothing is sent: %j', async (subtopic, body) => {
    const before = board.received.length;
    const response = await owner.api('POST', path(subtopic), body);
    expect(response.status).toBe(400);
    expect((await state()).commands).toEqual([]);
    expect(
      board.received.slice(before).filter((packet) => packet.cmd === 'publish' && /io$|event$/.test(packet.topic)),
    ).toEqual([]);
  });

  test('of somebody else finds no device', async () => {
    for (const [method, rest, body] of [
      ['GET', 'control', undefined],
      ['POST', 'io', { pins: [digit('D1', 1)] }],
      ['POST', 'event', { name: 'led', value: '1' }],
      ['DELETE', 'outputs/D1', undefined],
    ] as const) {
      expect((await stranger.api(method, path(rest), body)).status, `${method} ${rest}`).toBe(404);
    }
  });

  test('is slowed down after twenty at once', async () => {
    const responses = await Promise.all(Array.from({ length: 25 }, (_, index) => io(digit('D1', index % 2))));
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.body.error).toContain('5 commands a second');
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('of a token that may control shows it', async () => {
    const { body } = await owner.api('POST', '/api/access-tokens', { name: 'x', scope: 'control', expiresInDays: 1 });
    const response = await server.api('POST', path('io'), { pins: [digit('D1', 1)] }, body.token);
    expect(response.body.commands[0].actor).toEqual({ kind: 'token', name: owner.email });
  });

  test('waits for a board that is away, and is sent when it is back without subscribing', async () => {
    await board.end();
    await expect.poll(async () => (await owner.api('GET', path('').slice(0, -1))).body.online).toBe(false);
    await io(digit('D1', 1));
    expect((await state()).commands).toMatchObject([{ state: 'queued' }]);
    board = await connect();
    expect(await message('io')).toBe('D1:digit:1');
  });
});

describe('a command that came to nothing', () => {
  test('is not what the board becomes after a restart of the server', async () => {
    await io(digit('D1', 1));
    await message('io');
    board.publish('ioact', 'D1:act:1');
    await expect.poll(async () => (await state()).outputs[0]?.reported).toBe(1);
    const stored = async () =>
      (
        await server.database.pool.query(
          'select saved from outputs join devices on devices.id = device_id where espid = $1',
          [espid],
        )
      ).rows[0]?.saved;
    await io(digit('D1', 0));
    await expect.poll(stored).toBe(0);
    expect(await message('io')).toBe('D1:digit:0');
    await held.time.pass(4_800);
    expect((await state()).commands[0]?.state).toBe('sent');
    await held.time.pass(200);
    expect((await state()).commands[0]?.state).toBe('failed');
    await expect.poll(stored).toBe(1);
  });

  test('of a device that was deleted does not reach anyone who has the board next', async () => {
    await owner.api('PUT', path('outputs/D5'), { mode: 'digit', name: 'Pump', locked: false, momentaryMs: 2_000 });
    await io(digit('D5', 1));
    expect(await message('io')).toBe('D5:digit:1');
    board.publish('ioact', 'D5:act:1');
    await expect.poll(async () => (await state()).commands.at(-1)?.state).toBe('acknowledged');
    expect((await owner.api('DELETE', path('').slice(0, -1))).status).toBe(200);
    const next = `${stranger.email}/${await stranger.connectionKey()}`;
    board = await connect(next);
    await expect.poll(async () => (await stranger.api('GET', path('').slice(0, -1))).body.online).toBe(true);
    await quiet('io');
  });
});

describe('events', () => {
  test('the second of two equal ones leaves after the response to the first', async () => {
    await owner.api('POST', path('event'), { name: 'led', value: '1' });
    expect(await message('event')).toBe('Event:led:1');
    await owner.api('POST', path('event'), { name: 'led', value: '1' });
    expect((await state()).commands.map((one) => one.state)).toEqual(['queued', 'sent']);
    board.publish('eventact', 'Event:led:1');
    expect(await message('event')).toBe('Event:led:1');
  });

  test('the same report three times is one change', async () => {
    for (let i = 0; i < 3; i++) board.publish('eventact', 'Event:led:1');
    await expect
      .poll(async () => (await state()).events)
      .toMatchObject([{ name: 'led', reported: '1', changedBy: { kind: 'board' } }]);
    board.publish('eventact', 'Event:led:0');
    await expect.poll(async () => (await state()).commands.length).toBe(2);
  });
});

describe('after its start a board becomes what it was', () => {
  beforeEach(async () => {
    await io(digit('D1', 1), { pin: 'D2', mode: 'pwm', value: 128 });
    await message('io');
    for (const action of ['D1:act:1', 'D2:act:128']) board.publish('ioact', action);
    await owner.api('POST', path('event'), { name: 'setpoint', value: '42' });
    await message('event');
    board.publish('eventact', 'Event:setpoint:42');
    await owner.api('PUT', path('outputs/D5'), { mode: 'digit', name: 'Pump', locked: false, momentaryMs: 200 });
    await io(digit('D5', 1));
    expect(await message('io')).toBe('D5:digit:1');
    board.publish('ioact', 'D5:act:1');
    expect(await message('io')).toBe('D5:digit:0');
    board.publish('ioact', 'D5:act:0');
    await expect.poll(async () => (await state()).commands.every((one) => one.state === 'acknowledged')).toBe(true);
    board.destroy();
    board = await connect();
  });

  test('with firmware that reports: once, in one message, without momentary states', async () => {
    await board.subscribe();
    board.publish('get/init', '');
    board.publish('info', '{"ip":"10.0.0.9","ssid":"x","RSSI":"-60","v":"1.0.8"}');
    expect(await message('io')).toBe('D1:digit:1,D2:pwm:128,Event:set:42:setpoint');
    board.publish('get/init', '');
    await quiet('io');
  });

  test('with firmware that only came back: nothing', async () => {
    await board.subscribe();
    board.publish('info', '{"ip":"10.0.0.9","ssid":"x","RSSI":"-60","v":"1.0.8"}');
    await quiet('io');
  });

  test('with old firmware: its pins, within two seconds', async () => {
    await board.subscribe();
    expect(await message('io')).toBe('D1:digit:1,D2:pwm:128');
  });
});

describe('a board that means harm', () => {
  test('cannot put another command behind the value that it is restored with', async () => {
    await owner.api('PUT', path('outputs/D1'), { mode: 'digit', name: 'Lamp', locked: false, momentaryMs: null });
    await owner.api('POST', path('event'), { name: 'led', value: '1' });
    await message('event');
    board.publish('eventact', 'Event:led:1');
    board.publish('eventact', 'Event:led:1,6:digit:1');
    board.publish('eventact', 'Event:a,D1:pwm:9:1');
    board.publish('ioact', 'D1:act:1');
    await expect.poll(async () => (await state()).outputs[0]?.reported).toBe(1);
    expect((await state()).events[0]?.reported).toBe('1,6:digit:1');
    board.destroy();
    board = await connect();
    await board.subscribe();
    board.publish('get/init', '');
    expect(await message('io')).toBe('D1:digit:1');
  });

  test('and reports without end takes the database from nobody, and its newest state is stored', async () => {
    // Above a thousand that wait for their echo a board is not read, and time stands still here.
    const reports = 900;
    for (let n = 1; n <= reports; n++) board.publish('ioact', `D1:act:${n % 200}`);
    board.publish('eventact', 'Event:..:1');
    const longest = `Event:long:${'x'.repeat(300)}`;
    board.publish('eventact', longest);
    board.publish('ioact', 'D2:act:1');
    await expect.poll(async () => (await state()).outputs.length).toBe(2);
    expect((await stranger.api('GET', '/api/profile/sessions')).status).toBe(200);
    const { rows } = await server.database.pool.query(
      'select count(*) as noted from commands join devices on devices.id = device_id where espid = $1',
      [espid],
    );
    expect(rows[0].noted).toBeLessThanOrEqual(60);
    const stored = () =>
      server.database.pool.query(
        "select reported from outputs join devices on devices.id = device_id where espid = $1 and pin = 'D1'",
        [espid],
      );
    await expect.poll(async () => (await stored()).rows[0]?.reported).toBe(reports % 200);
    expect((await state()).events).toEqual([]);
  });
});

test('reports of firmware 1.0.2 on the topics of commands are reports', async () => {
  board.publish('io', 'D1:act:1');
  board.publish('event', 'Event:x:1');
  await expect.poll(async () => (await state()).outputs[0]?.reported).toBe(1);
  await expect.poll(async () => (await state()).events[0]?.reported).toBe('1');
  expect((await state()).commands.every((one) => one.actor.kind === 'board')).toBe(true);
});
