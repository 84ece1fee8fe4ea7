import { afterEach, expect, test } from 'vitest';
import { deferred, publishPacket, RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const topic = `/${boardId}/data/update`;
let server: TestBroker;

afterEach(async () => {
  await server.stop();
});

/** A board whose n-th message is stored when the n-th deferred resolves. */
async function boardWithStore(count: number) {
  const stores = Array.from({ length: count }, deferred);
  let calls = 0;
  server = await startTestBroker({ boardMessage: () => stores[calls++]?.promise });
  return { board: await RawClient.login(server.plainPort, boardId, '1'), stores };
}

const responses = (board: RawClient) =>
  board.received.flatMap((packet) => (packet.cmd === 'puback' || packet.cmd === 'pubrec' ? [packet.messageId] : []));

test.each([
  [1, 'puback'],
  [2, 'pubrec'],
] as const)('acknowledges QoS %i with %s only after the message was stored', async (qos, packetType) => {
  const { board, stores } = await boardWithStore(1);
  board.publish(topic, '{}', { qos, messageId: 77 });
  await board.settle();
  expect(board.all('publish')).toEqual([]);
  expect(board.all(packetType)).toEqual([]);
  stores[0]?.resolve();
  expect(await board.next(packetType)).toMatchObject({ messageId: 77 });
  expect(board.all('publish')).toHaveLength(1);
});

test.each([1, 2] as const)('ends the connection for a QoS %i message that was not stored', async (qos) => {
  const { board, stores } = await boardWithStore(2);
  board.publish(topic, '{}', { qos, messageId: 5 });
  await board.settle();
  stores[0]?.reject(new Error('the disk is full'));
  await board.closed;
  expect(responses(board)).toEqual([]);
  expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} not_stored`);
  expect(await server.count('store_refused_total')).toBe(1);
  expect(server.logLines.map(({ msg, client }) => [msg, client])).toEqual([
    [expect.stringContaining('could not be stored'), boardId],
  ]);
  // What a standard client does: it comes back, and sends again what was not acknowledged.
  const again = await RawClient.login(server.plainPort, boardId, '1');
  again.publish(topic, '{}', { qos, messageId: 5, dup: true });
  stores[1]?.resolve();
  await again.next(qos === 1 ? 'puback' : 'pubrec');
  expect(server.messages).toHaveLength(2);
});

test('a hook that throws ends the connection of a QoS 1 message', async () => {
  server = await startTestBroker({
    boardMessage: () => {
      throw new Error('a feature is broken');
    },
  });
  const board = await RawClient.login(server.plainPort, boardId, '1');
  board.publish(topic, '{}', { qos: 1, messageId: 5 });
  await board.closed;
  expect(board.all('puback')).toEqual([]);
  expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} not_stored`);
});

test.each([1, 2] as const)('ends the connection of an app whose QoS %i message was not taken', async (qos) => {
  server = await startTestBroker({ appMessage: () => Promise.reject(new Error('the database is away')) });
  const app = await RawClient.login(server.plainPort, 'panel', 'app:1');
  app.publish(topic, 'D1:digit:1', { qos, messageId: 5 });
  await app.closed;
  expect(responses(app)).toEqual([]);
  expect(await server.count('disconnects_total', { reason: 'not_stored' })).toBe(1);
});

test('acknowledges in the order of the publications, whatever is stored first', async () => {
  const { board, stores } = await boardWithStore(4);
  for (let messageId = 1; messageId <= 4; messageId += 1) board.publish(topic, '{}', { qos: 1, messageId });
  board.publish('/elsewhere/x', '', { qos: 1, messageId: 5 });
  await board.settle();
  for (const index of [3, 1]) stores[index]?.resolve();
  await board.settle();
  expect(responses(board)).toEqual([]);
  stores[0]?.resolve();
  await board.settle();
  expect(responses(board)).toEqual([1, 2]);
  stores[2]?.resolve();
  await board.settle();
  expect(responses(board)).toEqual([1, 2, 3, 4, 5]);
});

test('acknowledges what was stored before a refused message, and nothing behind it', async () => {
  const { board, stores } = await boardWithStore(4);
  for (let messageId = 1; messageId <= 4; messageId += 1) board.publish(topic, '{}', { qos: 1, messageId });
  board.publish('/elsewhere/x', '', { qos: 1, messageId: 5 });
  await board.settle();
  stores[3]?.resolve();
  stores[2]?.reject(new Error('no'));
  await board.settle();
  for (const index of [1, 0]) stores[index]?.resolve();
  await board.closed;
  expect(responses(board)).toEqual([1, 2]);
});

test('one promise for a batch acknowledges all of it', async () => {
  const batch = deferred();
  server = await startTestBroker({ boardMessage: () => batch.promise });
  const board = await RawClient.login(server.plainPort, boardId, '1');
  const ids = Array.from({ length: 50 }, (_, index) => index + 1);
  board.send(...ids.map((messageId) => publishPacket(topic, '{}', { qos: 1, messageId })));
  await board.settle();
  batch.resolve();
  await board.settle();
  expect(responses(board)).toEqual(ids);
});

test('takes a repeated QoS 2 message once, stored or not yet', async () => {
  const { board, stores } = await boardWithStore(2);
  board.publish(topic, '1', { qos: 2, messageId: 8 });
  board.publish(topic, '1', { qos: 2, messageId: 8, dup: true });
  await board.settle();
  stores[0]?.resolve();
  await board.next('pubrec');
  board.publish(topic, '1', { qos: 2, messageId: 8, dup: true });
  await board.next('pubrec');
  expect(board.all('publish')).toHaveLength(1);
  expect(server.messages).toHaveLength(1);

  board.send({ cmd: 'pubrel', messageId: 8 }, { cmd: 'pubrel', messageId: 8 });
  expect(await board.next('pubcomp')).toMatchObject({ messageId: 8 });
  expect(await board.next('pubcomp')).toMatchObject({ messageId: 8 });
  board.publish(topic, '2', { qos: 2, messageId: 8 });
  stores[1]?.resolve();
  await board.next('pubrec');
  expect(server.messages.map(({ payload }) => payload.toString())).toEqual(['1', '2']);
});

test('returns PUBREL for what it does not know, as a client may send that came back, but not without end', async () => {
  server = await startTestBroker();
  const board = await RawClient.login(server.plainPort, boardId, '1');
  const releases = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ cmd: 'pubrel', messageId: id + 1 }) as const);
  board.send(...releases(100));
  await board.settle();
  expect(board.all('pubcomp')).toHaveLength(100);
  // One that is open begins the count again.
  board.publish(topic, '', { qos: 2, messageId: 1 });
  await board.next('pubrec');
  board.send(...releases(101));
  await board.settle();
  expect(board.all('pubcomp')).toHaveLength(201);
  board.send(...releases(5_000));
  await board.closed;
  expect(board.all('pubcomp')).toHaveLength(201);
  expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} protocol_error`);
});

test('a PUBREL before the message was stored is no way to have it taken for received', async () => {
  const { board } = await boardWithStore(1);
  board.publish(topic, '', { qos: 2, messageId: 1 });
  board.send({ cmd: 'pubrel', messageId: 1 });
  await board.closed;
  expect(board.all('pubcomp')).toEqual([]);
});

test('an old QoS 2 id of an earlier connection swallows nothing', async () => {
  server = await startTestBroker();
  const first = await RawClient.login(server.plainPort, boardId, '1', { clean: false });
  first.publish(topic, 'old', { qos: 2, messageId: 3 });
  await first.next('pubrec');
  first.end();
  const second = await RawClient.login(server.plainPort, boardId, '1', { clean: true });
  second.publish(topic, 'new', { qos: 2, messageId: 3 });
  await second.next('pubrec');
  expect(server.messages.map(({ payload }) => payload.toString())).toEqual(['old', 'new']);
});

test('cuts off a client that opens QoS 2 messages without end', async () => {
  server = await startTestBroker();
  const board = await RawClient.login(server.plainPort, boardId, '1');
  for (let messageId = 1; messageId <= 101; messageId += 1) board.publish(topic, '', { qos: 2, messageId });
  await board.closed;
  expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} protocol_error`);
});

test('stops reading a client with 1,000 messages that wait for the store, and continues later', async () => {
  const batch = deferred();
  server = await startTestBroker({ boardMessage: () => batch.promise });
  const board = await RawClient.login(server.plainPort, boardId, '1');
  const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);
  board.send(...ids.map((messageId) => publishPacket(topic, '', { qos: 1, messageId })));
  await expect.poll(() => server.messages.length).toBe(1_000);
  const other = await RawClient.login(server.plainPort, 'other', '1');
  await other.settle();
  expect(server.messages.length).toBe(1_000);
  batch.resolve();
  await board.settle();
  expect(responses(board)).toEqual(ids);
});

test('calls the hooks in the order of the packets of one chunk', async () => {
  const storing = deferred();
  server = await startTestBroker({ boardMessage: () => storing.promise });
  const board = await RawClient.login(server.plainPort, boardId, '1');
  board.send(
    publishPacket(topic, '', { qos: 1, messageId: 1 }),
    { cmd: 'subscribe', messageId: 2, subscriptions: [{ topic: `/${boardId}/#`, qos: 0 }] },
    publishPacket(topic, '', { qos: 2, messageId: 3 }),
    { cmd: 'pingreq' },
  );
  await board.next('pingresp');
  storing.resolve();
  await board.next('pubrec');
  expect(board.received.map(({ cmd }) => cmd)).toEqual([
    'connack',
    'suback',
    'pingresp',
    'publish',
    'publish',
    'puback',
    'pubrec',
  ]);
});
