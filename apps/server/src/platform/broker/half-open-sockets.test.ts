import { connect, createServer, type Server, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrokerCounts } from './broker-metrics.ts';
import { HalfOpenSockets } from './half-open-sockets.ts';
import { loginLimitSweeps } from './limits.ts';

let server: Server;
let sockets: Socket[];
const counts = createBrokerCounts(new Registry());

beforeEach(async () => {
  sockets = [];
  server = createServer((socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** The server's end of a new connection. */
async function accept(): Promise<Socket> {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  sockets.push(connect((server.address() as { port: number }).port, '127.0.0.1'));
  return accepted;
}

test('above its limit the oldest socket that did not log in is closed', async () => {
  const halfOpen = new HalfOpenSockets(counts, 2);
  const [loggedIn, first, second, third] = [await accept(), await accept(), await accept(), await accept()];
  halfOpen.add(loggedIn);
  const entry = halfOpen.find(loggedIn);
  if (entry) halfOpen.remove(entry);
  for (const socket of [first, second, third]) halfOpen.add(socket);
  expect([loggedIn, first, second, third].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  expect([counts.halfOpen, counts.halfOpenKills]).toEqual([2, 1]);
  halfOpen.expireAll();
  expect(counts.halfOpen).toBe(0);
});

test('a TLS handshake and the login after it share one time limit', async () => {
  const halfOpen = new HalfOpenSockets(counts, 10);
  const socket = await accept();
  halfOpen.add(socket);
  for (let sweep = 1; sweep < loginLimitSweeps; sweep += 1) halfOpen.sweep();
  const ended: string[] = [];
  const entry = halfOpen.find(socket);
  if (entry) entry.expire = () => ended.push('login');
  expect(socket.destroyed).toBe(false);
  halfOpen.sweep();
  expect(ended).toEqual(['login']);
});
