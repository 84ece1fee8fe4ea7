import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { LiveConnection } from './live.connection.ts';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
afterEach(() => server.close());

it('gives a browser that stops reading the newest value only, and cuts it after five seconds', async () => {
  // A raw client that finishes the handshake and then never reads again.
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  const [socket] = (await once(server, 'connection')) as [WebSocket];
  client.pause();
  let dropped = 0;
  const connection = new LiveConnection(socket, (points) => {
    dropped += points;
  });
  connection.watch(new Set(['a']));
  const text = 'x'.repeat(256);
  let highest = 0;
  for (let turn = 0; turn < 400; turn++) {
    for (let i = 0; i < 100; i++) connection.push('a', { at: turn * 100 + i, values: { text } });
    await new Promise((resolve) => setImmediate(resolve));
    highest = Math.max(highest, socket.bufferedAmount);
  }
  expect(highest).toBeLessThan(1024 * 1024);
  expect(dropped).toBeGreaterThan(10_000);
  connection.check(0);
  connection.check(4_999);
  expect(socket.readyState).toBe(socket.OPEN);
  connection.check(5_000);
  await once(socket, 'close');
  client.destroy();
});

/** A socket with so many bytes unsent as the test sets. */
function stubSocket() {
  const socket = { OPEN: 1, readyState: 1, bufferedAmount: 0, send: vi.fn(), terminate: vi.fn() };
  return { socket, connection: new LiveConnection(socket as unknown as WebSocket, () => undefined) };
}

it('does not cut a browser that takes what it was sent, however slowly', () => {
  const { socket, connection } = stubSocket();
  for (let second = 0; second < 20; second += 1) {
    socket.bufferedAmount = 900_000 - second * 20_000;
    connection.check(second * 1_000);
  }
  expect(socket.terminate).not.toHaveBeenCalled();
  for (let second = 20; second <= 25; second += 1) connection.check(second * 1_000);
  expect(socket.terminate).toHaveBeenCalled();
});

it.each([
  ['has taken enough', { bufferedAmount: 0 }],
  ['is gone', { readyState: 3 }],
])('waits with what comes all at once until the browser %s', async (_, change) => {
  const { socket, connection } = stubSocket();
  socket.bufferedAmount = 900_000;
  let isFree = false;
  const free = connection.whenFree().then(() => {
    isFree = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isFree).toBe(false);
  Object.assign(socket, change);
  await free;
});
