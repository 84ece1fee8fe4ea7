import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { ServerProblem } from '@cyno/contract';
import { Counter } from 'prom-client';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { createMetrics } from '../metrics/index.ts';
import { createHttp, type Http, listen } from './index.ts';

const token = 'a-token-of-the-operator';
const apps: Http[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const app of apps.splice(0)) await app.close();
});

async function create(options: Partial<Parameters<typeof createHttp>[0]> = {}): Promise<Http> {
  const metrics = createMetrics();
  new Counter({ name: 'cyno_example_total', help: 'An example.', registers: [metrics] }).inc(3);
  const app = await createHttp({ log: silentLogger, metrics, authenticate: async () => null, ...options });
  apps.push(app);
  return app;
}

test.each([
  ['this machine', '127.0.0.1', {}, 200],
  ['this machine by IPv6', '::1', {}, 200],
  ['this machine by a mapped address', '::ffff:127.0.0.1', {}, 200],
  ['a neighbour', '192.168.1.20', {}, 404],
  ['a visitor of a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, 404],
  ['a visitor of a proxy that names the address alone', '127.0.0.1', { 'x-real-ip': '203.0.113.9' }, 404],
  ['a visitor of a proxy that names the host', '127.0.0.1', { 'x-forwarded-host': 'cyno.example.com' }, 404],
  ['a visitor of a proxy that names the protocol', '127.0.0.1', { 'x-forwarded-proto': 'https' }, 404],
  ['a visitor of a proxy that follows the standard', '127.0.0.1', { forwarded: 'for=203.0.113.9' }, 404],
  ['a visitor of a proxy that names itself', '127.0.0.1', { via: '1.1 proxy' }, 404],
  ['this machine by its name', '127.0.0.1', { host: 'farm-pi:3000' }, 200],
  ['this machine by its address', '::1', { host: '[::1]:3000' }, 200],
  ['a visitor of a proxy that names nobody', '127.0.0.1', { host: 'cyno.example.com' }, 404],
  ['a page that calls this machine by its own name', '127.0.0.1', { host: 'rebound.example.com:3000' }, 404],
  ['a visitor of a tunnel', '127.0.0.1', { 'cf-connecting-ip': '203.0.113.9' }, 404],
  ['a visitor of a proxy, with an empty header', '127.0.0.1', { 'x-forwarded-for': '' }, 404],
  ['a visitor of a proxy with the token', '127.0.0.1', { via: '1.1 proxy', authorization: `Bearer ${token}` }, 200],
  ['a neighbour with the token', '192.168.1.20', { authorization: `Bearer ${token}` }, 200],
  ['a neighbour with another token', '192.168.1.20', { authorization: 'Bearer a-token-of-the-operatoR' }, 404],
])('metrics for %s', async (_, remoteAddress, headers, status) => {
  const app = await create({ metricsToken: token });
  const response = await app.inject({ url: '/metrics', remoteAddress, headers });
  expect(response.statusCode).toBe(status);
  if (status === 200) expect(response.body).toContain('cyno_example_total 3');
});

test('a visitor of nginx as it is without further settings gets no metrics', async () => {
  const app = await create();
  const port = await listen(app, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  const statusOf = (version: string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.end(`GET /metrics HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
      });
      socket.once('data', (bytes) => resolve(bytes.toString().split(' ')[1] ?? ''));
    });
  expect([await statusOf('1.0'), await statusOf('1.1')]).toEqual(['404', '200']);
});

test('a bearer token opens nothing when the operator set none', async () => {
  const app = await create();
  const headers = { authorization: 'Bearer undefined' };
  const response = await app.inject({ url: '/metrics', remoteAddress: '192.168.1.20', headers });
  expect(response.statusCode).toBe(404);
});

test('requests are counted by route, not by address', async () => {
  const app = await create();
  app.get('/api/thing/:id', { config: { access: 'public' } }, () => ({}));
  await app.inject('/api/thing/1');
  await app.inject('/api/thing/2');
  const { body } = await app.inject('/metrics');
  expect(body).toContain('cyno_http_request_seconds_count{method="GET",route="/api/thing/:id",status="2xx"} 2');
});

test('readiness names the part that does not work', async () => {
  const app = await create({
    checks: { database: async () => true, broker: () => Promise.reject(new Error('away')) },
  });
  const response = await app.inject('/readyz');
  const reasons = ['The broker does not work, or does not answer.'];
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { ready: false, database: true, broker: false, reasons },
  ]);
});

const problem = (severity: ServerProblem['severity'], text: string): ServerProblem => ({
  part: 'disk',
  severity,
  urgent: false,
  text,
  reason: 'not_checked',
  values: {},
  since: 0,
});

test('readiness gives the reasons as sentences: of a part, and of what fails although every part responds', async () => {
  const app = await create({
    checks: { database: async () => 'The disk of the server is full.', broker: async () => true },
    problems: async () => [problem('failing', 'Nothing can be stored.'), problem('warning', 'The disk is 83 % full.')],
  });
  const response = await app.inject('/readyz');
  expect([response.statusCode, response.json()]).toEqual([
    503,
    {
      ready: false,
      database: false,
      broker: true,
      reasons: ['The disk of the server is full.', 'Nothing can be stored.'],
      warnings: ['The disk is 83 % full.'],
    },
  ]);
});

test('a warning leaves the server ready', async () => {
  const app = await create({ problems: async () => [problem('warning', 'The disk is 83 % full.')] });
  const response = await app.inject('/readyz');
  expect([response.statusCode, response.json()]).toEqual([200, { ready: true, warnings: ['The disk is 83 % full.'] }]);
});

test('a part that does not report its problems is not ready', async () => {
  const app = await create({ problems: () => Promise.reject(new Error('away')) });
  const response = await app.inject('/readyz');
  expect([response.statusCode, response.json().reasons]).toEqual([
    503,
    [expect.stringContaining('could not be checked in time')],
  ]);
});

test('readiness checks its parts once a second, however many callers there are', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let requested = 0;
  const app = await create({
    checks: {
      database: async () => {
        requested += 1;
        return requested === 1;
      },
    },
  });
  const ready = async () => (await app.inject('/readyz')).json().ready;
  expect(await Promise.all([ready(), ready()])).toEqual([true, true]);
  vi.advanceTimersByTime(999);
  expect([await ready(), requested]).toEqual([true, 1]);
  vi.advanceTimersByTime(1);
  expect([await ready(), requested]).toEqual([false, 2]);
});

test('an address that requests too much of the API waits; others, and pages, do not', async () => {
  const app = await create({ requestsPerMinute: 2 });
  app.get('/api/thing', { config: { access: 'public' } }, () => ({}));
  const request = (remoteAddress: string) => app.inject({ url: '/api/thing', remoteAddress });
  const statuses = [];
  for (let count = 0; count < 3; count++) statuses.push((await request('192.0.2.1')).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
  const refused = await request('192.0.2.1');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json().code).toBe('rate_limited');
  expect((await request('192.0.2.2')).statusCode).toBe(200);
  expect((await app.inject({ url: '/healthz', remoteAddress: '192.0.2.1' })).statusCode).toBe(200);
});

test.each(['/%61pi/thing', 'http://example.com/api/thing'])('%s is limited like the API that it is', async (url) => {
  const app = await create({ requestsPerMinute: 1 });
  app.get('/api/thing', { config: { access: 'public' } }, () => ({}));
  const port = await listen(app, { host: '127.0.0.1', port: 0, setting: 'PORT' });
  expect((await requestRaw(port, url)).statusCode).toBe(200);
  const refused = await requestRaw(port, url);
  expect([refused.statusCode, refused.headers['cache-control']]).toEqual([429, 'no-store']);
});

/** Requests an address exactly as it is written. */
const requestRaw = (port: number, path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false }, (response) => resolve(response.resume())).on('error', reject);
  });
