import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveHttp2 } from '../../../../test/http2.ts';
import { createMetrics } from '../../metrics/index.ts';
import { currentRequester } from '../../requester.ts';
import { createHttp, type Http } from '../index.ts';

let app: Http;
let lines: string[];
const write = (_details: object, line: string) => lines.push(line);
const log = { warn: write, error: write, info() {}, debug() {}, trace() {}, fatal: write, child: () => log };
let gate: PromiseWithResolvers<void>;
let arrived = 0;
let running = 0;
let maxRunning = 0;

beforeEach(async () => {
  gate = Promise.withResolvers();
  [arrived, running, maxRunning] = [0, 0, 0];
  lines = [];
  app = await createHttp({
    log: log as never,
    metrics: createMetrics(),
    reservedShares: { '/api/auth/': 'log-in', '/healthz': 'health' },
    authenticate: async (token) => ({
      id: Number(token),
      email: `user${token}@example.com`,
      member: 'user' as const,
      timeZone: null,
      sessionId: 1,
      provedAt: 0,
      tokenScope: null,
    }),
  });
  const work = async () => {
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await gate.promise;
    running -= 1;
    return currentRequester();
  };
  app.addHook('preParsing', async () => {
    arrived += 1;
  });
  app.post('/api/projects', work);
  app.get('/api/public/page', { config: { access: 'public' } }, work);
  app.post('/api/auth/login', { config: { access: 'public' } }, () => currentRequester());
  app.get('/api/quick', () => currentRequester());
  app.get('/api/endless', (_request, reply) => reply.send(new PassThrough()));
  app.get('/api/broken', () => {
    throw new Error('broken');
  });
  await app.ready();
});
afterEach(() => app.close());

const as = (account: number) => ({ headers: { authorization: `Bearer ${account}` } });
const body = { payload: { name: 'x'.repeat(1_000) } };

test('of an account six are worked on and a hundred wait; what is beyond is refused with a Retry-After', async () => {
  const responses = Array.from({ length: 150 }, () =>
    app.inject({ method: 'POST', url: '/api/projects', ...as(1), ...body }),
  );
  const done: Awaited<(typeof responses)[number]>[] = [];
  for (const response of responses) void response.then((one) => done.push(one));
  await expect.poll(() => done.length).toBe(44);
  const [refused] = done;
  expect([refused?.statusCode, refused?.headers['retry-after']]).toEqual([429, '2']);
  expect(refused?.json()).toEqual({
    error: 'Too many of your requests are under way. Wait a moment and send fewer at once.',
    code: 'rate_limited',
    reason: 'too_many_requests',
    values: {},
  });
  gate.resolve();
  const statuses = (await Promise.all(responses)).map(({ statusCode }) => statusCode).sort();
  expect(statuses).toEqual([...Array(106).fill(200), ...Array(44).fill(429)]);
  expect(maxRunning).toBe(6);
  // On a busy machine there is one about slow requests too.
  expect(lines.filter((line) => line.includes('refused'))).toEqual(['Requests are refused: too many at once']);
});

test('others, logins and health get a response meanwhile', async () => {
  const crowd = Array.from({ length: 50 }, () =>
    app.inject({ method: 'POST', url: '/api/projects', ...as(1), ...body }),
  );
  await expect.poll(() => running).toBe(6);
  expect((await app.inject({ url: '/api/quick', ...as(2) })).json()).toEqual({ key: 'account 2', isReserved: false });
  const login = await app.inject({ method: 'POST', url: '/api/auth/login', ...body });
  expect(login.json()).toEqual({ key: 'log-in network 127.0.0.1', isReserved: true });
  expect((await app.inject('/healthz')).statusCode).toBe(200);
  expect(running).toBe(6);
  gate.resolve();
  for (const response of await Promise.all(crowd))
    expect(response.json()).toEqual({ key: 'account 1', isReserved: false });
});

test('a network without account takes turns as well', async () => {
  const from = (remoteAddress: string) => app.inject({ url: '/api/public/page', remoteAddress });
  const crowd = Array.from({ length: 10 }, () => from('192.0.2.1'));
  await expect.poll(() => running).toBe(6);
  const other = from('192.0.2.2');
  await expect.poll(() => running).toBe(7);
  gate.resolve();
  expect((await other).json()).toEqual({ key: 'network 192.0.2.2', isReserved: false });
  await Promise.all(crowd);
});

test('a response that takes for ever to be read keeps no turn, nor does one that failed', async () => {
  for (let count = 0; count < 10; count += 1) void app.inject({ url: '/api/endless', ...as(1) }).catch(() => undefined);
  for (let count = 0; count < 10; count += 1) {
    expect((await app.inject({ url: '/api/broken', ...as(1) })).statusCode).toBe(500);
  }
  expect((await app.inject({ url: '/api/quick', ...as(1) })).statusCode).toBe(200);
});

test('a request over HTTP/2 that is aborted while it waits keeps no turn', async () => {
  const { client, abort, stop } = await serveHttp2(app);
  const crowd = Array.from({ length: 6 }, () =>
    app.inject({ method: 'POST', url: '/api/projects', ...as(1), ...body }),
  );
  await expect.poll(() => running).toBe(6);
  const aborted = Array.from({ length: 6 }, () => client.request({ ':path': '/api/quick', ...as(1).headers }));
  await expect.poll(() => arrived).toBe(12);
  await abort(aborted);
  gate.resolve();
  await Promise.all(crowd);
  expect((await app.inject({ url: '/api/quick', ...as(1) })).statusCode).toBe(200);
  stop();
});
