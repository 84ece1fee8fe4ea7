import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { openStandbyPort } from './standby-port.ts';

async function openPort({ mayRelay = true } = {}) {
  const relayed: Socket[] = [];
  const front = {
    problem: null,
    mayRelay,
    isDrained: false,
    relay: vi.fn((socket: Socket, _late: () => void) => void relayed.push(socket)),
  };
  const port = await openStandbyPort({ host: '127.0.0.1', port: 0, log: silentLogger, front, trustProxy: [] });
  onTestFinished(async () => {
    for (const socket of relayed) socket.destroy();
    await port.stop();
  });
  return { port, front, relayed };
}

function connectTo({ port }: { port: number }): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

const requestOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

test('requests for its health are served here, and all others are relayed with what was read of them', async () => {
  const { port, relayed } = await openPort();
  const health = connectTo(port);
  health.write(requestOf('/readyz'));
  expect(String(await buffer(health))).toMatch(/^HTTP\/1.1 200 .*"ready":true/s);
  const page = connectTo(port);
  page.write(requestOf('/devices'));
  await vi.waitFor(() => expect(relayed).toHaveLength(1));
  expect(String((await once(relayed[0] as Socket, 'data'))[0])).toBe(requestOf('/devices'));
  const slow = connectTo(port);
  slow.write('G');
  await vi.waitFor(() => expect(relayed).toHaveLength(2));
});

test('a connection of a request for its health is used for no other', async () => {
  const { port, relayed } = await openPort();
  const health = connectTo(port);
  health.write(requestOf('/healthz') + requestOf('/devices'));
  const responses = String(await buffer(health));
  expect(responses).toMatch(/^HTTP\/1.1 200 .*connection: close/is);
  expect(responses).not.toContain('standby');
  expect(relayed).toEqual([]);
});

test('a connection that is silent, or whose request does not come, is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { port } = await openPort();
  const silent = connectTo(port);
  await once(silent, 'connect');
  // What connects later is accepted later.
  const health = connectTo(port);
  health.write(requestOf('/healthz'));
  await buffer(health);
  vi.advanceTimersByTime(10_000);
  silent.resume();
  await once(silent, 'close');
});

test('the port is free at once, also when clients wait or have not sent a whole request', async () => {
  const { port, relayed } = await openPort();
  const waiting = connectTo(port);
  waiting.write(requestOf('/devices'));
  const partial = connectTo(port);
  partial.write('GET /healthz HTTP/1.1\r\nHost:');
  const silent = connectTo(port);
  await once(silent, 'connect');
  await vi.waitFor(() => expect(relayed).toHaveLength(1));
  await port.stop();
  const next = await openStandbyPort({
    host: '127.0.0.1',
    port: port.port,
    log: silentLogger,
    front: null,
    trustProxy: [],
  });
  onTestFinished(() => next.stop());
  expect(relayed[0]?.destroyed).toBe(false);
});

test('a client that cannot wait for the end of a start is shown it', async () => {
  const { port, front, relayed } = await openPort();
  const client = connectTo(port);
  await once(client, 'connect');
  const health = connectTo(port);
  health.write(requestOf('/healthz'));
  await buffer(health);
  port.showStart();
  front.mayRelay = false;
  client.write(requestOf('/devices'));
  expect(String(await buffer(client))).toContain('is starting');
  expect(relayed).toEqual([]);
});

test('a client that has waited for too long, and one that nobody can relay, see that this server waits', async () => {
  const { port, front } = await openPort();
  front.relay.mockImplementation((_socket, late) => {
    late();
  });
  const late = connectTo(port);
  late.write(requestOf('/devices'));
  expect(String(await buffer(late))).toMatch(/^HTTP\/1.1 503 .*is on standby/s);
  const { port: alone } = await openPort({ mayRelay: false });
  const client = connectTo(alone);
  client.write(requestOf('/devices'));
  expect(String(await buffer(client))).toMatch(/^HTTP\/1.1 503 .*is on standby/s);
});

test('silent connections of a network give way to those that send something', async () => {
  const { port, relayed } = await openPort();
  const silent = Array.from({ length: 500 }, () => connectTo(port));
  await Promise.all(silent.map((socket) => once(socket, 'connect')));
  const [oldest] = silent as [Socket];
  oldest.resume();
  const page = connectTo(port);
  page.write(requestOf('/devices'));
  await Promise.all([once(oldest, 'close'), vi.waitFor(() => expect(relayed).toHaveLength(1))]);
});

test('one network has so many connections and no more, while others come in', async () => {
  const { port, relayed } = await openPort();
  for (let count = 0; count < 500; count += 1) connectTo(port).write(requestOf('/devices'));
  await vi.waitFor(() => expect(relayed).toHaveLength(500));
  const tooMany = connectTo(port);
  await once(tooMany, 'close');
  const other = connect({ port: port.port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  onTestFinished(() => void other.destroy());
  other.write(requestOf('/devices'));
  await vi.waitFor(() => expect(relayed).toHaveLength(501));
});
