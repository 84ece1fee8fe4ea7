import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { createLiveClient, type LiveClient, type LivePoints, type LiveStart } from './live-client.ts';
import { type LiveTiming, retryDelay } from './live-client-connection.ts';

const timing: LiveTiming = {
  readyMs: 10_000,
  silenceMs: 25_000,
  wakeSilenceMs: 12_000,
  firstRetryMs: 20,
  quickRetries: 0,
  longestRetryMs: 60,
  steadyMs: 1_000,
};

type Seen = { socket: ServerSocket; path: string; messages: Record<string, unknown>[] };

let server: WebSocketServer;
let connections: Seen[];
let client: LiveClient;
let stop: () => void;
let replyToHello: boolean;

function attach(target: WebSocketServer) {
  target.on('connection', (socket, request) => {
    const seen: Seen = { socket, path: request.url ?? '', messages: [] };
    connections.push(seen);
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      seen.messages.push(message);
      if (message.type === 'hello' && replyToHello) send(seen, { type: 'ready', now: 1_000_000 });
      target.emit('heard', seen);
    });
  });
}

async function listen(port = 0) {
  server = new WebSocketServer({ port, host: '127.0.0.1' });
  attach(server);
  await once(server, 'listening');
}

const port = () => (server.address() as AddressInfo).port;
const send = (seen: Seen | undefined, message: object) => seen?.socket.send(JSON.stringify(message));

function start(overrides: Partial<LiveStart> = {}) {
  const ended: string[] = [];
  stop = client.start({
    url: `ws://127.0.0.1:${port()}/api/live`,
    token: 'a-secret',
    timing,
    onMessage: () => undefined,
    onReady: () => undefined,
    onEnded: (reason) => ended.push(reason),
    ...overrides,
  });
  return ended;
}

async function heard(type: string, connection: number): Promise<Record<string, unknown>> {
  for (;;) {
    const message = connections[connection]?.messages.find((candidate) => candidate.type === type);
    if (message) return message;
    await once(server, 'heard');
  }
}

async function state(wanted: string) {
  if (client.state() === wanted) return;
  await new Promise<void>((resolve) => {
    const unsubscribe = client.subscribeState(() => {
      if (client.state() !== wanted) return;
      unsubscribe();
      resolve();
    });
  });
}

/** From now on time passes only where a test lets it. */
const holdTime = () =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });

/** Resolves when everybody who dialled before now is in `connections`; returns how many they are, but this one. */
async function dialled(): Promise<number> {
  const witness = new WebSocket(`ws://127.0.0.1:${port()}/witness`);
  await expect.poll(() => connections.some(({ path }) => path === '/witness')).toBe(true);
  witness.close();
  return connections.length - 1;
}

const nextPoints = () =>
  new Promise<LivePoints>((resolve) => {
    const unsubscribe = client.subscribePoints((points) => {
      unsubscribe();
      resolve(points);
    });
  });

beforeEach(async () => {
  connections = [];
  replyToHello = true;
  client = createLiveClient();
  stop = () => undefined;
  await listen();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  for (const socket of server.clients) socket.terminate();
  server.close();
});

test('the token goes in the first message and never in the address', async () => {
  client.watch(['esp-1']);
  start();
  await heard('watch', 0);
  expect(connections[0]?.messages[0]).toEqual({ type: 'hello', token: 'a-secret' });
  expect(connections[0]?.path).toBe('/api/live');
  expect(client.state()).toBe('open');
});

test('watches are counted, joined into one message and only cancelled by the last one', async () => {
  start();
  await heard('watch', 0);
  const first = client.watch(['esp-2', 'esp-1']);
  client.watch(['esp-2']);
  first();
  first();
  await once(server, 'heard');
  client.watch(['esp-3']);
  await once(server, 'heard');
  const watches = connections[0]?.messages.filter((message) => message.type === 'watch') ?? [];
  expect(watches.map((message) => message.espids)).toEqual([[], ['esp-2'], ['esp-2', 'esp-3']]);
});

test('`*` covers everything else', async () => {
  client.watch(['esp-1']);
  client.watch('*');
  start();
  expect(await heard('watch', 0)).toEqual({ type: 'watch', espids: '*', replay: true });
});

test('points reach the listeners with their replay flag, and the server clock is followed', async () => {
  holdTime();
  start();
  await state('open');
  expect(client.now()).toBe(1_000_000);
  vi.advanceTimersByTime(500);
  expect(client.now()).toBe(1_000_500);
  const next = nextPoints();
  send(connections[0], { type: 'points', espid: 'esp-1', points: [{ at: 5, values: { temp: 1 } }], replay: true });
  expect(await next).toEqual({ espid: 'esp-1', points: [{ at: 5, values: { temp: 1 } }], replay: true });
});

test('after a drop it reconnects, sends hello and watches the same devices', async () => {
  let ready = 0;
  client.watch(['esp-1']);
  start({ onReady: () => (ready += 1) });
  await heard('watch', 0);
  const down = state('down');
  connections[0]?.socket.terminate();
  await down;
  expect(await heard('watch', 1)).toEqual({ type: 'watch', espids: ['esp-1'], replay: true });
  expect(connections[1]?.messages[0]).toEqual({ type: 'hello', token: 'a-secret' });
  expect([client.state(), client.reopenings(), ready]).toEqual(['open', 1, 2]);
});

test('a server that is away is dialled until it is back', async () => {
  start();
  await state('open');
  const usedPort = port();
  const closed = once(server, 'close');
  for (const socket of server.clients) socket.terminate();
  server.close();
  await closed;
  await state('down');
  await listen(usedPort);
  await state('open');
  expect(connections).toHaveLength(2);
});

test('a connection that falls silent is dead, although its socket is still open', async () => {
  holdTime();
  start();
  await state('open');
  vi.advanceTimersByTime(timing.silenceMs);
  expect(client.state()).toBe('open');
  vi.advanceTimersByTime(timing.readyMs / 10);
  expect(client.state()).toBe('down');
  vi.advanceTimersByTime(timing.longestRetryMs);
  await heard('hello', 1);
  await state('open');
});

test('ticks keep a quiet connection alive', async () => {
  holdTime();
  let ticks = 0;
  start({ onMessage: (message) => void (message.type === 'tick' && ticks++) });
  await state('open');
  for (let ticked = 1; ticked <= 4; ticked += 1) {
    vi.advanceTimersByTime(timing.silenceMs / 2);
    send(connections[0], { type: 'tick', now: Date.now() });
    await expect.poll(() => ticks).toBe(ticked);
  }
  expect([client.state(), connections.length]).toEqual(['open', 1]);
});

test('a server that never reports ready is left and tried again', async () => {
  holdTime();
  replyToHello = false;
  start();
  await heard('hello', 0);
  vi.advanceTimersByTime(timing.readyMs * 1.1);
  expect(client.state()).toBe('down');
  vi.advanceTimersByTime(timing.longestRetryMs);
  await heard('hello', 1);
});

test('a lost network ends the connection at once, and it is dialled again', async () => {
  start();
  await state('open');
  client.lose();
  expect(client.state()).toBe('down');
  await state('open');
  expect(connections).toHaveLength(2);
});

test('waking up dials at once instead of waiting for the next attempt', async () => {
  start({ timing: { ...timing, firstRetryMs: 3_600_000, longestRetryMs: 3_600_000 } });
  await state('open');
  connections[0]?.socket.terminate();
  await state('down');
  client.wake();
  await state('open');
  expect(connections).toHaveLength(2);
});

test('`ended` stops for good and tells the session', async () => {
  holdTime();
  const ended = start();
  await state('open');
  const closed = once(connections[0]?.socket as ServerSocket, 'close');
  send(connections[0], { type: 'ended', reason: 'Signed out elsewhere.' });
  await closed;
  expect(ended).toEqual(['Signed out elsewhere.']);
  vi.advanceTimersByTime(3_600_000);
  expect(await dialled()).toBe(1);
});

test('a token that the server does not know ends the session instead of dialling for ever', async () => {
  holdTime();
  const ended = start();
  await state('open');
  connections[0]?.socket.close(4401, 'Your session has ended.');
  await expect.poll(() => ended).toEqual(['Your session has ended.']);
  vi.advanceTimersByTime(3_600_000);
  expect(await dialled()).toBe(1);
});

test('messages that are no JSON objects with a type are ignored', async () => {
  const types: string[] = [];
  start({ onMessage: (message) => types.push(message.type) });
  await state('open');
  const next = nextPoints();
  for (const text of ['', '{', 'null', '[]', '{"type":7}']) connections[0]?.socket.send(text);
  send(connections[0], { type: 'points', espid: 'esp-1', points: [] });
  await next;
  expect(types).toEqual(['ready', 'points']);
});

test('retries are quick at first, then wait longer each time, up to a limit, with jitter', () => {
  const limits = { ...timing, firstRetryMs: 500, quickRetries: 2, longestRetryMs: 15_000 };
  const longest = [0, 2, 3, 4, 9].map((failures) => retryDelay(failures, limits, () => 1));
  const shortest = [0, 2, 3, 4, 9].map((failures) => retryDelay(failures, limits, () => 0));
  expect(longest).toEqual([500, 500, 1_000, 2_000, 15_000]);
  expect(shortest).toEqual([250, 250, 500, 1_000, 7_500]);
});
