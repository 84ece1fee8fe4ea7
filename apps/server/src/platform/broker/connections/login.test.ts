import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectDecision } from '../index.ts';
import { connectPacket, RawClient } from '../test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from '../test/test-broker.ts';

let server: TestBroker;

beforeEach(async () => {
  server = await startTestBroker();
});
afterEach(async () => {
  await server.stop();
});

/** CONNECT with the given parts, for what no codec would write. */
function rawConnect(parts: {
  protocol?: string;
  level?: number;
  flags?: number;
  keepAlive?: number;
  fields?: (string | Buffer)[];
  tail?: Buffer;
}): Buffer {
  const { protocol = 'MQTT', level = 4, flags = 0xc2, keepAlive = 10, tail = Buffer.alloc(0) } = parts;
  const fields = parts.fields ?? ['some-id', '1', 'cynoiotbundle'];
  const body = Buffer.concat([
    text(protocol),
    Buffer.from([level, flags, keepAlive >> 8, keepAlive & 0xff]),
    ...fields.map(text),
    tail,
  ]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

function text(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
}

async function responseTo(packet: Buffer): Promise<number | 'none'> {
  const client = await RawClient.open(server.plainPort);
  client.send(packet);
  await client.closed;
  return client.all('connack')[0]?.returnCode ?? 'none';
}

test('logs a board in as the library does, and passes its user name on as it is', async () => {
  const client = await RawClient.open(server.plainPort);
  client.connect({ clientId: boardId, username: '1', password: Buffer.from('cynoiotbundle'), keepalive: 10 });
  expect(await client.next('connack')).toMatchObject({ returnCode: 0, sessionPresent: false });
  expect(server.requests).toEqual([
    { clientId: boardId, username: '1', password: 'cynoiotbundle', remoteAddress: '127.0.0.1' },
  ]);
  expect(server.broker.session(boardId)).toMatchObject({ accountId: 1, espid: boardId, remoteAddress: '127.0.0.1' });
});

test('refuses wrong credentials with a CONNACK, then closes, and bans nobody', async () => {
  expect(await responseTo(rawConnect({ fields: [boardId, ' someone@example.com ', 'cynoiotbundle'] }))).toBe(4);
  expect(await responseTo(rawConnect({ fields: [boardId, '', 'cynoiotbundle'] }))).toBe(4);
  expect(await responseTo(rawConnect({ flags: 0x02, fields: [boardId] }))).toBe(4);
  expect(server.requests.map(({ username }) => username)).toEqual([' someone@example.com ', '', '']);
  await RawClient.login(server.plainPort, boardId, '1');
  expect(await server.count('refused_logins_total', { return_code: '4' })).toBe(3);
  expect(server.events).toEqual([`connected 1 ${boardId}`]);
});

test.each([2, 3, 4, 5] as const)('returns the return code %i that the features decide', async (returnCode) => {
  await server.stop();
  server = await startTestBroker({ authenticate: async () => ({ allow: false, returnCode }) });
  expect(await responseTo(rawConnect({}))).toBe(returnCode);
});

test('returns 3 when the features cannot decide', async () => {
  await server.stop();
  server = await startTestBroker({ authenticate: () => Promise.reject(new Error('the database is away')) });
  expect(await responseTo(rawConnect({}))).toBe(3);
});

test('refuses an id that would be more than one topic level', async () => {
  expect(await responseTo(rawConnect({ fields: ['a/b', '1', 'x'] }))).toBe(2);
  expect(await responseTo(rawConnect({ fields: ['#', '1', 'x'] }))).toBe(2);
});

describe('MQTT 3.1.1, section by section', () => {
  test.each([
    ['3.1.2.2 version 3', rawConnect({ protocol: 'MQIsdp', level: 3 }), 1],
    ['3.1.2.2 version 0', rawConnect({ level: 0 }), 1],
    ['3.1.2.2 a bridge', rawConnect({ level: 0x84 }), 1],
    ['3.1.2.1 another protocol', rawConnect({ protocol: 'MQTX' }), 'none'],
    ['3.1.2.3 reserved flag', rawConnect({ flags: 0xc3 }), 'none'],
    ['3.1.2.6 will QoS without a will', rawConnect({ flags: 0xca }), 'none'],
    ['3.1.2.7 will retain without a will', rawConnect({ flags: 0xe2 }), 'none'],
    ['3.1.2.6 will QoS 3', rawConnect({ flags: 0xde, fields: ['id', 'topic', 'gone', '1', 'x'] }), 'none'],
    ['3.1.2.9 password without user name', rawConnect({ flags: 0x42, fields: ['id', 'x'] }), 'none'],
    ['3.1.3.1 no id, session kept', rawConnect({ flags: 0xc0, fields: ['', '1', 'x'] }), 2],
    ['3.1.3 a field is missing', rawConnect({ fields: ['id', '1'] }), 'none'],
    ['3.1.3 bytes behind the end', rawConnect({ tail: Buffer.from([0]) }), 'none'],
    ['1.5.3 U+0000 in the id', rawConnect({ fields: ['a\0b', '1', 'x'] }), 'none'],
    ['1.5.3 a control character in the id', rawConnect({ fields: ['a\x1bb', '1', 'x'] }), 'none'],
    ['1.5.3 a lone surrogate', rawConnect({ fields: [Buffer.from([0xed, 0xa0, 0x80]), '1', 'x'] }), 'none'],
    ['1.5.3 overlong UTF-8', rawConnect({ fields: ['id', Buffer.from([0xc0, 0x80]), 'x'] }), 'none'],
    ['2.2.2 flags of CONNECT', Buffer.concat([Buffer.from([0x11]), rawConnect({}).subarray(1)]), 'none'],
    ['3.1 another packet first', Buffer.from([0xc0, 0]), 'none'],
    ['2.2.3 a length of five bytes', Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01]), 'none'],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 'none'],
  ])('%s', async (_, packet, response) => {
    expect(await responseTo(packet)).toBe(response);
    expect(server.events).toEqual([]);
  });

  test('MQTT 5, 3.2.2.2: version 5 is refused in its own form', async () => {
    const client = await RawClient.open(server.plainPort);
    const bytes: Buffer[] = [];
    client.socket.on('data', (chunk: Buffer) => bytes.push(chunk));
    client.send(rawConnect({ level: 5, tail: Buffer.from([0]) }));
    await client.closed;
    // Flags, reason code "unsupported protocol version", no properties.
    expect(Buffer.concat(bytes)).toEqual(Buffer.from([0x20, 3, 0, 0x84, 0]));
    expect(await server.count('refused_logins_total', { return_code: '1' })).toBe(1);
  });

  test('3.1.3.1 gives a client without an id one of its own', async () => {
    const clients = await Promise.all([1, 2].map(() => RawClient.login(server.plainPort, '', 'app:1')));
    // Of two with one id the second one would have ended the first.
    for (const client of clients) await client.settle();
    expect(server.requests.map(({ clientId }) => clientId)).toEqual(['', '']);
  });

  test('3.1.0-2 a second CONNECT ends the connection', async () => {
    const client = await RawClient.login(server.plainPort, boardId, '1');
    client.connect({ clientId: boardId });
    await client.closed;
    expect(server.events.at(-1)).toBe(`disconnected 1 ${boardId} protocol_error`);
  });

  test('3.1.4 packets behind CONNECT wait for its response', async () => {
    const decision = Promise.withResolvers<ConnectDecision>();
    await server.stop();
    server = await startTestBroker({ authenticate: () => decision.promise });
    const client = await RawClient.open(server.plainPort);
    client.send(connectPacket({ clientId: boardId }), { cmd: 'pingreq' });
    await expect.poll(() => server.count('half_open_connections')).toBe(1);
    expect(client.received).toEqual([]);
    decision.resolve({ allow: true, session: { kind: 'board', accountId: 1, espid: boardId, deviceId: 1 } });
    await client.next('pingresp');
    expect(client.received.map(({ cmd }) => cmd)).toEqual(['connack', 'pingresp']);
    expect(await server.count('half_open_connections')).toBe(0);
  });
});

describe('the same id again', () => {
  test('replaces the open session without a gap in presence', async () => {
    const old = await RawClient.login(server.plainPort, boardId, '1');
    const fresh = await RawClient.login(server.plainPort, boardId, '1');
    await old.closed;
    fresh.publish(`/${boardId}/debug`, 'here');
    await fresh.settle();
    expect(fresh.all('publish')).toHaveLength(1);
    expect(server.events).toEqual([
      `connected 1 ${boardId}`,
      `disconnected 1 ${boardId} superseded`,
      `connected 1 ${boardId}`,
    ]);
    expect(await server.count('connections', { kind: 'board' })).toBe(1);
  });

  // Only Linux has all of 127.0.0.0/8.
  test.runIf(process.platform === 'linux')('from the address that it put out does not put the board out', async () => {
    const from = async (address: string) => {
      const client = await RawClient.open(server.plainPort, address);
      client.connect({ clientId: boardId });
      return { client, returnCode: (await client.next('connack')).returnCode };
    };
    const first = await from('127.0.0.2');
    const second = await from('127.0.0.3');
    expect([first.returnCode, second.returnCode]).toEqual([0, 0]);
    await first.client.closed;
    for (let tries = 0; tries < 3; tries += 1) expect((await from('127.0.0.2')).returnCode).toBe(2);
    await second.client.settle();
    expect(server.events.slice(3)).toEqual(Array(3).fill(`held off 1 ${boardId} 127.0.0.2`));
    expect((await from('127.0.0.3')).returnCode).toBe(0);
  });

  test('leaves the session alone when the newcomer is refused', async () => {
    const old = await RawClient.login(server.plainPort, boardId, '1');
    expect(await responseTo(rawConnect({ fields: [boardId, '1', 'wrong'] }))).toBe(4);
    await old.settle();
    expect(server.events).toEqual([`connected 1 ${boardId}`]);
  });

  test('replaces an app, too', async () => {
    const old = await RawClient.login(server.plainPort, 'panel', 'app:1');
    await RawClient.login(server.plainPort, 'panel', 'app:1');
    await old.closed;
    expect(await server.count('connections', { kind: 'app' })).toBe(1);
  });

  test('of another account is another id', async () => {
    const mine = await RawClient.login(server.plainPort, boardId, '1');
    const theirs = await RawClient.login(server.plainPort, boardId, '2');
    const app = await RawClient.login(server.plainPort, 'panel', 'app:1');
    await RawClient.login(server.plainPort, 'panel', 'app:2');
    mine.publish(`/${boardId}/debug`, 'mine');
    theirs.publish(`/${boardId}/debug`, 'theirs');
    await Promise.all([mine.settle(), theirs.settle(), app.settle()]);
    expect(mine.all('publish').map(({ payload }) => payload.toString())).toEqual(['mine']);
    expect(theirs.all('publish').map(({ payload }) => payload.toString())).toEqual(['theirs']);
    expect(server.broker.session(boardId, 2)?.accountId).toBe(2);
    server.broker.disconnectBoard(boardId, 2);
    await theirs.closed;
    await mine.settle();
  });
});
