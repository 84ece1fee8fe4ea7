import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishPacket, RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const own = `/${boardId}`;
let server: TestBroker;

beforeEach(async () => {
  server = await startTestBroker();
});
afterEach(async () => {
  await server.stop();
});

const login = (espid = boardId, account = '1') => RawClient.login(server.plainPort, espid, account);

test('echoes a publication once, byte for byte, without any SUBSCRIBE', async () => {
  const board = await login();
  board.publish(`${own}/data/update`, '{"humid": 75,"temp":nan');
  await board.settle();
  expect(board.all('publish')).toMatchObject([
    { topic: `${own}/data/update`, payload: Buffer.from('{"humid": 75,"temp":nan'), qos: 0, retain: false, dup: false },
  ]);
  expect(server.messages).toMatchObject([
    { espid: boardId, subtopic: 'data/update', payload: Buffer.from('{"humid": 75,"temp":nan'), qos: 0 },
  ]);
});

test('echoes every subtopic once, also an empty payload and one that looks like a command', async () => {
  const board = await login();
  board.subscribe(`${own}/#`);
  const publications = [
    ['get/init', ''],
    ['gettimestamps', ''],
    ['template/name', 'dht,1'],
    ['info', '{"ip":"10.0.0.2","ssid":"a"b\\<script>","RSSI":"-61","v":"1.0.8"}'],
    ['ioact', 'D1:act:1'],
    ['io', '5:act:1'],
    ['eventact', 'Event:led:1'],
    ['debug', 'free\ttext \u00e9\u0e04'],
  ] as const;
  board.send(...publications.map(([subtopic, payload]) => publishPacket(`${own}/${subtopic}`, payload)));
  await board.settle();
  const echoes = board.all('publish').map(({ topic, payload }) => [topic, payload.toString()]);
  expect(echoes).toEqual(publications.map(([subtopic, payload]) => [`${own}/${subtopic}`, payload]));
  expect(await server.count('echoed_total')).toBe(publications.length);
});

test('strips RETAIN and DUP, and stores nothing for later', async () => {
  const board = await login();
  board.publish(`${own}/reboot`, 'again', { qos: 1, retain: true, dup: true, messageId: 9 });
  expect(await board.next('publish')).toMatchObject({ qos: 0, retain: false, dup: false });
  board.end();
  const returned = await login();
  returned.subscribe(`${own}/#`);
  await returned.settle();
  expect(returned.all('publish')).toEqual([]);
});

test('returns every SUBSCRIBE of its own topics with 0 and doubles nothing', async () => {
  const board = await login();
  for (let messageId = 1; messageId <= 3; messageId += 1) {
    board.subscribe(`${own}/#`, 2, messageId);
    expect(await board.next('suback')).toMatchObject({ messageId, granted: [0] });
  }
  board.publish(`${own}/ioact`, 'D1:act:1');
  await board.settle();
  expect(board.all('publish')).toHaveLength(1);
  expect(server.events).toEqual([
    `connected 1 ${boardId}`,
    `subscribed 1 ${boardId} first`,
    `subscribed 1 ${boardId} again`,
    `subscribed 1 ${boardId} again`,
  ]);
});

test('stays subscribed after UNSUBSCRIBE', async () => {
  const board = await login();
  board.send({ cmd: 'unsubscribe', messageId: 5, unsubscriptions: [`${own}/#`] });
  expect(await board.next('unsuback')).toMatchObject({ messageId: 5 });
  board.publish(`${own}/debug`, 'still here');
  await board.settle();
  expect(board.all('publish')).toHaveLength(1);
});

test('refuses every other filter of a board with 0x80', async () => {
  const board = await login();
  const filters = ['#', '+/+/#', '$SYS/#', '/other/#', `${own}/io`, own, `${own}x/#`, `/${boardId.toLowerCase()}/#`];
  board.send({ cmd: 'subscribe', messageId: 3, subscriptions: filters.map((topic) => ({ topic, qos: 1 })) });
  expect((await board.next('suback')).granted).toEqual(filters.map(() => 0x80));
  expect(server.events).toEqual([`connected 1 ${boardId}`]);
});

describe.each([
  ['SUBSCRIBE', 0x82, [0]],
  ['UNSUBSCRIBE', 0xa2, []],
] as const)('%s of a board', (_, header, behindEach) => {
  const packet = (filters: string[]) => {
    const body = filters.flatMap((filter) => [0, filter.length, ...Buffer.from(filter), ...behindEach]);
    return Buffer.from([header, 2 + body.length, 0, 1, ...body]);
  };

  test.each(['a#', '#/a', '/+x/a', '/a/#/b', ''])('[MQTT-4.7.1] a filter as wrong as "%s" ends it', async (filter) => {
    const board = await login();
    board.send(packet([`${own}/#`, filter]));
    await board.closed;
    expect(board.received.map(({ cmd }) => cmd)).toEqual(['connack']);
    expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} protocol_error`);
  });

  test('takes 8 filters, and ends the connection for 9 with one line in the log', async () => {
    const board = await login();
    board.send(packet(Array(8).fill('a')));
    await board.settle();
    expect(board.received.map(({ cmd }) => cmd)).toContain(header === 0x82 ? 'suback' : 'unsuback');
    board.send(packet(Array(9).fill('a')));
    await board.closed;
    expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} protocol_error`);
    expect(server.logLines).toMatchObject([{ client: boardId, why: 'more than 8 topic filters in one packet' }]);
  });
});

test.each(['puback', 'pubrec', 'pubcomp'] as const)('a %s, which answers nothing, ends the connection', async (cmd) => {
  const board = await login();
  board.send(...Array.from({ length: 5_000 }, () => ({ cmd, messageId: 7 })));
  await board.closed;
  expect(board.received.map((packet) => packet.cmd)).toEqual(['connack']);
  expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} protocol_error`);
  expect(server.logLines).toHaveLength(1);
});

test('reports once for each topic of a connection that it is not used, and for so many only', async () => {
  const board = await login();
  const long = `${own}/${'x'.repeat(300)}`;
  for (const topic of ['/other/io', 'data/update', '/other/io', long]) board.publish(topic, 'x');
  await board.settle();
  const ignored = () => server.events.filter((event) => event.startsWith('ignored'));
  expect(ignored()).toEqual(['/other/io', 'data/update', long.slice(0, 256)].map((one) => `ignored ${boardId} ${one}`));
  for (let count = 0; count < 100; count += 1) board.publish(`/made/up/${count}`, 'x');
  await board.settle();
  expect(ignored()).toHaveLength(16);
});

test('drops what a board publishes elsewhere, acknowledges it, and disturbs nobody', async () => {
  const victim = await login('ESP32-S3-1_1a2b3c');
  const watcher = await RawClient.login(server.plainPort, 'watcher', 'app:1');
  watcher.subscribe('#');
  await watcher.next('suback');
  const board = await login();
  const topics = ['/ESP32-S3-1_1a2b3c/io', '$SYS/x/new/clients', 'data/update', own, `${own}/`, `${own}x/io`, '/'];
  board.send(...topics.map((topic, index) => publishPacket(topic, 'x', { qos: 1, messageId: index + 1 })));
  await board.settle();
  await victim.settle();
  await watcher.settle();
  expect(board.all('puback').map(({ messageId }) => messageId)).toEqual(topics.map((_, index) => index + 1));
  expect([...board.all('publish'), ...victim.all('publish'), ...watcher.all('publish')]).toEqual([]);
  expect(server.messages).toEqual([]);
  expect(await server.count('dropped_total', { reason: 'outside_own_topics' })).toBe(topics.length);
});

test('ignores a zero-length topic and continues', async () => {
  const board = await login();
  board.send(Buffer.from([0x30, 2, 0, 0]), publishPacket(`${own}/debug`, ''));
  await board.settle();
  expect(board.all('publish')).toMatchObject([{ topic: `${own}/debug` }]);
  expect(await server.count('dropped_total', { reason: 'empty_topic' })).toBe(1);
});

test('drops topics that are too deep or too long and continues', async () => {
  const board = await login();
  board.publish(`${own}${'/x'.repeat(15)}`, 'deep');
  board.publish(`${own}/${'x'.repeat(250)}`, 'long');
  board.publish(`${own}${'/x'.repeat(14)}`, 'fits');
  await board.settle();
  expect(board.all('publish').map(({ payload }) => payload.toString())).toEqual(['fits']);
});

test('sends to a board at QoS 0, and refuses what the board could not read', async () => {
  const board = await login();
  const { broker } = server;
  expect(broker.publishToBoard(boardId, 'io', 'D1:digit:1')).toBe(true);
  expect(await board.next('publish')).toMatchObject({ topic: `${own}/io`, qos: 0, retain: false });
  const limit = 512 - 5 - `${own}/io`.length;
  expect(broker.publishToBoard(boardId, 'io', 'x'.repeat(limit))).toBe(true);
  expect(() => broker.publishToBoard(boardId, 'io', 'x'.repeat(limit + 1))).toThrow(RangeError);
  expect(() => broker.publishToBoard(boardId, 'timer', '')).toThrow(RangeError);
  expect(broker.publishToBoard('nobody', 'io', 'x')).toBe(false);
});

test('sends nothing to a board that waits to be accepted', async () => {
  const board = await login('pending-1');
  expect(server.broker.publishToBoard('pending-1', 'io', 'D1:digit:1')).toBe(false);
  const session = server.broker.session('pending-1');
  if (session) session.deviceId = 5;
  expect(server.broker.publishToBoard('pending-1', 'io', 'D1:digit:1')).toBe(true);
  expect(await board.next('publish')).toMatchObject({ topic: '/pending-1/io' });
});

test('reports how a session ended, once', async () => {
  const polite = await login();
  polite.send({ cmd: 'disconnect' });
  await polite.closed;
  const lost = await login();
  lost.end();
  await expect.poll(() => server.events.at(-1)).toBe(`disconnected 1 ${boardId} lost`);
  const kicked = await login();
  server.broker.disconnectBoard(boardId);
  await kicked.closed;
  const rude = await login();
  rude.send(Buffer.from([0x36, 2, 0, 0]));
  await rude.closed;
  await login();
  await server.broker.stop();
  expect(server.events.filter((event) => event.startsWith('disconnected'))).toEqual(
    ['closed', 'lost', 'kicked', 'protocol_error', 'shutdown'].map((reason) => `disconnected 1 ${boardId} ${reason}`),
  );
});

test('a QoS 0 message that is not stored ends neither the connection nor the process', async () => {
  await server.stop();
  server = await startTestBroker({ boardMessage: () => Promise.reject(new Error('the disk is full')) });
  const board = await login();
  board.publish(`${own}/data/update`, 'a');
  await board.settle();
  await board.settle();
  expect(board.all('publish')).toEqual([]);
});

test('a hook that throws ends neither the connection nor the process', async () => {
  await server.stop();
  server = await startTestBroker({
    boardConnected: () => {
      throw new Error('a feature is broken');
    },
    boardMessage: () => {
      throw new Error('a feature is broken');
    },
  });
  const board = await login();
  board.send(publishPacket(`${own}/debug`, 'a'), publishPacket(`${own}/debug`, 'b'));
  await board.settle();
  expect(board.all('publish')).toEqual([]);
});
