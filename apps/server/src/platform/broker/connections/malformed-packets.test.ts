import mqtt, { type Packet } from 'mqtt-packet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectPacket, publishPacket, RawClient } from '../test/raw-client.ts';
import { seededRandom } from '../test/seeded-random.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

const topic = `/${boardId}/debug`;
let server: TestBroker;

beforeEach(async () => {
  server = await startTestBroker();
});
afterEach(async () => {
  await server.stop();
});

test.each([
  ['PUBLISH with QoS 3', [0x36, 5, 0, 1, 97, 0, 1]],
  ['PUBLISH with DUP at QoS 0', [0x38, 3, 0, 1, 97]],
  ['PUBLISH with packet id 0', [0x32, 5, 0, 1, 97, 0, 0]],
  ['PUBLISH shorter than its topic', [0x30, 3, 0, 9, 97]],
  ['PUBLISH without room for its id', [0x32, 4, 0, 1, 97, 0]],
  ['PUBLISH of one byte', [0x30, 1, 0]],
  ['PUBLISH to a wildcard', [0x30, 3, 0, 1, 35]],
  ['PUBLISH with U+0000', [0x30, 3, 0, 1, 0]],
  ['PUBLISH with a control character', [0x30, 3, 0, 1, 27]],
  ['PUBLISH with a lone surrogate', [0x30, 5, 0, 3, 0xed, 0xa0, 0x80]],
  ['SUBSCRIBE without filters', [0x82, 2, 0, 1]],
  ['SUBSCRIBE with packet id 0', [0x82, 6, 0, 0, 0, 1, 97, 0]],
  ['SUBSCRIBE with QoS 3', [0x82, 6, 0, 1, 0, 1, 97, 3]],
  ['SUBSCRIBE with reserved bits', [0x82, 6, 0, 1, 0, 1, 97, 4]],
  ['SUBSCRIBE with wrong flags', [0x80, 6, 0, 1, 0, 1, 97, 0]],
  ['SUBSCRIBE with U+0000', [0x82, 6, 0, 1, 0, 1, 0, 0]],
  ['UNSUBSCRIBE without filters', [0xa2, 2, 0, 1]],
  ['PUBREL with wrong flags', [0x60, 2, 0, 1]],
  ['PUBREL with packet id 0', [0x62, 2, 0, 0]],
  ['PUBACK that is too long', [0x40, 3, 0, 1, 0]],
  ['PINGREQ with a body', [0xc0, 1, 0]],
  ['DISCONNECT with a body', [0xe0, 1, 0]],
  ['a packet that only servers send', [0x20, 2, 0, 0]],
  ['packet type 0', [0x00, 0]],
  ['packet type 15', [0xf0, 0]],
])('%s ends its connection and no other', async (_, bytes) => {
  const calm = await RawClient.login(server.plainPort, 'calm', '1');
  const rude = await RawClient.login(server.plainPort, boardId, '1');
  rude.send(Buffer.from(bytes));
  await rude.closed;
  await calm.settle();
  expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} protocol_error`);
  expect(server.messages).toEqual([]);
});

test('packets in pieces of any size are the same packets', async () => {
  const board = await RawClient.open(server.plainPort);
  const stream = Buffer.concat(
    [
      connectPacket({ clientId: boardId }),
      publishPacket(topic, 'x'.repeat(300), { qos: 1, messageId: 1 }),
      publishPacket(topic, '', { qos: 2, messageId: 2 }),
      { cmd: 'pubrel', messageId: 2 } as Packet,
      publishPacket(topic, 'last'),
    ].map((packet) => mqtt.generate(packet)),
  );
  for (let start = 0, size = 1; start < stream.length; start += size, size = (size % 7) + 1) {
    board.send(stream.subarray(start, start + size));
    await new Promise(setImmediate);
  }
  await board.settle();
  expect(server.messages.map(({ payload, qos }) => [payload.length, qos])).toEqual([
    [300, 1],
    [0, 2],
    [4, 0],
  ]);
  expect(board.all('publish').map(({ payload }) => payload.length)).toEqual([300, 0, 4]);
});

test('1,000 damaged conversations: nobody else notices, nothing stays behind', async () => {
  const calm = await RawClient.login(server.plainPort, 'calm', '9');
  const random = seededRandom(20_261_121);
  for (let round = 0; round < 40; round += 1) {
    const clients = await Promise.all(
      Array.from({ length: 25 }, async () => {
        const client = await RawClient.open(server.plainPort);
        client.send(damagedConversation(random));
        return client;
      }),
    );
    calm.publish('/calm/debug', String(round));
    expect((await calm.next('publish')).payload.toString()).toBe(String(round));
    for (const client of clients) client.end();
  }
  const last = await RawClient.login(server.plainPort, 'last', '9');
  await last.settle();
  // The system hands connections over in their order, so all others have come and gone.
  await expect.poll(() => server.count('half_open_connections')).toBe(0);
  await expect.poll(() => server.count('connections', { kind: 'app' })).toBe(0);
  await expect.poll(() => server.count('connections', { kind: 'board' })).toBe(2);
  const heard = (start: string) => server.events.filter((event) => event.startsWith(start)).length;
  expect(heard('connected')).toBe(heard('disconnected') + 2);
});

/** Every valid kind of packet in any order, then some bytes changed, left out or doubled. */
function damagedConversation(random: () => number): Buffer {
  const below = (limit: number) => Math.floor(random() * limit);
  const messageId = 1 + below(3);
  const kinds: Packet[] = [
    publishPacket(topic, '{"a":1}', { qos: below(3) as 0 | 1 | 2, messageId }),
    publishPacket('', '', {}),
    { cmd: 'subscribe', messageId, subscriptions: [{ topic: `/${boardId}/#`, qos: 0 }] },
    { cmd: 'unsubscribe', messageId, unsubscriptions: ['#'] },
    { cmd: 'pubrel', messageId },
    { cmd: 'puback', messageId },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ];
  const login = connectPacket({ clientId: boardId, username: random() < 0.5 ? '1' : 'app:1' });
  const packets = [login, ...Array.from({ length: below(8) }, () => kinds[below(kinds.length)] ?? login)];
  const bytes = [...Buffer.concat(packets.map((packet) => generateLeniently(packet)))];
  for (let damage = below(4); damage > 0; damage -= 1) {
    const at = below(bytes.length);
    const way = below(3);
    if (way === 0) bytes[at] = below(256);
    else if (way === 1) bytes.splice(at, 1 + below(4));
    else bytes.splice(at, 0, ...bytes.slice(at, at + below(40)));
  }
  return Buffer.from(bytes);
}

/** The codec of the tests refuses the empty topic that boards send. */
function generateLeniently(packet: Packet): Buffer {
  return packet.cmd === 'publish' && packet.topic === '' ? Buffer.from([0x30, 2, 0, 0]) : mqtt.generate(packet);
}
