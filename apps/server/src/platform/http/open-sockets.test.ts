import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { createMetrics } from '../metrics/index.ts';
import { createHttp, listen } from './index.ts';
import { OpenSockets, openSocketLimits } from './open-sockets.ts';

const apps: FastifyInstance[] = [];
const clients: Socket[] = [];
let lines: [string, object, string | undefined][];

beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(apps.splice(0).map((app) => app.close()));
});

async function start(limits: { ofNetwork: number; inAll: number }, trustProxy: string[] = []) {
  const app = fastify({ forceCloseConnections: true });
  apps.push(app);
  const log = (_: string, line: string, details: object, about?: string) => void lines.push([line, details, about]);
  new OpenSockets({ log, limits, trustProxy }).watch(app);
  app.get('/', () => ({}));
  // Its response never comes.
  app.get('/slow', (_request, reply) => void reply.hijack());
  await app.listen({ host: '0.0.0.0', port: 0 });
  return app;
}

/** The server's end of a new connection; all of 127.0.0.0/8 is this machine. */
async function dial({ server }: Pick<FastifyInstance, 'server'>, from: string): Promise<Socket & { client: Socket }> {
  const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const { port } = server.address() as { port: number };
  const client = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {});
  clients.push(client);
  return Object.assign(await accepted, { client });
}

async function dialMany(app: Pick<FastifyInstance, 'server'>, from: string, count: number) {
  const sockets = [];
  for (let dialed = 0; dialed < count; dialed += 1) sockets.push(await dial(app, from));
  return sockets;
}

async function request(app: FastifyInstance, from: string, path: string) {
  const socket = await dial(app, from);
  const requested = once(app.server, 'request');
  socket.client.write(`GET ${path} HTTP/1.1\r\nHost: cyno\r\n\r\n`);
  await requested;
  return socket;
}

const closed = (sockets: Socket[]) => sockets.map(({ destroyed }) => destroyed);

test('silent connections of five networks do not fill the web port: the network with most of them loses its oldest', async () => {
  const app = await start({ ofNetwork: 4, inAll: 10 });
  const honest = await dial(app, '127.0.0.2');
  const floods = [];
  for (const from of ['127.0.0.3', '127.0.0.4', '127.0.0.5']) floods.push(await dialMany(app, from, 8));
  expect(honest.destroyed).toBe(false);
  const left = floods.map((sockets) => sockets.filter(({ destroyed }) => !destroyed).length);
  expect(left).toEqual([3, 3, 3]);
  for (const sockets of floods) expect(sockets.at(-1)?.destroyed).toBe(false);
  expect(lines.at(-1)).toEqual([
    expect.stringContaining('too many connections'),
    { address: '127.0.0.5', sockets: 4 },
    '127.0.0.5',
  ]);
});

test('a request under way is not cut off for newer connections, and is idle when it gets a response', async () => {
  const app = await start({ ofNetwork: 2, inAll: 10 });
  const slow = await request(app, '127.0.0.3', '/slow');
  const responded = await request(app, '127.0.0.3', '/');
  await once(responded.client, 'data');
  const third = await dial(app, '127.0.0.3');
  expect(closed([slow, responded, third])).toEqual([false, true, false]);
});

test('a network whose every connection waits for a response gets no further one', async () => {
  const app = await start({ ofNetwork: 2, inAll: 10 });
  const slow = [await request(app, '127.0.0.3', '/slow'), await request(app, '127.0.0.3', '/slow')];
  const third = await dial(app, '127.0.0.3');
  expect(closed([...slow, third])).toEqual([false, false, true]);
});

test('requests that never end do not keep other networks out', async () => {
  const app = await start({ ofNetwork: 10, inAll: 3 });
  const slow = [];
  for (let count = 0; count < 3; count += 1) slow.push(await request(app, '127.0.0.3', '/slow'));
  const honest = await dial(app, '127.0.0.2');
  expect(closed([...slow, honest])).toEqual([true, false, false, false]);
});

test('many come through a trusted proxy: only the limit in all holds for it, and strangers give way first', async () => {
  const app = await start({ ofNetwork: 2, inAll: 6 }, ['127.0.1.0/24']);
  const proxied = await dialMany(app, '127.0.1.7', 4);
  const strangers = await dialMany(app, '127.0.0.3', 2);
  const more = await dialMany(app, '127.0.1.7', 1);
  expect(closed([...proxied, ...strangers, ...more])).toEqual([false, false, false, false, true, false, false]);
});

test('a connection on which nothing comes is closed after ten seconds; one that has sent something is not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const app = await start({ ofNetwork: 9, inAll: 9 });
  const silent = await dial(app, '127.0.0.3');
  const slow = await request(app, '127.0.0.3', '/slow');
  vi.advanceTimersByTime(9_999);
  expect(closed([silent, slow])).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  await new Promise(setImmediate);
  expect(closed([silent, slow])).toEqual([true, false]);
});

test('what arrived while this process stood still is read before a connection counts as silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const app = await start({ ofNetwork: 9, inAll: 9 });
  const fresh = await dial(app, '127.0.0.3');
  await new Promise(setImmediate);
  fresh.client.write('GET /slow HTTP/1.1\r\nHost: cyno\r\n\r\n');
  vi.advanceTimersByTime(10_000);
  await new Promise(setImmediate);
  expect(fresh.destroyed).toBe(false);
});

test('the server bounds its own port', async () => {
  const app = await createHttp({ log: silentLogger, metrics: createMetrics(), authenticate: async () => null });
  apps.push(app as never);
  expect(app.server).toMatchObject({ keepAliveTimeout: 10_000, timeout: 300_000 });
  await listen(app, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  const sockets = await dialMany(app, '127.0.0.3', openSocketLimits.ofNetwork + 1);
  expect(closed(sockets)).toEqual([true, ...Array(openSocketLimits.ofNetwork).fill(false)]);
});
