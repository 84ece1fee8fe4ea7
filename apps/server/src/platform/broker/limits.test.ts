import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectPacket, deferred, publishPacket, RawClient } from './test/raw-client.ts';
import { boardId, startTestBroker, type TestBroker } from './test/test-broker.ts';

const topic = `/${boardId}/debug`;
let server: TestBroker;

/** The broker's clock in our hands; sockets keep running. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);

describe('before login', () => {
  test('a silent socket, or a CONNECT that never ends, is closed within 10 s', async () => {
    server = await startTestBroker();
    const silent = await RawClient.open(server.plainPort);
    const slow = await RawClient.open(server.plainPort);
    // With TLS 1.2 the server finishes the handshake before the client, so its time runs when the client is ready.
    const encrypted = await RawClient.openTls(server.tlsPort, { maxVersion: 'TLSv1.2' });
    const silentTls = await RawClient.open(server.tlsPort);
    slow.send(Buffer.from([0x10, 50, 0, 4, 77]));
    await expect.poll(() => server.count('half_open_connections')).toBe(4);
    pass(9);
    slow.send(Buffer.from([81]));
    const other = await RawClient.login(server.plainPort, boardId, '1');
    expect([silent, slow, encrypted, silentTls].filter(({ isClosed }) => isClosed)).toEqual([]);
    pass(1);
    await Promise.all([silent, slow, encrypted, silentTls].map(({ closed }) => closed));
    await other.settle();
    await expect.poll(() => server.count('half_open_connections')).toBe(0);
  });

  test('a login that is not decided in time gets 3, and a later decision opens nothing', async () => {
    const requested = deferred();
    const decision = deferred();
    server = await startTestBroker({
      authenticate: async ({ clientId: espid }) => {
        requested.resolve();
        await decision.promise;
        return { allow: true, session: { kind: 'board', accountId: 1, espid, deviceId: 1 } };
      },
    });
    const client = await RawClient.open(server.plainPort);
    client.send(connectPacket({ clientId: boardId }));
    await requested.promise;
    pass(10);
    expect(await client.next('connack')).toMatchObject({ returnCode: 3 });
    decision.resolve();
    await client.closed;
    expect(server.events).toEqual([]);
    expect(server.broker.session(boardId)).toBeUndefined();
  });

  test('a CONNECT above 16 KB is refused at its length field', async () => {
    server = await startTestBroker();
    const client = await RawClient.open(server.plainPort);
    client.send(Buffer.from([0x10, 0x80, 0x80, 0x80, 0x64]));
    await client.closed;
  });

  test('a client that goes away before its response leaves nothing behind', async () => {
    const decision = deferred();
    server = await startTestBroker({
      authenticate: async ({ clientId: espid }) => {
        await decision.promise;
        return { allow: true, session: { kind: 'board', accountId: 1, espid, deviceId: 1 } };
      },
    });
    const client = await RawClient.open(server.plainPort);
    client.send(connectPacket({ clientId: boardId }));
    await expect.poll(() => server.count('half_open_connections')).toBe(1);
    client.socket.resetAndDestroy();
    const stored = await RawClient.open(server.plainPort);
    stored.send(connectPacket({ clientId: 'kept' }));
    decision.resolve();
    await stored.next('connack');
    await expect.poll(() => server.broker.session(boardId)).toBeUndefined();
    expect(await server.count('half_open_connections')).toBe(0);
  });
});

describe('keep-alive', () => {
  const login = (keepalive: number) => RawClient.login(server.plainPort, `board-${keepalive}`, '1', { keepalive });

  test('a board is cut off after 25 s of silence or 1.5 times its keep-alive, whichever is longer', async () => {
    server = await startTestBroker();
    const [short, long, none] = [await login(10), await login(60), await login(0)];
    pass(18);
    await short.settle();
    pass(24);
    expect(server.events.filter((event) => event.includes('timeout'))).toEqual([]);
    pass(2);
    await short.closed;
    expect(server.events.at(-1)).toBe('disconnected 1 board-10 timeout');
    await long.settle();
    pass(89);
    await long.settle();
    pass(91);
    await long.closed;
    await none.settle();
  });

  test('time in which the server stood still is nobody’s silence', async () => {
    server = await startTestBroker();
    const board = await login(10);
    const halfOpen = await RawClient.open(server.plainPort);
    await expect.poll(() => server.count('half_open_connections')).toBe(1);
    pass(8);
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
    board.send({ cmd: 'pingreq' });
    // What has arrived is read after the timers.
    pass(0.5);
    await board.next('pingresp');
    expect([board.isClosed, halfOpen.isClosed]).toEqual([false, false]);
    halfOpen.send(connectPacket({ clientId: 'late' }));
    await halfOpen.next('connack');
    pass(26);
    await board.closed;
    expect(server.events.filter((event) => event.includes('timeout'))).toEqual(['disconnected 1 board-10 timeout']);
  });

  test('bytes that never become a packet are no sign of life', async () => {
    server = await startTestBroker();
    const board = await login(10);
    board.send(Buffer.from([0x30, 100]));
    for (let tries = 0; tries < 5; tries += 1) {
      board.send(Buffer.from([0]));
      pass(5.5);
    }
    await board.closed;
  });

  test('also with keep-alive 0 a packet that was begun must become whole, and no other silence is too long', async () => {
    server = await startTestBroker();
    const [begun, silent] = [await login(0), await RawClient.login(server.plainPort, 'silent', '1', { keepalive: 0 })];
    begun.publish('/board-0/debug', 'x');
    await begun.settle();
    pass(3_600);
    begun.send(Buffer.from([0x30, 100]));
    await silent.settle();
    for (let tries = 0; tries < 4; tries += 1) {
      begun.send(Buffer.from([0]));
      await silent.settle();
      pass(5.5);
    }
    expect(begun.isClosed).toBe(false);
    pass(5.5);
    await begun.closed;
    expect(server.events.at(-1)).toBe('disconnected 1 board-0 timeout');
    await silent.settle();
  });

  test('a board that waits for its own acknowledgements is not called silent', async () => {
    const batch = deferred();
    server = await startTestBroker({ boardMessage: () => batch.promise });
    const board = await login(10);
    const packets = Array.from({ length: 1_000 }, (_, index) =>
      publishPacket('/board-10/debug', '', { qos: 1, messageId: index + 1 }),
    );
    board.send(...packets, { cmd: 'pingreq' });
    await expect.poll(() => server.messages.length).toBe(1_000);
    pass(60);
    batch.resolve();
    await board.next('pingresp');
    expect(board.all('puback')).toHaveLength(1_000);
  });
});

describe('after login', () => {
  test('a packet above 16 KB ends its connection only', async () => {
    server = await startTestBroker();
    const [loud, calm] = [
      await RawClient.login(server.plainPort, boardId, '1'),
      await RawClient.login(server.plainPort, 'calm', '1'),
    ];
    loud.publish(topic, Buffer.alloc(16 * 1024 - topic.length - 6));
    await loud.settle();
    expect(server.messages).toHaveLength(1);
    loud.publish(topic, Buffer.alloc(16 * 1024));
    await loud.closed;
    await calm.settle();
  });

  test('an app that does not read is cut off, and nobody waits for it', async () => {
    server = await startTestBroker();
    const deaf = await RawClient.login(server.plainPort, 'deaf', 'app:1');
    deaf.subscribe('#');
    await deaf.next('suback');
    deaf.socket.pause();
    const calm = await RawClient.login(server.plainPort, 'calm', '2');
    let loud = await RawClient.login(server.plainPort, boardId, '1');
    const payload = Buffer.alloc(16_000);
    // No time passes and the app never reads: a broker that waited for it would serve nobody.
    for (let round = 0; (await server.count('outbound_kills_total')) === 0 && round < 1_000; round += 1) {
      // A connection has a budget that only time fills again.
      if (round % 10 === 9) loud = await RawClient.login(server.plainPort, boardId, '1');
      loud.send(...Array.from({ length: 20 }, () => publishPacket(topic, payload)));
      calm.publish('/calm/debug', 'x');
      await calm.next('publish');
      await loud.settle();
    }
    expect(await server.count('connections', { kind: 'app' })).toBe(0);
    await calm.settle();
  });
});

test('with closed ports who is connected stays, and nobody else comes', async () => {
  server = await startTestBroker();
  const board = await RawClient.login(server.plainPort, boardId, '1');
  server.broker.closePorts();
  expect(server.broker.isListening()).toBe(false);
  for (const port of [server.plainPort, server.tlsPort])
    await expect(RawClient.open(port)).rejects.toThrow('ECONNREFUSED');
  board.publish(`/${boardId}/debug`, 'x', { qos: 1 });
  await board.next('puback');
  await server.broker.stop();
  await board.closed;
});

test('stop ends everything within 2 s, also logins under way and peers that do not read', async () => {
  server = await startTestBroker({
    authenticate: ({ clientId: espid }) =>
      espid === 'undecided'
        ? new Promise(() => undefined)
        : Promise.resolve({ allow: true, session: { kind: 'board', accountId: 1, espid, deviceId: 1 } }),
  });
  const undecided = await RawClient.open(server.plainPort);
  undecided.send(connectPacket({ clientId: 'undecided' }));
  const silent = await RawClient.openTls(server.tlsPort);
  const shakingHands = await RawClient.open(server.tlsPort);
  const board = await RawClient.login(server.plainPort, boardId, '1');
  const deaf = await RawClient.login(server.plainPort, 'deaf', '1');
  deaf.socket.pause();
  for (let count = 0; count < 30; count += 1) server.broker.publishToBoard('deaf', 'debug', 'x'.repeat(900));
  const stopping = server.broker.stop();
  pass(2);
  await stopping;
  deaf.socket.resume();
  await Promise.all([undecided, silent, shakingHands, board, deaf].map(({ closed }) => closed));
  expect(server.events.filter((event) => event.endsWith('shutdown'))).toHaveLength(2);
});
