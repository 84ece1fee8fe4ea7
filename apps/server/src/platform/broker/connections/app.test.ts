import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishPacket, RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const own = `/${boardId}`;
let server: TestBroker;
let readable: Set<string>;

beforeEach(async () => {
  readable = new Set([`1 ${boardId}`, '1 second', '2 foreign']);
  server = await startTestBroker({ mayRead: (accountId, espid) => readable.has(`${accountId} ${espid}`) });
});
afterEach(async () => {
  await server.stop();
});

const board = (espid = boardId, account = '1') => RawClient.login(server.plainPort, espid, account);
const app = (clientId = 'app', account = '1') => RawClient.login(server.plainPort, clientId, `app:${account}`);
const texts = (client: RawClient) => client.all('publish').map(({ topic, payload }) => `${topic} ${payload}`);

test('gets what the boards of its account publish, live and byte for byte', async () => {
  const watcher = await app();
  watcher.subscribe('#');
  await watcher.next('suback');
  const [first, second] = [await board(), await board('second')];
  first.publish(`${own}/data/update`, '{"a":1}', { retain: true });
  second.publish('/second/debug', '');
  expect(await watcher.next('publish')).toMatchObject({ topic: `${own}/data/update`, qos: 0, retain: false });
  await watcher.next('publish');
  expect(texts(watcher)).toEqual([`${own}/data/update {"a":1}`, '/second/debug ']);
});

test.each([
  [`${own}/#`, ['debug', 'data/update']],
  [`${own}/+`, ['debug']],
  [`+/${boardId}/data/+`, ['data/update']],
  ['/+/debug/#', ['debug']],
  [`${own}/debug`, ['debug']],
  ['/+', []],
  ['+/#', ['debug', 'data/update']],
])('a subscription of %s covers %j', async (filter, subtopics) => {
  const watcher = await app();
  watcher.subscribe(filter);
  expect((await watcher.next('suback')).granted).toEqual([0]);
  const sender = await board();
  sender.publish(`${own}/debug`, 'x');
  sender.publish(`${own}/data/update`, 'x');
  await sender.settle();
  await watcher.settle();
  expect(watcher.all('publish').map(({ topic }) => topic)).toEqual(subtopics.map((subtopic) => `${own}/${subtopic}`));
});

test('gets each message once, at the lower of its QoS and the highest that was granted', async () => {
  const watcher = await app();
  watcher.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [
      { topic: '#', qos: 0 },
      { topic: `${own}/#`, qos: 1 },
      { topic: '#', qos: 0 },
    ],
  });
  expect((await watcher.next('suback')).granted).toEqual([0, 1, 0]);
  const sender = await board();
  for (const qos of [0, 1, 2] as const) sender.publish(`${own}/debug`, String(qos), { qos, messageId: 4 + qos });
  await sender.next('pubrec');
  await watcher.settle();
  expect(watcher.all('publish').map(({ qos, payload }) => `${payload} at ${qos}`)).toEqual([
    '0 at 0',
    '1 at 1',
    '2 at 1',
  ]);
});

test('takes part in QoS 2', async () => {
  const watcher = await app();
  watcher.subscribe('#', 2);
  await watcher.next('suback');
  const sender = await board();
  sender.publish(`${own}/debug`, 'x', { qos: 2, messageId: 1 });
  const { messageId = 0 } = await watcher.next('publish');
  watcher.send({ cmd: 'pubrec', messageId });
  expect(await watcher.next('pubrel')).toMatchObject({ messageId });
  watcher.send({ cmd: 'pubcomp', messageId });
  await watcher.settle();
});

test.each([
  ['PUBREC to QoS 1', 1, 'pubrec'],
  ['PUBACK to QoS 2', 2, 'puback'],
  ['PUBCOMP without PUBREC', 2, 'pubcomp'],
] as const)('is cut off for answering with %s', async (_, qos, cmd) => {
  const watcher = await app();
  watcher.subscribe('#', qos);
  await watcher.next('suback');
  const sender = await board();
  sender.publish(`${own}/debug`, 'x', { qos, messageId: 1 });
  const { messageId = 0 } = await watcher.next('publish');
  watcher.send({ cmd, messageId });
  await watcher.closed;
  expect(await server.count('connections', { kind: 'app' })).toBe(0);
  await sender.settle();
});

test.each(['puback', 'pubrec', 'pubcomp'] as const)('is cut off for a %s of nothing', async (cmd) => {
  const watcher = await app();
  watcher.send({ cmd, messageId: 1 });
  await watcher.closed;
  expect(watcher.received.map((packet) => packet.cmd)).toEqual(['connack']);
});

test('a filter or topic that is too long is refused or dropped without a check of rights', async () => {
  const watcher = await app();
  const long = `/${'x/'.repeat(4_000)}`;
  watcher.subscribe(long);
  expect((await watcher.next('suback')).granted).toEqual([0x80]);
  watcher.publish(long, 'x', { qos: 1, messageId: 2 });
  await watcher.next('puback');
  expect(await server.count('dropped_total', { reason: 'topic_too_long' })).toBe(1);
});

test('sees nothing of other accounts, whatever it requests', async () => {
  const foreign = await board('foreign', '2');
  const watcher = await app();
  const refusedFilters = ['/foreign/#', '+/foreign/+', '$SYS/#', '$share/g/#', 't/2/#', 'x/#', '/unknown/io'];
  const filters = [...refusedFilters, '#', '/+/#', '+/+/+'];
  watcher.send({ cmd: 'subscribe', messageId: 2, subscriptions: filters.map((topic) => ({ topic, qos: 2 })) });
  expect((await watcher.next('suback')).granted).toEqual([...refusedFilters.map(() => 0x80), 2, 2, 2]);
  foreign.publish('/foreign/debug', 'secret', { qos: 2, retain: true });
  await foreign.next('pubrec');
  await watcher.settle();
  expect(texts(watcher)).toEqual([]);
});

test('the right to read is requested again at every message', async () => {
  const watcher = await app();
  watcher.subscribe(`${own}/#`, 1);
  expect((await watcher.next('suback')).granted).toEqual([1]);
  const sender = await board();
  sender.publish(`${own}/debug`, 'before');
  await sender.settle();
  readable.delete(`1 ${boardId}`);
  sender.publish(`${own}/debug`, 'after', { qos: 1 });
  await sender.next('puback');
  await watcher.settle();
  expect(texts(watcher)).toEqual([`${own}/debug before`]);
});

test('a right that cannot be checked is no right', async () => {
  const watcher = await app();
  watcher.subscribe('#');
  await watcher.next('suback');
  const sender = await board();
  readable.has = () => {
    throw new Error('a feature is broken');
  };
  sender.publish(`${own}/debug`, 'x');
  await sender.settle();
  watcher.subscribe(`${own}/#`, 0, 2);
  await watcher.next('suback');
  expect(watcher.all('suback').map(({ granted }) => granted)).toEqual([[0], [0x80]]);
  expect([texts(watcher), texts(sender)]).toEqual([[], [`${own}/debug x`]]);
});

test('a refused filter delivers nothing, now or after coming back with the session', async () => {
  const session = { clean: false };
  const watcher = await RawClient.login(server.plainPort, 'app', 'app:1', session);
  watcher.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: [
      { topic: `${own}/debug`, qos: 1 },
      { topic: '/foreign/#', qos: 1 },
    ],
  });
  expect((await watcher.next('suback')).granted).toEqual([1, 0x80]);
  watcher.end();
  const foreign = await board('foreign', '2');
  foreign.publish('/foreign/debug', 'secret', { qos: 1 });
  await foreign.next('puback');
  const returned = await RawClient.open(server.plainPort);
  returned.connect({ ...session, clientId: 'app', username: 'app:1' });
  expect(await returned.next('connack')).toMatchObject({ returnCode: 0, sessionPresent: false });
  await returned.settle();
  expect(texts(returned)).toEqual([]);
});

test('UNSUBSCRIBE ends a subscription, also right behind others in one chunk', async () => {
  const watcher = await app();
  watcher.send(
    { cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: '#', qos: 0 }] },
    { cmd: 'unsubscribe', messageId: 2, unsubscriptions: ['#', 'never/had'] },
  );
  expect(await watcher.next('unsuback')).toMatchObject({ messageId: 2 });
  const sender = await board();
  sender.publish(`${own}/debug`, 'x');
  await sender.settle();
  await watcher.settle();
  expect(texts(watcher)).toEqual([]);
});

test('publishing has no effect but its acknowledgement', async () => {
  const target = await board();
  const watcher = await app();
  watcher.subscribe('#');
  watcher.send(
    publishPacket(`${own}/io`, 'D1:digit:1', { retain: true }),
    publishPacket(`${own}/reboot`, 'x', { qos: 1, messageId: 2 }),
    publishPacket('$SYS/x/new/clients', boardId, { qos: 2, messageId: 3 }),
    { cmd: 'pubrel', messageId: 3 },
  );
  await watcher.next('pubcomp');
  await target.settle();
  expect(watcher.received.map(({ cmd }) => cmd)).toEqual(['connack', 'suback', 'puback', 'pubrec', 'pubcomp']);
  expect(target.all('publish')).toEqual([]);
  expect(await server.count('dropped_total', { reason: 'published_by_app' })).toBe(3);
});

test('wills reach nobody', async () => {
  const watcher = await app();
  watcher.subscribe('#');
  await watcher.next('suback');
  const will = { topic: `${own}/io`, payload: Buffer.from('D1:digit:1'), qos: 2 as const, retain: true };
  const dying = [
    await RawClient.login(server.plainPort, boardId, '1', { will }),
    await RawClient.login(server.plainPort, 'dying', 'app:1', { will }),
  ];
  for (const client of dying) client.end();
  await expect.poll(() => server.count('connections', { kind: 'app' })).toBe(1);
  const next = await board();
  await next.settle();
  await watcher.settle();
  expect([...texts(next), ...texts(watcher)]).toEqual([]);
});

test.each(['a#', '#/a', '/+x/a', ''])('a filter as wrong as "%s" ends the connection', async (filter) => {
  const watcher = await app();
  const bytes = Buffer.from(filter);
  watcher.send(Buffer.concat([Buffer.from([0x82, 5 + bytes.length, 0, 1, 0, bytes.length]), bytes, Buffer.from([0])]));
  await watcher.closed;
});

test('has 50 subscriptions at most; renewing one counts once', async () => {
  const watcher = await app();
  const subscriptions = Array.from({ length: 50 }, (_, index) => ({ topic: `${own}/${index}`, qos: 0 as const }));
  watcher.send({ cmd: 'subscribe', messageId: 1, subscriptions });
  expect((await watcher.next('suback')).granted).toEqual(Array(50).fill(0));
  watcher.subscribe(`${own}/one-more`);
  expect((await watcher.next('suback')).granted).toEqual([0x80]);
  watcher.subscribe(`${own}/0`, 1);
  expect((await watcher.next('suback')).granted).toEqual([1]);
});

test('an app that acknowledges nothing has 100 messages in flight; the newest 1,000 wait, in order', async () => {
  const watcher = await app();
  watcher.subscribe('#', 1);
  await watcher.next('suback');
  const sender = await board();
  for (let number = 1; number <= 1_150; number += 1) sender.publish(`${own}/debug`, String(number), { qos: 1 });
  await sender.settle();
  await watcher.settle();
  expect(watcher.all('publish')).toHaveLength(100);
  expect(await server.count('dropped_total', { reason: 'app_queue_full' })).toBe(50);
  for (let taken = 0; taken < 1_100; taken += 1) {
    const { messageId } = await watcher.next('publish');
    watcher.send({ cmd: 'puback', messageId });
  }
  const numbers = watcher.all('publish').map(({ payload }) => Number(payload.toString()));
  const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
  expect(numbers).toEqual([...upTo(1, 100), ...upTo(151, 1_150)]);
  expect(new Set(watcher.all('publish').map(({ messageId }) => messageId)).size).toBe(1_100);
});

test('an account has 20 apps at most', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => app(`app-${index}`)));
  await expect(app('one-more')).rejects.toThrow('refused with 3');
  await app('app-0');
  await app('other-account', '2');
});

test('revoked apps are gone at once', async () => {
  const [mine, other] = [await app(), await app('app', '2')];
  server.broker.disconnectApps((session) => session.accountId === 1 && session.tokenId === 7);
  await mine.closed;
  await other.settle();
});
