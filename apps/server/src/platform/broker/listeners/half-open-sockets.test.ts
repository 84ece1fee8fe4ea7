import { connect, createServer, type Server, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBrokerCounts } from '../broker-metrics.ts';
import { connectingLimits, loginLimitMs } from '../limits.ts';
import { type HalfOpenSocket, HalfOpenSockets } from './half-open-sockets.ts';

let server: Server;
let sockets: Socket[];
let lines: [string, object][];
/** The time of performance.now(). */
let now: number;
const counts = createBrokerCounts(new Registry());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  now = 0;
  sockets = [];
  lines = [];
  server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
});
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const create = (limit: number) =>
  new HalfOpenSockets({ counts, limit, log: (_, line, details) => void lines.push([line, details]) });
const passed = (ms: number) => {
  vi.advanceTimersByTime(ms);
  now += ms;
  return now;
};

function add(halfOpen: HalfOpenSockets, socket: Socket): HalfOpenSocket {
  const entry = halfOpen.add(socket, 1);
  if (!entry) throw new Error('The socket was refused.');
  return entry;
}

/** The server's end of a new connection; all of 127.0.0.0/8 is this machine. */
async function accept(from = '127.0.0.1'): Promise<Socket> {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const { port } = server.address() as { port: number };
  sockets.push(connect({ port, host: '127.0.0.1', localAddress: from }));
  return accepted;
}

test('behind a proxy each client has the budget of its own network', async () => {
  const halfOpen = create(1_000);
  const socket = await accept();
  expect(halfOpen.add(socket, connectingLimits.burstMs, '198.51.100.66')).toMatchObject({ network: '198.51.100.66' });
  expect(halfOpen.add(socket, 1, '198.51.100.66')).toBeUndefined();
  expect(halfOpen.add(await accept(), 1, '::ffff:192.0.2.7')).toMatchObject({ remoteAddress: '192.0.2.7' });
});

test('above its limit the oldest socket that did not log in is closed', async () => {
  const halfOpen = create(2);
  const [loggedIn, first, second, third] = [await accept(), await accept(), await accept(), await accept()];
  halfOpen.remove(add(halfOpen, loggedIn));
  for (const socket of [first, second, third]) add(halfOpen, socket);
  expect([loggedIn, first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  expect([counts.halfOpen, counts.halfOpenKills]).toEqual([2, 1]);
  halfOpen.expireAll();
  expect(counts.halfOpen).toBe(0);
});

test('a flood from one network closes its own sockets, not the older one of another network', async () => {
  const halfOpen = create(4);
  const honest = await accept('127.0.0.2');
  add(halfOpen, honest);
  const flood = [];
  for (let count = 0; count < 8; count += 1) flood.push(await accept('127.0.0.3'));
  for (const socket of flood) add(halfOpen, socket);
  expect(honest.destroyed).toBe(false);
  expect(flood.map(({ destroyed }) => destroyed)).toEqual([...Array(5).fill(true), ...Array(3).fill(false)]);
  expect(lines.at(-1)).toEqual([expect.stringContaining('too many'), { address: '127.0.0.3', sockets: 4 }]);
});

test('time runs from the TCP connection on, for the TLS handshake and the login together, however late it is looked at', async () => {
  const halfOpen = create(10);
  const socket = await accept();
  const entry = add(halfOpen, socket);
  halfOpen.sweep(passed(loginLimitMs - 1));
  const ended: string[] = [];
  entry.expire = () => ended.push('login');
  expect(socket.destroyed).toBe(false);
  // One late look, where there would have been many.
  halfOpen.sweep(passed(1));
  expect(ended).toEqual(['login']);
});

test('what a socket waits for the server is no time of its own', async () => {
  const halfOpen = create(10);
  const entry = add(halfOpen, await accept());
  const ended: string[] = [];
  entry.expire = () => ended.push('login');
  passed(1_000);
  entry.stopTime();
  halfOpen.sweep(passed(60_000));
  entry.resume();
  halfOpen.sweep(passed(loginLimitMs - 1_001));
  expect(ended).toEqual([]);
  halfOpen.sweep(passed(1));
  expect(ended).toEqual(['login']);
});

test('many sockets of a network that stay silent are worth one line in the log', async () => {
  const halfOpen = create(100);
  for (let count = 0; count < 20; count += 1) add(halfOpen, await accept('127.0.0.3'));
  add(halfOpen, await accept('127.0.0.2'));
  halfOpen.sweep(passed(loginLimitMs));
  expect(lines).toEqual([[expect.stringContaining('did not log in in time'), { address: '127.0.0.3', sockets: 20 }]]);
  expect(counts.halfOpen).toBe(0);
});

test('a network that connects again and again is refused for a while, with one line; another is not', async () => {
  const halfOpen = create(10);
  const [first, second, third] = [await accept(), await accept(), await accept()];
  const [other, later] = [await accept('127.0.0.2'), await accept()];
  halfOpen.add(first, connectingLimits.burstMs - 1);
  halfOpen.add(second, 1_000);
  expect(halfOpen.add(third, 1)).toBeUndefined();
  expect(halfOpen.add(other, 1)).toBeDefined();
  expect([first, second, third, other].map(({ destroyed }) => destroyed)).toEqual([false, false, true, false]);
  expect(lines).toEqual([[expect.stringContaining('connects too often'), { address: '127.0.0.1' }]]);
  passed(60_000);
  expect(halfOpen.add(later, 1)).toBeDefined();
});
