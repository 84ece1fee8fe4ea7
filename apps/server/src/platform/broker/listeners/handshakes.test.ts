import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrokerCounts } from '../broker-metrics.ts';
import { maxHandshakesPerTurn } from '../limits.ts';
import { HalfOpenSockets } from './half-open-sockets.ts';
import { Handshakes } from './handshakes.ts';

let server: Server;
let peers: Socket[];
let begun: string[];

const flooding = '127.0.0.3';
const honest = '127.0.0.2';
/** Its handshakes wait. */
const later = '127.0.0.4';
let served: PromiseWithResolvers<boolean>;

beforeEach(async () => {
  [peers, begun] = [[], []];
  const counts = createBrokerCounts(new Registry());
  const halfOpen = new HalfOpenSockets({ counts, limit: 1_000, log: () => undefined });
  const begin = (socket: Socket) => {
    begun.push(socket.remoteAddress ?? '');
    socket.destroy();
  };
  const handshakes = new Handshakes(begin);
  served = Promise.withResolvers();
  const waiting = new Handshakes(begin, () => served.promise);
  server = createServer((socket) => {
    const entry = halfOpen.add(socket, 1);
    if (entry) (socket.remoteAddress === later ? waiting : handshakes).add(socket, entry);
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
});
afterEach(() => {
  for (const peer of peers) peer.destroy();
  server.close();
});

async function open(from: string): Promise<Socket> {
  const { port } = server.address() as { port: number };
  const accepted = new Promise((resolve) => server.once('connection', resolve));
  const peer = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => undefined);
  peers.push(peer);
  await accepted;
  return peer;
}

test('a silent socket begins no handshake, nor does one that hangs up', async () => {
  const [silent, gone, talking] = [await open(flooding), await open(flooding), await open(honest)];
  gone.end();
  talking.write('hello');
  await expect.poll(() => begun).toEqual([honest]);
  silent.write('late');
  await expect.poll(() => begun).toEqual([honest, flooding]);
});

test('a handshake begins when somebody serves, and is given up when nobody does', async () => {
  const peer = await open(later);
  peer.write('hello');
  (await open(honest)).write('hello');
  await expect.poll(() => begun).toEqual([honest]);
  served.resolve(true);
  await expect.poll(() => begun).toEqual([honest, later]);
  served = Promise.withResolvers();
  const late = await open(later);
  const closed = once(late, 'close');
  late.write('hello');
  served.resolve(false);
  await closed;
  expect(begun).toEqual([honest, later]);
});

test('networks take turns: who comes behind a flood waits for a few handshakes of it', async () => {
  const many = [];
  for (let count = 0; count < 200; count += 1) many.push(await open(flooding));
  const one = await open(honest);
  for (const peer of [...many, one]) peer.write('hello');
  await expect.poll(() => begun.length).toBe(201);
  // All that was written at once is readable at once.
  expect(begun.indexOf(honest)).toBeLessThanOrEqual(maxHandshakesPerTurn);
});
