import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readableLogger, silentLogger } from '../../../../test/log.ts';
import { NatsServers } from '../../../../test/stand-ins/nats-servers.ts';
import { systemClock } from '../../clock.ts';
import type { RelayedSocket } from '../link/relayed-socket.ts';
import { Nats } from '../nats.ts';
import { Front } from './front.ts';
import { protocolVersion, subjectsOf } from './protocol.ts';
import { ServingEnd } from './serving-end.ts';

let servers: NatsServers;
let tags = 0;
function newTag(): string {
  tags += 1;
  return `tag${tags}`;
}

beforeAll(async () => {
  servers = await NatsServers.start(1);
});

afterAll(() => servers.stop());

async function openNats(): Promise<Nats> {
  const nats = new Nats({ urls: [new URL(servers.url)], name: 'test', log: silentLogger });
  await nats.start();
  onTestFinished(() => nats.stop());
  return nats;
}

async function startServing(tag: string, accept: (socket: RelayedSocket) => void = () => undefined) {
  const nats = await openNats();
  const end = new ServingEnd({ nats, tag, clock: systemClock, log: silentLogger, accept });
  end.start();
  onTestFinished(() => end.stop());
  return { end, nats };
}

async function startFront({ name = 'barn-2' } = {}) {
  const onLinked = vi.fn();
  const onDrain = vi.fn();
  const { log, texts } = readableLogger();
  const nats = await openNats();
  const front = new Front({ nats, name, version: '1.2.3', clock: systemClock, log, onLinked, onDrain });
  front.start();
  onTestFinished(() => front.stop());
  return { front, onLinked, onDrain, texts, nats };
}

/** Resolves when the front has requested a link in vain. */
async function nobodyResponds(nats: Nats): Promise<void> {
  const request = vi.spyOn(nats, 'request');
  const rejected = expect.objectContaining({ type: 'rejected' });
  await vi.waitFor(() => expect(request.mock.settledResults).toContainEqual(rejected));
}

const linked = (front: Front) => vi.waitFor(() => expect(front.problem).toBeNull());

/** A client of a port whose connections the front takes. */
async function makePort(front: Front, { allowHalfOpen = false } = {}) {
  const sockets: Socket[] = [];
  const late = vi.fn((socket: Socket) => void socket.destroy());
  const server = createServer({ allowHalfOpen }, (socket) => {
    sockets.push(socket);
    const client = { kind: 'web', address: '192.0.2.7', port: socket.remotePort ?? 0 } as const;
    front.relay(socket, client, () => late(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return {
    sockets,
    late,
    async connect(): Promise<Socket> {
      const socket = connect((server.address() as { port: number }).port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      onTestFinished(() => void socket.destroy());
      return socket;
    },
  };
}

const echo = (socket: RelayedSocket) => void socket.pipe(socket);

test('clients reach the one that serves, which knows who brings them', async () => {
  const tag = newTag();
  const accepted: RelayedSocket[] = [];
  const { end } = await startServing(tag, (socket) => {
    accepted.push(socket);
    echo(socket);
  });
  const { front, onLinked } = await startFront();
  front.follow({ name: 'barn-1', tag });
  await linked(front);
  const { connect: connectClient } = await makePort(front);
  const client = await connectClient();
  client.write('hello');
  expect(String((await once(client, 'data'))[0])).toBe('hello');
  expect(accepted.map(({ remoteAddress }) => remoteAddress)).toEqual(['192.0.2.7']);
  expect(onLinked).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => {
    const [server] = end.servers();
    expect(server).toMatchObject({ name: 'barn-2', pages: 1, boards: 0, isDrained: false });
    expect(Math.abs(server?.clockAheadMs ?? Number.NaN)).toBeLessThan(60_000);
  });
  client.end();
  await vi.waitFor(() => expect([end.servers()[0]?.pages, front.joined.size]).toEqual([0, 0]));
});

test('clients that connect before anybody serves wait, and are brought there then', async () => {
  const tag = newTag();
  const { front } = await startFront();
  expect(front.problem).toMatch(/does not respond/);
  const { connect: connectClient } = await makePort(front);
  const client = await connectClient();
  client.write('hello');
  front.follow({ name: 'barn-1', tag });
  await startServing(tag, echo);
  expect(String((await once(client, 'data'))[0])).toBe('hello');
});

test('a client that has waited for too long is given up, and one that has left is forgotten', async () => {
  const { front } = await startFront();
  const { connect: connectClient, late, sockets } = await makePort(front);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await connectClient();
  const second = await connectClient();
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  second.destroy();
  sockets[1]?.resume();
  await vi.waitFor(() => expect(sockets[1]?.closed).toBe(true));
  vi.advanceTimersByTime(8_000);
  expect(late.mock.calls).toEqual([[sockets[0]]]);
});

test('when this server takes over, clients wait for it, and are taken here then', async () => {
  const tag = newTag();
  const { end } = await startServing(tag, echo);
  const { front } = await startFront();
  front.follow({ name: 'barn-1', tag });
  await linked(front);
  end.stop();
  front.takeOver();
  const { connect: connectClient, sockets } = await makePort(front);
  await connectClient();
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  expect(front.mayRelay).toBe(true);
  const served = front.served();
  const accept = vi.fn();
  front.deliver(accept);
  expect(await served).toBe(true);
  await connectClient();
  await vi.waitFor(() => expect(accept.mock.calls.map(([socket]) => socket)).toEqual(sockets));
  expect(sockets).toHaveLength(2);
});

test('a handshake waits until somebody serves who has just responded', async () => {
  const tag = newTag();
  const { front, nats } = await startFront();
  let isServed = false;
  const served = front.served().then((is) => {
    isServed = is;
  });
  front.follow({ name: 'barn-1', tag });
  await nobodyResponds(nats);
  expect(isServed).toBe(false);
  await startServing(tag);
  await served;
  expect(isServed).toBe(true);
  expect(await front.served()).toBe(true);
});

test('a handshake waits for as long as its board does, and is given up then', async () => {
  const { front } = await startFront();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = vi.fn();
  const served = front.served().then(ended);
  await vi.advanceTimersByTimeAsync(11_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await served;
  expect(ended).toHaveBeenCalledWith(false);
});

test('a handshake waits for the next one that serves when this one does not respond any more', async () => {
  const [first, second] = [newTag(), newTag()];
  const { nats: ofServing, end } = await startServing(first);
  const { front, nats } = await startFront();
  front.follow({ name: 'barn-1', tag: first });
  await linked(front);
  // As after kill -9: nobody reports that the link has ended.
  await ofServing.stop();
  let isServed = false;
  const served = front.served().then((is) => {
    isServed = is;
  });
  front.follow({ name: 'barn-3', tag: second });
  await nobodyResponds(nats);
  expect(isServed).toBe(false);
  await startServing(second);
  await served;
  expect(isServed).toBe(true);
  end.stop();
});

test('what waits is closed when the front stops', async () => {
  const { front } = await startFront();
  const { connect: connectClient, sockets } = await makePort(front);
  const client = await connectClient();
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  const served = front.served();
  front.stop();
  expect(await served).toBe(false);
  await once(client, 'close');
});

test('a server that stops serving is noticed at once: clients wait for the next one', async () => {
  const [first, second] = [newTag(), newTag()];
  const { end } = await startServing(first, echo);
  const { front, texts } = await startFront();
  front.follow({ name: 'barn-1', tag: first });
  await linked(front);
  const { connect: connectClient } = await makePort(front);
  const before = await connectClient();
  before.write('hello');
  await once(before, 'data');
  const closed = once(before, 'close');
  end.stop();
  await closed;
  await vi.waitFor(() => expect(texts()).toContain('The link to the server that serves was lost'));
  const waiting = await connectClient();
  waiting.write('who serves?');
  await startServing(second, echo);
  front.follow({ name: 'barn-3', tag: second });
  expect(String((await once(waiting, 'data'))[0])).toBe('who serves?');
});

test('that nobody serves shows after 8 s, also when the clock is set meanwhile', async () => {
  const tag = newTag();
  const { end } = await startServing(tag);
  const { front, texts } = await startFront();
  front.follow({ name: 'barn-1', tag });
  await linked(front);
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  end.stop();
  await vi.waitFor(() => expect(texts()).toContain('The link to the server that serves was lost'));
  const now = Date.now();
  vi.setSystemTime(now + 3_600_000);
  expect(front.problem).toBeNull();
  vi.setSystemTime(now - 3_600_000);
  vi.advanceTimersByTime(8_000);
  expect(front.problem).toMatch(/does not respond/);
});

test('a server is drained, also when another one serves meanwhile, and undrained', async () => {
  const [first, second] = [newTag(), newTag()];
  const { end } = await startServing(first);
  const { front, onDrain } = await startFront();
  front.follow({ name: 'barn-1', tag: first });
  await linked(front);
  expect(end.drain('barn-9', true)).toBe(false);
  expect(end.drain('barn-2', true)).toBe(true);
  await vi.waitFor(() => expect(onDrain.mock.calls).toEqual([[true]]));
  expect(front.problem).toMatch(/is drained/);
  // Who has not noticed yet is still brought there.
  expect(front.mayRelay).toBe(true);
  const { end: next } = await startServing(second);
  front.follow({ name: 'barn-3', tag: second });
  await vi.waitFor(() => expect(next.servers()).toMatchObject([{ isDrained: true }]));
  next.drain('barn-2', false);
  await linked(front);
  expect(onDrain.mock.calls).toEqual([[true], [false]]);
});

test('a server of NATS that is away for a moment is noticed by nobody', async () => {
  const tag = newTag();
  await startServing(tag, echo);
  const { front, nats } = await startFront();
  front.follow({ name: 'barn-1', tag });
  await linked(front);
  const { connect: connectClient } = await makePort(front);
  const before = await connectClient();
  before.write('before');
  await once(before, 'data');
  await servers.kill(0);
  await vi.waitFor(() => expect(nats.isConnected).toBe(false));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  expect([front.mayRelay, front.problem]).toEqual([true, null]);
  vi.useRealTimers();
  const meanwhile = await connectClient();
  meanwhile.write('meanwhile');
  before.write('again');
  const responses = Promise.all([once(meanwhile, 'data'), once(before, 'data')]);
  await servers.startOne(0);
  expect((await responses).map(String)).toEqual(['meanwhile', 'again']);
});

test('a second link of the same name replaces the first', async () => {
  const tag = newTag();
  const accepted: RelayedSocket[] = [];
  const { end } = await startServing(tag, (socket) => {
    accepted.push(socket);
    echo(socket);
  });
  const { front } = await startFront();
  front.follow({ name: 'barn-1', tag });
  await linked(front);
  const { connect: connectClient } = await makePort(front);
  const client = await connectClient();
  client.write('hello');
  await once(client, 'data');
  const other = await openNats();
  const request = { protocol: protocolVersion, link: 'ab'.repeat(16), name: 'barn-2', version: '1' };
  expect(await other.request(subjectsOf(tag).link, request)).toEqual({ refused: null });
  await vi.waitFor(() => expect(accepted[0]?.destroyed).toBe(true));
  expect(end.servers()).toHaveLength(1);
});

test('another version of the protocol is refused with a reason, and nonsense without', async () => {
  const tag = newTag();
  const { end } = await startServing(tag);
  const other = await openNats();
  const request = { protocol: 99, link: 'ab'.repeat(16), name: 'barn-2', version: '9.9' };
  const { link } = subjectsOf(tag);
  expect(await other.request(link, request)).toEqual({ refused: expect.stringContaining('Upgrade the older one') });
  other.publish(link, Buffer.from('{'));
  other.publish(link, Buffer.from(JSON.stringify({ ...request, protocol: protocolVersion, link: '>' })));
  await other.request(link, request);
  expect(end.servers()).toEqual([]);
});

test('a front that is refused says why, and goes on when it is refused no more', async () => {
  const tag = newTag();
  const other = await openNats();
  let response: unknown = { refused: 'Upgrade the older one.' };
  const end = other.subscribe(subjectsOf(tag).link, (_message, respond) => respond(response as object));
  const { front, texts } = await startFront();
  front.follow({ name: 'barn-1', tag });
  await vi.waitFor(() => expect(front.problem).toBe('Upgrade the older one.'));
  expect(front.mayRelay).toBe(false);
  response = { of: 'another version' };
  await vi.waitFor(() => expect(front.problem).toMatch(/does not respond/));
  end();
  await startServing(tag);
  await linked(front);
  expect(texts().filter((text) => text === 'Upgrade the older one.')).toHaveLength(1);
});

describe('a client', () => {
  async function join(accept: (socket: RelayedSocket) => void, options?: { allowHalfOpen: boolean }) {
    const tag = newTag();
    const { end } = await startServing(tag, accept);
    const { front } = await startFront();
    front.follow({ name: 'barn-1', tag });
    await linked(front);
    return { end, front, ...(await makePort(front, options)) };
  }

  test('that has sent everything and left is read whole', async () => {
    const far: RelayedSocket[] = [];
    const { connect: connectClient, sockets } = await join((socket) => void far.push(socket));
    const client = await connectClient();
    // More than the server takes before it reads.
    client.end(Buffer.alloc(100 * 1024, 'x'));
    client.resume();
    await vi.waitFor(() => expect([far.length, sockets[0]?.closed]).toEqual([1, true]));
    const [socket] = far as [RelayedSocket];
    expect((await buffer(socket)).length).toBe(100 * 1024);
    await vi.waitFor(() => expect(socket.closed).toBe(true));
  });

  test('that goes on sending after the server has ended gets all that was sent to it', async () => {
    const far: RelayedSocket[] = [];
    const { front, connect: connectClient, sockets } = await join((socket) => void far.push(socket));
    const client = await connectClient();
    client.allowHalfOpen = true;
    // As much as may be on the way to a server that does not read, and a little more that waits.
    client.write(Buffer.alloc(64 * 1024));
    await vi.waitFor(() => expect(far[0]?.bytesRead).toBe(64 * 1024));
    client.write('more');
    await vi.waitFor(() => expect(sockets[0]?.bytesRead).toBe(64 * 1024 + 4));
    const response = buffer(client);
    far[0]?.end('too much');
    await vi.waitFor(() => expect(sockets[0]?.writableFinished).toBe(true));
    client.write('and more');
    expect(String(await response)).toBe('too much');
    // It has arrived when a later client has.
    await connectClient();
    await vi.waitFor(() => expect(far).toHaveLength(2));
    for (const socket of far) socket.destroy();
    await vi.waitFor(() => expect(front.joined.size).toBe(0));
  });

  test('that is sent a last response and reads it late gets it whole', async () => {
    const { connect: connectClient } = await join((socket) => {
      socket.write(Buffer.alloc(200 * 1024, 'x'), () => socket.destroy());
    });
    const client = await connectClient();
    expect((await buffer(client)).length).toBe(200 * 1024);
  });

  test('gets what the server sent last before that one stops, and then its connection is closed', async () => {
    const far: RelayedSocket[] = [];
    const { end, connect: connectClient } = await join((socket) => void far.push(socket));
    const client = await connectClient();
    client.write('a message');
    const received = buffer(client);
    await vi.waitFor(() => expect(far[0]?.bytesRead).toBe(9));
    far[0]?.write('its acknowledgement');
    end.stop();
    expect(String(await received)).toBe('its acknowledgement');
  });

  test('that sent something last before the front stops is read, and then its connection is closed', async () => {
    const far: RelayedSocket[] = [];
    const { front, connect: connectClient, sockets } = await join((socket) => void far.push(socket));
    const client = await connectClient();
    await vi.waitFor(() => expect(far).toHaveLength(1));
    // As soon as it is read, before it has left.
    sockets[0]?.once('data', () => front.stop());
    client.write('a message');
    expect(String(await buffer(far[0] as RelayedSocket))).toBe('a message');
    expect((await buffer(client)).length).toBe(0);
  });

  test('that ends, reads nothing and leaves is forgotten', async () => {
    const far: RelayedSocket[] = [];
    // As on a port of HTTP.
    const options = { allowHalfOpen: true };
    const { front, connect: connectClient, sockets } = await join((socket) => void far.push(socket), options);
    const client = await connectClient();
    client.end('a request');
    await vi.waitFor(() => expect(far).toHaveLength(1));
    for (let written = 0; written < 16; written += 1) far[0]?.write(Buffer.alloc(1024 ** 2));
    await vi.waitFor(() => expect(sockets[0]?.writableNeedDrain).toBe(true));
    far[0]?.resume();
    client.resetAndDestroy();
    await vi.waitFor(() => expect([front.joined.size, far[0]?.closed]).toEqual([0, true]));
  });

  test('that never reads is cut off when the server has left', async () => {
    const far: RelayedSocket[] = [];
    const { front, connect: connectClient, sockets } = await join((socket) => void far.push(socket));
    await connectClient();
    await vi.waitFor(() => expect(far).toHaveLength(1));
    const timeouts: number[] = [];
    const [near] = sockets as [Socket];
    vi.spyOn(near, 'setTimeout').mockImplementation((ms, listener) => {
      timeouts.push(ms);
      // Its 30 s without progress are over.
      if (listener) setImmediate(listener);
      return near;
    });
    // More than the two systems take of what nobody reads.
    for (let written = 0; written < 16; written += 1) far[0]?.write(Buffer.alloc(1024 ** 2));
    await vi.waitFor(() => expect(near.writableNeedDrain).toBe(true));
    far[0]?.destroy();
    await vi.waitFor(() => expect(front.joined.size).toBe(0));
    expect(timeouts).toContain(30_000);
  });
});
