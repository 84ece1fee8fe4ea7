import type { DeviceLogLine } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../../../../test/boards/test-board.ts';
import { LiveSocket } from '../../../../../test/live-socket.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../../test/server.ts';

const espid = 'ESP32-D0WDQ6-100_0a7e0001';
let server: JoinedServer;
let owner: TestUser;
let stranger: TestUser;
let board: TestBoard;
beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  board = (await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}` })).board;
});
afterAll(() => server.stop());

const lines = async (query = ''): Promise<DeviceLogLine[]> =>
  (await owner.api('GET', `/api/device/${espid}/log${query}`)).body.lines;

describe('the console of a device', () => {
  test('shows what the board writes, what it is sent, what it reports, and how well it hears', async () => {
    board.publish('debug', 'pump is dry');
    board.publish('info', '{"ip":"10.0.0.9","ssid":"Farm","RSSI":"-61","v":"1.0.8"}');
    await owner.api('POST', `/api/device/${espid}/io`, { pins: [{ pin: '4', mode: 'digit', value: 1 }] });
    await board.message('io');
    board.publish('ioact', '4:act:1');
    await expect
      .poll(async () => (await lines('?kinds=debug,info,command,act')).map(({ kind, text }) => [kind, text]).reverse())
      .toEqual([
        ['debug', 'pump is dry'],
        ['info', 'signal -61 dBm, Wi-Fi "Farm", 10.0.0.9, firmware 1.0.8'],
        ['command', 'io 4:digit:1'],
        ['act', '4:act:1'],
      ]);
  });

  test('keeps the bytes of a message that could not be read', async () => {
    board.publish('data/update', Buffer.from([0x7b, 0x22, 0xff, 0x00, 0x5c, 0x0a]));
    await expect.poll(() => lines('?kinds=bad_message')).toMatchObject([{ raw: '{"\\xff\\x00\\x5c\\x0a' }]);
  });

  test('reports what the board publishes where nobody listens, once for each topic of a connection', async () => {
    for (const topic of ['/somebody-else/io', 'temp', 'temp']) board.publishTo(topic, '1');
    await expect
      .poll(async () => (await lines('?kinds=note')).map(({ text }) => text).reverse())
      .toEqual(['Acknowledged, not used: /somebody-else/io', 'Acknowledged, not used: temp']);
  });

  test('is searched without case, and by kind', async () => {
    expect((await lines('?search=PUMP%20is')).map(({ text }) => text)).toEqual(['pump is dry']);
    expect((await lines('?search=%25')).length).toBe(0);
    expect((await lines('?kinds=act,command')).map(({ kind }) => kind)).toEqual(['act', 'command']);
    expect((await owner.api('GET', `/api/device/${espid}/log?kinds=nonsense`)).status).toBe(400);
  });

  test('is searched as it is worded in another language, and as it is stored', async () => {
    const found = async (search: string) =>
      (await lines(`?language=th&kinds=info,debug&${new URLSearchParams({ search })}`)).map(({ text }) => text);
    const signal = ['signal -61 dBm, Wi-Fi "Farm", 10.0.0.9, firmware 1.0.8'];
    expect(await found('เฟิร์มแวร์')).toEqual(signal);
    expect(await found('FIRMWARE')).toEqual(signal);
    expect(await found('ไม่มี')).toEqual([]);
  });

  test('is pushed to the page that shows it, and to nobody else', async () => {
    const visible = await LiveSocket.open(server.http, owner.token);
    const other = await LiveSocket.open(server.http, owner.token);
    const foreign = await LiveSocket.open(server.http, stranger.token);
    for (const live of [visible, foreign]) live.send({ type: 'console', espid });
    for (const live of [visible, foreign]) await live.settled();
    board.publish('debug', 'live line');
    expect(await visible.next('log')).toMatchObject({ espid, lines: [{ kind: 'debug', text: 'live line' }] });
    for (const live of [other, foreign]) expect(live.received.filter(({ type }) => type === 'log')).toEqual([]);
    visible.send({ type: 'console', espid: null });
  });
});
