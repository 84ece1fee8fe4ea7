import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { networkInterfaces } from 'node:os';
import packet, { type Packet } from 'dns-packet';
import { afterEach, expect, test } from 'vitest';
import { readableLogger } from '../../../test/log.ts';
import { HomeName } from './index.ts';

/** RFC 6762, section 3. */
const group = { port: 5_353, address: '224.0.0.251' } as const;
/** As dns-packet calls them. */
const records = 'answers';
const authoritative = 1 << 10;
/** Of tests nothing leaves this machine. */
const loopback = Object.entries(networkInterfaces()).find(([, list]) => list?.some(({ internal }) => internal))?.[0];
const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function openSocket(port: number): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.bind(port);
  await once(socket, 'listening');
  socket.setMulticastInterface('127.0.0.1');
  open.push(() => void socket.close());
  return socket;
}

const send = (socket: Socket, message: Packet) => socket.send(packet.encode(message), group.port, group.address);

/** Announces the name; resolves with the one that this machine has got. */
async function announce(name: string) {
  const named = Promise.withResolvers<string>();
  const { log, texts } = readableLogger();
  const home = new HomeName({ name, port: 8_443, log, onName: named.resolve, interfaces: [loopback ?? 'lo'] });
  home.start();
  open.push(() => home.stop());
  return { name: await named.promise, texts };
}

/** What the network responds to one question (RFC 6762, section 5.1). */
async function recordsOf(name: string, type: 'A' | 'PTR') {
  const socket = await openSocket(0);
  send(socket, { type: 'query', questions: [{ name, type }] });
  const [message] = await once(socket, 'message');
  const response = packet.decode(message);
  return [...(response[records] ?? []), ...(response.additionals ?? [])];
}

test('one who asks the network for the name gets the address, and finds HTTPS there', async () => {
  expect((await announce('cyno-test-a')).name).toBe('cyno-test-a');
  expect(await recordsOf('cyno-test-a.local', 'A')).toContainEqual(
    expect.objectContaining({ name: 'cyno-test-a.local', type: 'A', data: '127.0.0.1' }),
  );
  expect(await recordsOf('_https._tcp.local', 'PTR')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'PTR', data: 'Cyno (cyno-test-a)._https._tcp.local' }),
      expect.objectContaining({
        type: 'SRV',
        data: expect.objectContaining({ port: 8_443, target: 'cyno-test-a.local' }),
      }),
    ]),
  );
});

test('a name that another machine has is left to it', async () => {
  const other = await openSocket(group.port);
  const announced = [{ name: 'cyno-test-b.local', type: 'A', ttl: 120, flush: true, data: '127.9.9.9' } as const];
  const announces = setInterval(
    () => send(other, { type: 'response', flags: authoritative, [records]: announced }),
    20,
  );
  open.push(() => clearInterval(announces));
  const { name, texts } = await announce('cyno-test-b');
  expect(name).toBe('cyno-test-b-2');
  expect(texts()).toContain('cyno-test-b.local is the name of another machine in this network');
});
