import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestBoard } from '../../test/boards/test-board.ts';
import { LiveSocket } from '../../test/live-socket.ts';
import { nextEspid } from '../../test/protocol-bench.ts';
import { startTestServer, type TestServer, type TestUser, testPassword } from '../../test/server.ts';
import { EventBus } from '../platform/bus/index.ts';

const espid = nextEspid();
/** The events at which the listener threw that is called before all others. */
const failed = new Set<string>();

let server: TestServer;
let owner: TestUser;
let board: TestBoard;
let page: LiveSocket;

beforeAll(async () => {
  const { subscribe } = EventBus.prototype;
  const events = new Set<object>();
  const subscribing = vi.spyOn(EventBus.prototype, 'subscribe').mockImplementation(function (
    this: EventBus,
    event,
    name,
    listener,
  ) {
    const fail = () => {
      failed.add(event.name);
      throw new Error('This listener always fails');
    };
    if (!events.has(event)) subscribe.call(this, event, 'broken', fail);
    events.add(event);
    return subscribe.call(this, event, name, listener);
  });
  server = await startTestServer();
  subscribing.mockRestore();
  owner = await server.signup('owner@example.com');
  page = await LiveSocket.open(server.http, owner.token);
  ({ board } = await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` }));
});
afterAll(async () => {
  page.socket.close();
  await server.stop();
});

const path = (rest: string) => `/api/device/${espid}/${rest}`;

test('a board is shown as connected', async () => {
  await page.next('presence', (message) => message.espid === espid && message.online);
  expect(failed).toContain('device.presence-changed');
});

test('a point is echoed, shown and stored', async () => {
  board.publish('data/update', '{"temp":21.5}');
  await board.message('data/update');
  expect((await page.next('points', ({ replay }) => !replay)).points).toMatchObject([{ values: { temp: 21.5 } }]);
  await server.spoolEmpty();
  const { body } = await owner.api('GET', path(`history?from=0&to=${Date.now() + 60_000}&points=100`));
  expect(body.series.temp.value).toEqual([21.5]);
  await page.next('variables', (message) => message.espid === espid);
  expect(failed).toContain('point.received');
  expect(failed).toContain('variables.changed');
});

test('a press reaches the board, and its receipt is stored and shown', async () => {
  const response = await owner.api('POST', path('io'), { pins: [{ pin: 'D1', mode: 'digit', value: 1 }] });
  expect(response.status).toBe(202);
  expect((await board.message('io')).text).toBe('D1:digit:1');
  board.publish('ioact', 'D1:act:1');
  await page.next('control', ({ commands }) => commands.some(({ state }) => state === 'acknowledged'));
  const { body } = await owner.api('GET', path('control'));
  expect(body.outputs).toMatchObject([{ pin: 'D1', reported: 1, wanted: null }]);
  expect(body.commands).toMatchObject([{ target: 'D1', value: '1', state: 'acknowledged' }]);
  expect(failed).toContain('command.changed');
});

test('lines of the event log are written once', async () => {
  const texts = async () => {
    const { rows } = await server.database.pool.query<{ text: string }>('select text from device_log order by id');
    return rows.map(({ text }) => text).filter((text) => text.startsWith('io '));
  };
  await expect.poll(texts).toEqual(['io D1:digit:1']);
  await expect.poll(() => failed.has('device-log.written')).toBe(true);
  expect(await texts()).toEqual(['io D1:digit:1']);
});

test('a note and a changed device are shown', async () => {
  const note = { from: Date.now(), to: null, text: 'Repotted', tone: 'note' };
  expect((await owner.api('POST', path('annotations'), note)).status).toBe(201);
  await page.next('annotations', (message) => message.espid === espid);
  page.received.length = 0;
  expect((await owner.api('PATCH', `/api/device/${espid}`, { name: 'Greenhouse' })).status).toBe(200);
  await page.next('devices');
  expect(failed).toContain('annotations.changed');
  expect(failed).toContain('device.list-changed');
});

test('a session that ends ends its pages', async () => {
  const login = await server.api('POST', '/api/auth/login', { email: owner.email, password: testPassword });
  const other = await LiveSocket.open(server.http, login.body.access_token);
  await server.api('POST', '/api/auth/logout', undefined, login.body.access_token);
  await other.next('ended');
  expect(failed).toContain('session.ended');
});
