import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { silentLogger } from '../../../test/log.ts';
import { createHttp, type Http, listen } from '../http/index.ts';
import { createMetrics } from '../metrics/index.ts';
import { allowWebSockets, type GuardedSocket, WebSockets } from './index.ts';

/** What the server holds of one connection, and what it was handed. */
interface Held {
  readonly socket: WebSocket;
  readonly guarded: GuardedSocket;
  readonly texts: string[];
}

let app: Http;
let url: string;
let held: Held[];
let lines: string[];
const clients: WebSocket[] = [];

beforeEach(async () => {
  held = [];
  lines = [];
  app = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async () => null,
    trustProxy: ['127.0.0.1'],
  });
  await allowWebSockets(app);
  const warn = (_details: object, message: string) => lines.push(message);
  const webSockets = new WebSockets({ publicUrl: null, log: { warn } as never });
  app.get('/live', { websocket: true, config: { access: 'public' } }, (socket, request) => {
    const guarded = webSockets.admit(socket, request);
    if (!guarded) return;
    const texts: string[] = [];
    guarded.onMessage((text) => {
      texts.push(text);
      if (text === 'hello') guarded.prove('account 1');
    });
    held.push({ socket, guarded, texts });
    socket.send('open');
  });
  url = `ws://127.0.0.1:${await listen(app, { host: '127.0.0.1', port: 0, setting: 'PORT' })}/live`;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.terminate();
  await app.close();
});

/** Connects; returns when the server has taken the connection or closed it. */
async function dial(from = '192.0.2.1') {
  const socket = new WebSocket(url, { headers: { 'x-forwarded-for': from } });
  clients.push(socket);
  socket.on('error', () => {});
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  await Promise.race([once(socket, 'message'), closed]);
  return { socket, closed, at: held.at(-1) as Held };
}

async function dialAndProve() {
  const connection = await dial();
  connection.socket.send('hello');
  await expect.poll(() => connection.at.texts).toEqual(['hello']);
  return connection;
}

test('before hello a frame above 1 KB is not looked at', async () => {
  const { socket, closed, at } = await dial();
  socket.send('x'.repeat(1_025));
  expect(await closed).toBe(1009);
  expect(at.texts).toEqual([]);
});

test('after hello a frame may have 16 KB and no more', async () => {
  const { socket, closed, at } = await dialAndProve();
  socket.send('x'.repeat(16 * 1024));
  await expect.poll(() => at.texts.length).toBe(2);
  socket.send('x'.repeat(16 * 1024 + 1));
  expect([1006, 1009]).toContain(await closed);
  expect(at.texts).toHaveLength(2);
  expect(lines).toEqual(['A live connection was closed: it sends too much']);
});

test('of a flood in one piece only the first 20 messages are looked at, and nothing after the close', async () => {
  const { socket, closed, at } = await dial();
  const { _socket: raw } = socket as unknown as { _socket: { cork(): void; uncork(): void } };
  raw.cork();
  for (let sent = 0; sent < 400; sent++) socket.send(String(sent));
  raw.uncork();
  expect(await closed).toBe(4429);
  expect(at.texts).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
  expect(lines).toEqual(['A live connection was closed: it sends too much']);
});

test.each(['ping', 'pong'] as const)('a flood of %s frames is one of messages', async (frame) => {
  const { socket, closed } = await dial();
  for (let sent = 0; sent < 21; sent++) socket[frame]();
  expect(await closed).toBe(4429);
});

test('a ping gets a response', async () => {
  const { socket } = await dial();
  const responded = once(socket, 'pong');
  socket.ping('are you there');
  expect(String((await responded)[0])).toBe('are you there');
});

test('a socket that is silent for five seconds is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, closed } = await dial();
  vi.advanceTimersByTime(4_999);
  expect(socket.readyState).toBe(socket.OPEN);
  vi.advanceTimersByTime(1);
  expect(await closed).toBe(4408);
});

test('a hello that arrived while this process stood still is read before its time is over', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, at } = await dial();
  await new Promise(setImmediate);
  socket.send('hello');
  vi.advanceTimersByTime(5_000);
  await new Promise(setImmediate);
  expect([at.texts, at.guarded.isClosed]).toEqual([['hello'], false]);
});

test('a hello that came in time may wait for the database', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { socket, at } = await dial();
  socket.send('hello, with a token to look up');
  await expect.poll(() => at.texts).toHaveLength(1);
  vi.advanceTimersByTime(5_000);
  await new Promise(setImmediate);
  expect(at.guarded.isClosed).toBe(false);
});

test('a network may have 50 silent connections: a further one takes the place of its oldest', async () => {
  // On a busy machine they take longer than one may wait for its hello.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = [];
  for (let count = 0; count < 50; count += 1) silent.push(await dial());
  const other = await dial('198.51.100.7');
  const next = await dial();
  expect(await silent[0]?.closed).toBe(4429);
  await dial();
  expect(await silent[1]?.closed).toBe(4429);
  expect(lines).toEqual(['Live connections that say nothing are closed: there are too many']);
  silent[2]?.socket.send('hello');
  await expect.poll(() => held.some(({ texts }) => texts.length > 0)).toBe(true);
  await dial();
  const left = [...silent.slice(2), other, next].map(({ socket }) => socket.readyState === WebSocket.OPEN);
  expect(left).toEqual(Array(50).fill(true));
});

test('silent connections of twenty networks shut nobody out: the oldest of the network with most gives way', async () => {
  // A thousand connections take longer on a busy machine than one may wait for its hello.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const floods = Array.from({ length: 20 }, (_, index) => `192.0.2.${index + 1}`);
  const honest = await dial('198.51.100.7');
  const first = await dial(floods[0]);
  await Promise.all(floods.slice(1).map((from) => Promise.all(Array.from({ length: 50 }, () => dial(from)))));
  await Promise.all(Array.from({ length: 49 }, () => dial(floods[0])));
  expect(await first.closed).toBe(4429);
  const page = await dial('203.0.113.9');
  page.socket.send('hello');
  await expect.poll(() => page.at.texts).toEqual(['hello']);
  expect([honest.socket.readyState, page.socket.readyState]).toEqual([WebSocket.OPEN, WebSocket.OPEN]);
});

test('who sends more than it may is not read for a while, and is closed and written down once when it continues', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { socket, closed, at } = await dialAndProve();
  const sendMuch = () => {
    for (let sent = 0; sent < 12; sent++) socket.send('x'.repeat(15_000));
  };
  sendMuch();
  await expect.poll(() => at.socket.isPaused).toBe(true);
  expect(at.guarded.isClosed).toBe(false);
  vi.advanceTimersByTime(20_000);
  await expect.poll(() => at.socket.isPaused).toBe(false);
  sendMuch();
  expect(await closed).toBe(4429);
  expect(lines).toEqual(['A live connection was closed: it sends too much']);
});
