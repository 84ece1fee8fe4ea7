import type { Automation, AutomationState } from '@cyno/contract';
import { boardTopic, packetBytes } from '@cyno/device-protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type HeldBoards, holdBoards } from '../../../../test/boards/held-boards.ts';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { nextEspid } from '../../../../test/protocol-bench.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

let server: JoinedServer;
let held: HeldBoards;
let owner: TestUser;
let username: string;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  username = `${owner.email}/${await owner.connectionKey()}`;
  await owner.api('PATCH', '/api/profile', { timeZone: 'Asia/Bangkok' });
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
const connect = async () => held.add((await server.board({ espid, username })).board);
const message = (subtopic: string, to = board) => held.message(to, subtopic);

const info = '{"ip":"10.0.0.2","ssid":"net","RSSI":"-60","v":"1.0.8"}';
const path = (rest = '', id = espid) => `/api/device/${encodeURIComponent(id)}/automations${rest}`;
const state = async (): Promise<AutomationState> => (await owner.api('GET', path())).body;
const d1 = (value: number) => ({ kind: 'output', pin: 'D1', mode: 'digit', value });
const event = (name: string, value: string) => ({ kind: 'event', name, value });
const daily = (secondOfDay: number, action: object = d1(1)) => ({
  kind: 'timer',
  at: { type: 'time', secondOfDay },
  repeat: { type: 'daily' },
  action,
});
const rule = (threshold: number, more: object = {}) => ({
  kind: 'rule',
  conditions: [{ espid, key: 'temp', comparison: '>', threshold, release: null }],
  forSeconds: 0,
  action: d1(1),
  back: null,
  limit: null,
  activeHours: null,
  ...more,
});
const request = (definition: object, enabled = true) => ({ name: null, enabled, definition });
async function make(definition: object): Promise<Automation> {
  const response = await owner.api('POST', path(), request(definition));
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return response.body;
}

/** As firmware 1.0.8 does after its start; waits until it has received everything. */
async function start(one = board): Promise<void> {
  await one.subscribe();
  one.publish('get/init', '');
  one.publish('info', info);
  await message('timestamps', one);
}
async function again(signs: (one: TestBoard) => Promise<void>): Promise<TestBoard> {
  await board.end();
  const back = await connect();
  await signs(back);
  return back;
}
const notified = async (one: TestBoard) => {
  await one.subscribe();
  one.publish('info', info);
};
/** The next list on a subtopic; no message to a board may be retained by the broker, empty, or acknowledged. */
async function given(subtopic: 'timer' | 'automation'): Promise<string> {
  const { text, retain, qos } = await message(subtopic);
  expect([retain, qos, text.length > 0]).toEqual([false, 0, true]);
  return text;
}
/** Everything that the board was sent on the two leaves so far. */
const lists = (one = board) =>
  one.received.flatMap((packet) =>
    packet.cmd === 'publish' && /\/(timer|automation)$/.test(packet.topic)
      ? [[packet.topic.split('/').at(-1), String(packet.payload)]]
      : [],
  );
const knownTemp = async (value = 20) => {
  board.publish('data/update', `{"temp":${value}}`);
  await message('data/update');
};

describe('the lists', () => {
  test('go to the board when something is saved, and when the last entry goes the board gets an empty list', async () => {
    await start();
    expect(lists()).toEqual([]);
    await knownTemp();
    const timer = await make(daily(25_200));
    expect(await given('timer')).toBe('25200:e:g:D1:d:1');
    expect(timer.placement).toMatchObject({ where: 'board', note: null });
    const over = await make(rule(30));
    expect(await given('automation')).toBe('g:temp:>:30:D1:digit:1');
    await expect
      .poll(async () => (await state()).automations.map(({ placement }) => placement.delivered))
      .toEqual([true, true]);
    expect(await state()).toMatchObject({
      timers: { count: 1, maxCount: 20, bytes: 16, maxBytes: 450, deliveredAt: expect.any(Number) },
      rules: { count: 1, bytes: 22, deliveredAt: expect.any(Number) },
      timeZone: 'Asia/Bangkok',
      allowed: null,
    });
    await owner.api('PUT', path(`/${over.id}`), request(rule(30), false));
    expect(await given('automation')).toBe('no');
    await owner.api('DELETE', path(`/${timer.id}`));
    expect(await given('timer')).toBe('no');
  });

  test('go to a board that started, after what it is to be, and not to one that never had any', async () => {
    await start();
    expect(lists()).toEqual([]);
    await make(daily(60));
    await message('timer');
    await owner.api('POST', `/api/device/${encodeURIComponent(espid)}/io`, {
      pins: [{ pin: 'D2', mode: 'digit', value: 1 }],
    });
    await message('io');
    board.publish('ioact', 'D2:act:1');
    await expect
      .poll(
        async () =>
          (await owner.api('GET', `/api/device/${encodeURIComponent(espid)}/control`)).body.outputs[0]?.reported,
      )
      .toBe(1);
    const back = await again(start);
    const order = back.received.flatMap((packet) => (packet.cmd === 'publish' ? [packet.topic.split('/').at(-1)] : []));
    expect(order.filter((subtopic) => ['io', 'timer', 'automation'].includes(subtopic ?? ''))).toEqual(['io', 'timer']);
    expect(lists(back)).toEqual([['timer', '60:e:g:D1:d:1']]);
  });

  test('go to a board that was only away when they changed meanwhile, and else not', async () => {
    await start();
    const timer = await make(daily(60));
    await message('timer');
    board = await again(notified);
    await message('timestamps');
    expect(lists()).toEqual([]);
    await board.end();
    await expect
      .poll(async () => (await owner.api('GET', `/api/device/${encodeURIComponent(espid)}`)).body.online)
      .toBe(false);
    await owner.api('PUT', path(`/${timer.id}`), request(daily(120)));
    expect((await state()).automations[0]?.placement.delivered).toBe(false);
    expect((await state()).timers.deliveredAt).toBeNull();
    // It connects and sends nothing at all, as the library does after a quick reconnect.
    board = await connect();
    expect(await given('timer')).toBe('120:e:g:D1:d:1');
    await expect.poll(async () => (await state()).automations[0]?.placement.delivered).toBe(true);
  });

  test('are given again when the connection broke before the board was heard of again', async () => {
    await start();
    await make(daily(60));
    expect(await given('timer')).toBe('60:e:g:D1:d:1');
    board.destroy();
    board = await connect();
    await notified(board);
    expect(await given('timer')).toBe('60:e:g:D1:d:1');
  });

  test('that were cleared while the board was away are cleared on it when it is back', async () => {
    await start();
    const timer = await make(daily(60));
    await message('timer');
    await board.end();
    await expect
      .poll(async () => (await owner.api('GET', `/api/device/${encodeURIComponent(espid)}`)).body.online)
      .toBe(false);
    await owner.api('DELETE', path(`/${timer.id}`));
    board = await connect();
    await notified(board);
    expect(await given('timer')).toBe('no');
    board = await again(notified);
    await message('timestamps');
    expect(lists()).toEqual([]);
  });

  test('are cleared when the device is deleted, and given again when it is back', async () => {
    await start();
    await make(daily(60));
    await message('timer');
    await owner.api('DELETE', `/api/device/${encodeURIComponent(espid)}`);
    expect(await given('timer')).toBe('no');
    await board.whenClosed();
    await owner.api('POST', `/api/device/${encodeURIComponent(espid)}/restore`);
    expect((await state()).automations).toHaveLength(1);
    board = await connect();
    await notified(board);
    expect(await given('timer')).toBe('60:e:g:D1:d:1');
  });

  test('leave out a pin that is set up to switch back after a moment', async () => {
    await start();
    await make(daily(60));
    await message('timer');
    const settings = { mode: 'digit', name: null, locked: false, momentaryMs: 500 };
    await owner.api('PUT', `/api/device/${encodeURIComponent(espid)}/outputs/D1`, settings);
    expect(await given('timer')).toBe('no');
    expect((await state()).automations[0]?.placement.reason).toContain('after a moment');
  });

  test('of firmware that does not report its version hold what it is known to do', async () => {
    const weekly = { ...daily(60, event('led', '1')), repeat: { type: 'weekly', days: [1] } };
    const first = await make(daily(60));
    await make(weekly);
    expect(first.placement).toMatchObject({ where: 'server', reason: expect.stringContaining('has not reported') });
    await board.subscribe();
    await message('timestamps');
    expect(lists()).toEqual([]);
    // Firmware 1.0.7 announces its template with a version, and nothing else.
    board = await again(async (one) => {
      one.publish('template/name', 'dht,1');
      await one.subscribe();
    });
    expect(await given('timer')).toBe('60:e:g:D1:d:1');
    expect((await state()).automations.map(({ placement }) => placement.where)).toEqual(['board', 'server']);
    // It cannot report whether it started, so it is given the list again.
    board = await again(async (one) => {
      one.publish('template/name', 'dht,1');
      await one.subscribe();
    });
    expect(await given('timer')).toBe('60:e:g:D1:d:1');
    // Reports on their own topic are known since 1.0.4, which has timers for outputs only.
    await make(daily(90, event('led', '1')));
    expect(await given('timer')).toBe('60:e:g:D1:d:1,90:e:e:led::1');
    board = await again(async (one) => {
      await one.subscribe();
      await message('timestamps', one);
    });
    expect(await given('timer')).toBe('no');
    board.publish('ioact', 'D5:act:0');
    expect(await given('timer')).toBe('60:e:g:D1:d:1');
    expect((await state()).automations[2]?.placement.reason).toContain('1.0.6');
  });

  test('hold no second twice, no output of the week, and not more than the board takes', async () => {
    await start();
    await make({ ...daily(60), repeat: { type: 'weekly', days: [1, 2] } });
    await make(daily(60, event('水やり', '開始')));
    const second = await make(daily(60, event('a', '1')));
    expect(second.placement.note).toContain('00:01:01');
    for (let index = 0; index < 30; index += 1)
      await make(daily(3_600 + index, event(`n${'x'.repeat(20)}${index}`, '1')));
    await held.time.pass(5_000);
    expect((await state()).timers.deliveredAt).not.toBeNull();
    const given = lists().map(([, payload]) => payload ?? '');
    for (const payload of given) {
      const entries = payload.split(',');
      expect(entries.length).toBeLessThanOrEqual(20);
      expect(new Set(entries.map((entry) => entry.split(':')[0])).size).toBe(entries.length);
      expect(payload).not.toContain(':w:g');
      expect(packetBytes(boardTopic(espid, 'timer'), Buffer.byteLength(payload))).toBeLessThanOrEqual(512);
    }
    const { automations, timers } = await state();
    expect(automations.filter(({ placement }) => placement.where === 'board').length).toBe(timers.count);
    expect(timers.bytes).toBeLessThanOrEqual(timers.maxBytes);
    expect(automations.at(-1)?.placement.reason).toMatch(/^Runs on the server: the board keeps \d+ /);
  });
});

describe('what a board does by itself', () => {
  const runs = async () => (await owner.api('GET', path('/runs'))).body.runs;
  const changedBy = async (pin: string) => {
    const { body } = await owner.api('GET', `/api/device/${encodeURIComponent(espid)}/control`);
    return body.outputs.find((output: { pin: string }) => output.pin === pin)?.changedBy;
  };
  /** The second of the day in Bangkok, so far from now. */
  const secondIn = (seconds: number) => (Math.floor(Date.now() / 1_000) + 7 * 3_600 + seconds) % 86_400;

  test('a timer is named, once in the log', async () => {
    await start();
    await owner.api('POST', path(), { ...request(daily(secondIn(3))), name: 'Morning' });
    await message('timer');
    board.publish('ioact', 'D1:act:1');
    await expect.poll(() => changedBy('D1')).toMatchObject({ kind: 'timer', name: 'Morning' });
    await expect
      .poll(runs)
      .toMatchObject([
        { phase: 'start', outcome: 'done', why: expect.stringContaining('The board ran it by itself.') },
      ]);
    board.publish('ioact', 'D1:act:1');
    await message('ioact');
    const [run, ...others] = await runs();
    expect(others).toEqual([]);
    const { automationId: automation, dueAt, phase, step } = run;
    expect((await changedBy('D1')).run).toEqual({ automation, dueAt, phase, step });
    // The same pin without a timer at this time is the sketch's own doing.
    board.publish('ioact', 'D1:act:0');
    await expect.poll(() => changedBy('D1')).toEqual({ kind: 'board', name: null });
    expect(await runs()).toHaveLength(1);
  });

  test('a timer that changes hands next to its time is run by one of the two', async () => {
    // The firmware reports nothing, so the server runs the timer until the board is known to have timers.
    await board.subscribe();
    await message('timestamps');
    await owner.api('POST', path(), request(daily(secondIn(2))));
    await held.time.pass(1_200);
    board.publish('ioact', 'D5:act:0');
    await held.time.pass(1_500);
    const io = () =>
      board.received.flatMap((one) =>
        one.cmd === 'publish' && one.topic.endsWith('/io') ? [String(one.payload)] : [],
      );
    expect(io()).toEqual(['D1:digit:1']);
    expect(lists()).toEqual([]);
    // It has the list for the next day as soon as its clock is surely past the time.
    expect(await given('timer')).toMatch(/^\d+:e:g:D1:d:1$/);
    expect(await runs()).toHaveLength(1);
  });

  test('a board of old firmware that only comes back keeps its timers', async () => {
    await board.subscribe();
    await message('timestamps');
    await make(daily(secondIn(3_600)));
    board.publish('ioact', 'D5:act:0');
    expect(await given('timer')).toMatch(/^\d+:e:g:D1:d:1$/);
    board = await again(async (one) => {
      await one.subscribe();
      await message('timestamps', one);
    });
    await held.time.pass(3_000);
    // It is not instructed to forget them, and to have them again as soon as it reports something.
    expect(lists().filter(([, list]) => list === 'no')).toEqual([]);
    expect((await state()).automations).toMatchObject([{ placement: { where: 'board', delivered: true } }]);
  });

  test('a timer that ran once is done, and is not given to the board again', async () => {
    await start();
    const date = new Date(Date.now() + 7 * 3_600_000 + 3_000).toISOString().slice(0, 10);
    const once = await make({ ...daily(secondIn(3)), repeat: { type: 'once', date } });
    expect(await given('timer')).toMatch(/^\d+:o:g:D1:d:1$/);
    board.publish('ioact', 'D1:act:1');
    expect(await given('timer')).toBe('no');
    expect((await state()).automations).toMatchObject([{ id: once.id, enabled: false, nextAt: null }]);
    const back = await again(start);
    expect(lists(back)).toEqual([]);
  });

  test('a rule is named as long as its condition holds, and is one run however often it fires', async () => {
    await start();
    await knownTemp();
    await make(rule(30));
    await message('automation');
    board.publish('ioact', 'D1:act:1');
    await expect.poll(() => changedBy('D1')).toEqual({ kind: 'board', name: null });
    board.publish('ioact', 'D1:act:0');
    await knownTemp(31.5);
    for (let round = 0; round < 3; round += 1) board.publish('ioact', 'D1:act:1');
    await expect.poll(() => changedBy('D1')).toMatchObject({ kind: 'rule', name: 'temp above 30' });
    await expect.poll(async () => (await runs())[0]?.why).toContain('Temperature was 31.5 °C, above 30');
    board.publish('ioact', 'D1:act:1');
    await knownTemp(32);
    expect(await runs()).toHaveLength(1);
  });
});
