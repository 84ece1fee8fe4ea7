import { createServer, type Server, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoopShares } from '../../work-budget/index.ts';
import { createBrokerCounts } from '../broker-metrics.ts';
import { maxBacklogMs, maxPieceMs, shareLimits } from '../limits.ts';
import { RawClient } from '../test/raw-client.ts';
import { Connection } from './connection.ts';

const counts = createBrokerCounts(new Registry());
const packet = Buffer.alloc(16_000);
let server: Server;
let peer: RawClient;
let socket: Socket;
let connection: Connection;
let ends: string[];

beforeEach(async () => {
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  peer = await RawClient.open((server.address() as { port: number }).port);
  socket = await accepted;
  const shares = new LoopShares(shareLimits, maxPieceMs);
  connection = new Connection(socket, '127.0.0.1', { counts, log: () => undefined, shares });
  ends = [];
  connection.handler = { packet: () => undefined, closed: (reason) => void ends.push(reason) };
});
afterEach(() => {
  peer.end();
  connection.close('shutdown');
  server.close();
});

/** Sends until the buffers of both systems are full and a little stays in ours. */
async function fillBuffers(): Promise<void> {
  peer.socket.pause();
  while (socket.writableLength === 0) {
    connection.send(packet);
    await new Promise(setImmediate);
  }
}

test('a peer that leaves a little unread for 10 s is cut off', async () => {
  await fillBuffers();
  connection.sweep(0);
  connection.sweep(maxBacklogMs);
  expect(ends).toEqual([]);
  connection.sweep(maxBacklogMs + 1);
  expect(ends).toEqual(['lost']);
});

test('a peer that catches up in between is not', async () => {
  await fillBuffers();
  connection.sweep(0);
  peer.socket.removeAllListeners('data').resume();
  await expect.poll(() => socket.writableLength).toBe(0);
  connection.sweep(maxBacklogMs);
  await fillBuffers();
  connection.sweep(maxBacklogMs + 1);
  connection.sweep(2 * maxBacklogMs);
  expect(ends).toEqual([]);
});

test('what is sent in one turn leaves in one write, in order', async () => {
  let writes = 0;
  const write = socket.write.bind(socket);
  socket.write = ((bytes: Buffer) => {
    writes += 1;
    return write(bytes);
  }) as typeof socket.write;
  connection.send(Buffer.from([0xd0, 0]));
  connection.send(Buffer.from([0x40, 2, 0, 7]));
  await peer.next('puback');
  expect(peer.received.map(({ cmd }) => cmd)).toEqual(['pingresp', 'puback']);
  expect(writes).toBe(1);
});

test('what is published is counted by its quality of service, and for the server that accepted the connection', () => {
  const before = { qos1: counts.publishes[1], direct: counts.direct.messages };
  connection.countPublish(1);
  const origin = { messages: 0 };
  const brought = new Connection(Object.assign(socket, { origin }), '10.0.0.9', {
    ...{ counts, log: () => undefined, shares: new LoopShares(shareLimits, maxPieceMs) },
  });
  brought.countPublish(1);
  expect(counts.publishes[1] - before.qos1).toBe(2);
  expect([counts.direct.messages - before.direct, origin.messages]).toEqual([1, 1]);
});
