import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect, createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { joinedEnds, openPair } from '../../../../test/joined-ends.ts';
import type { RelayedSocket } from './relayed-socket.ts';

type Either = Socket | RelayedSocket;

async function openTcpPair(): Promise<[near: Socket, far: Socket]> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as { port: number }).port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  onTestFinished(() => {
    server.close();
    near.destroy();
    far.destroy();
  });
  return [near, far];
}

/** What the relayed one is like is shown by one of TCP, in the same tests. */
const kinds = { relayed: openPair, tcp: openTcpPair } as const;

function countEvents(socket: Either): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of ['end', 'error', 'close', 'timeout', 'finish'])
    socket.on(event, () => {
      counts[event] = (counts[event] ?? 0) + 1;
    });
  return counts;
}

describe.each(['tcp', 'relayed'] as const)('a socket of kind %s', (kind) => {
  const open = async (): Promise<Either[]> => kinds[kind]();

  test('what was sent before the end is read, also when both ends have closed', async () => {
    const [near, far] = (await open()) as [Either, Either];
    const counts = countEvents(near);
    near.resume();
    near.end(Buffer.alloc(1024 ** 2, 'x'));
    const read = await buffer(far);
    expect(read.length).toBe(1024 ** 2);
    await vi.waitFor(() => expect(counts).toEqual({ end: 1, finish: 1, close: 1 }));
  });

  test('all that a server sends before it ends reaches a client that goes on sending', async () => {
    const [near, far] = (await open()) as [Either, Either];
    near.on('error', () => undefined);
    far.on('error', () => undefined);
    far.resume();
    near.write('a request');
    const response = buffer(near);
    far.end(Buffer.alloc(1024 ** 2, 'x'));
    near.write('more');
    expect((await response).length).toBe(1024 ** 2);
  });

  test('destroySoon sends everything first, and closes once', async () => {
    const [near, far] = (await open()) as [Either, Either];
    const counts = countEvents(far);
    const response = buffer(near);
    far.write(Buffer.alloc(1024 ** 2, 'x'));
    far.destroySoon();
    far.destroySoon();
    expect((await response).length).toBe(1024 ** 2);
    await vi.waitFor(() => expect(far.closed).toBe(true));
    expect(counts).toMatchObject({ close: 1, finish: 1 });
    far.destroySoon();
    far.destroy();
    expect(counts).toMatchObject({ close: 1 });
  });

  test('a socket that is destroyed closes the other one, which then writes to nobody', async () => {
    const [near, far] = (await open()) as [Either, Either];
    const counts = countEvents(near);
    const ofFar = countEvents(far);
    near.resume();
    far.resume();
    near.write('hello');
    await once(far, 'data');
    far.destroy();
    near.write('to nobody');
    await vi.waitFor(() => expect([near.closed, far.closed]).toEqual([true, true]));
    near.write('to nobody');
    await new Promise((resolve) => setImmediate(resolve));
    expect([counts.close, ofFar.close]).toEqual([1, 1]);
  });

  test('a timeout is emitted after silence, once; 0 switches it off', async () => {
    const [near, far] = (await open()) as [Either, Either];
    near.on('data', () => undefined);
    const switchedOff = vi.fn();
    far.setTimeout(1, switchedOff);
    far.setTimeout(0, switchedOff);
    const listener = vi.fn();
    near.setTimeout(5, listener);
    await once(near, 'timeout');
    near.setTimeout(5);
    await once(near, 'timeout');
    expect(listener).toHaveBeenCalledTimes(1);
    expect(switchedOff).not.toHaveBeenCalled();
    expect(near.destroyed).toBe(false);
    near.destroy();
    const late = vi.fn();
    near.setTimeout(1, late);
    far.resume();
    await once(far, 'close');
    expect(late).not.toHaveBeenCalled();
  });

  test('paused and resumed it counts what it has read', async () => {
    const [near, far] = (await open()) as [Either, Either];
    far.pause();
    expect(far.isPaused()).toBe(true);
    near.write('some bytes');
    far.resume();
    await once(far, 'data');
    expect(far.isPaused()).toBe(false);
    expect(far.bytesRead).toBe(10);
    await vi.waitFor(() => expect(near.bytesWritten).toBe(10));
    expect(near.writableLength).toBe(0);
  });

  test('bytes that nobody reads are counted as not written yet', async () => {
    const [near, far] = (await open()) as [Either, Either];
    far.pause();
    const piece = Buffer.alloc(1024 ** 2);
    for (let written = 0; written < 32; written += 1) near.write(piece);
    expect(near.writableLength).toBeGreaterThan(0);
    near.on('error', () => undefined);
    near.destroy();
    far.on('error', () => undefined);
    far.resume();
    await once(far, 'close');
  });
});

test('a timeout waits while the other end reads', async () => {
  const [near, far] = await openPair();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const onTimeout = vi.fn();
  near.setTimeout(1_000, onTimeout);
  near.write(Buffer.alloc(1024 ** 2));
  vi.advanceTimersByTime(999);
  for (let chunks = 0; chunks < 8; chunks += 1) await once(far, 'data');
  await new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));
  vi.advanceTimersByTime(999);
  expect(onTimeout).not.toHaveBeenCalled();
  far.pause();
});

describe('a server of HTTP', () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  /** Only a server that listens watches its connections. */
  async function listen(server: Server): Promise<void> {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
  }

  /** Opens a port whose connections are taken by the server over a link; returns its address. */
  async function serve(server: Server): Promise<string> {
    await listen(server);
    const ends = joinedEnds();
    const port = createTcpServer((socket) => {
      const { near, far } = ends.open();
      void far.then((relayed) => server.emit('connection', relayed));
      socket.pipe(near).pipe(socket);
    });
    await once(port.listen(0, '127.0.0.1'), 'listening');
    onTestFinished(() => {
      agent.destroy();
      port.close();
    });
    return `127.0.0.1:${(port.address() as { port: number }).port}`;
  }

  async function call(address: string, { path = '/', body }: { path?: string; body?: Buffer } = {}): Promise<Buffer> {
    const sent = request(`http://${address}${path}`, { agent, method: body ? 'POST' : 'GET' }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return buffer(response);
  }

  const megabytes = Buffer.alloc(10 * 1024 ** 2, 'x');
  const createEcho = () =>
    createServer(async (incoming, response) => {
      response.end(incoming.url === '/large' ? megabytes : `${incoming.url} ${(await buffer(incoming)).length}`);
    });

  test('takes several requests on one connection, and megabytes both ways', async () => {
    const server = createEcho();
    const accepted = vi.fn();
    server.on('connection', accepted);
    const address = await serve(server);
    expect(String(await call(address, { path: '/one' }))).toBe('/one 0');
    expect(String(await call(address, { path: '/upload', body: megabytes }))).toBe(`/upload ${megabytes.length}`);
    expect((await call(address, { path: '/large' })).equals(megabytes)).toBe(true);
    expect(accepted).toHaveBeenCalledTimes(1);
  });

  test('closes idle connections, and all', async () => {
    const server = createEcho();
    const address = await serve(server);
    const sockets: RelayedSocket[] = [];
    server.on('connection', (socket) => sockets.push(socket as unknown as RelayedSocket));
    await call(address);
    server.closeIdleConnections();
    await vi.waitFor(() => expect(sockets.map(({ closed }) => closed)).toEqual([true]));
    // It may not have heard yet.
    agent.destroy();
    server.removeAllListeners('request');
    server.on('request', (_incoming, response: ServerResponse) => response.write('a part'));
    const unfinished = call(address).catch(({ code }) => code);
    await vi.waitFor(() => expect(sockets).toHaveLength(2));
    await vi.waitFor(() => expect(sockets[1]?.bytesWritten).toBeGreaterThan(0));
    server.closeAllConnections();
    expect(await unfinished).toBe('ECONNRESET');
  });

  test('closes a connection that is idle for too long, and one whose headers do not come', async () => {
    const server = createServer(
      { keepAliveTimeout: 1, headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 },
      (_incoming, response) => response.end('done'),
    );
    // What an idle connection is left longer.
    server.keepAliveTimeoutBuffer = 0;
    await listen(server);
    const idle = joinedEnds().open();
    server.emit('connection', await idle.far);
    idle.near.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String(await buffer(idle.near))).toMatch(/^HTTP\/1.1 200 OK.*done/s);
    const slow = joinedEnds().open();
    server.emit('connection', await slow.far);
    slow.near.write('G');
    expect(String(await buffer(slow.near))).toMatch(/^HTTP\/1.1 408 /);
  });

  test('responds to an upload that it refuses while the client still sends', async () => {
    const server = createServer((_incoming, response) => {
      response.writeHead(413, { connection: 'close' }).end('too much');
    });
    const { near, far } = joinedEnds().open();
    server.emit('connection', await far);
    near.on('error', () => undefined);
    near.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${megabytes.length}\r\n\r\n`);
    near.write(megabytes);
    expect(String(await buffer(near))).toMatch(/^HTTP\/1.1 413 .*too much/s);
  });

  test('upgrades to a WebSocket with compressed messages', async () => {
    const server = createEcho();
    const sockets = new WebSocketServer({ server, perMessageDeflate: { threshold: 0 } });
    sockets.on('connection', (socket) =>
      socket.on('message', (data, isBinary) => socket.send(data, { binary: isBinary })),
    );
    const client = new WebSocket(`ws://${await serve(server)}`, { perMessageDeflate: { threshold: 0 } });
    await once(client, 'open');
    expect(client.extensions).toBe('permessage-deflate');
    const large = 'text '.repeat(300_000);
    for (const text of ['short', large]) {
      client.send(text);
      expect(String((await once(client, 'message'))[0]) === text).toBe(true);
    }
    client.close(4000, 'done');
    const [code] = await once(client, 'close');
    expect(code).toBe(4000);
    await vi.waitFor(() => expect(sockets.clients.size).toBe(0));
  });
});
