import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createMetrics } from '../../metrics/index.ts';
import type { WorkShares } from '../../work-budget/index.ts';
import { createHttp, type Http, newRequestShares } from '../index.ts';

const account = { email: 'a@example.com', member: 'user', timeZone: null, sessionId: 1, provedAt: 0 } as const;
let ids: Map<string, number>;

let app: Http;
let shares: WorkShares;
let lines: { msg: string; details: object }[];
/** How often a token was looked up. */
let authenticated = 0;
/** What handlers do while they keep the event loop. */
let work: () => void;

beforeEach(async () => {
  ids = new Map([
    ['ann', 1],
    ['bob', 2],
  ]);
  lines = [];
  shares = newRequestShares();
  const write = (details: object, msg: string) => lines.push({ msg, details });
  const log = { warn: write, info: write, error: write, debug() {}, trace() {}, fatal: write, child: () => log };
  app = await createHttp({
    log: log as never,
    metrics: createMetrics(),
    async authenticate(token) {
      authenticated += 1;
      const id = ids.get(token);
      return id === undefined ? null : { ...account, id, tokenScope: null };
    },
    shares,
    reservedShares: { '/api/auth/': 'log-in', '/healthz': 'health' },
  });
  const open = { config: { access: 'public' as const } };
  app.get('/api/open', open, () => {
    work();
    return {};
  });
  app.get('/api/mine', () => {
    work();
    return {};
  });
  app.post('/api/auth/login', open, () => ({}));
  app.post('/api/read', { ...open, schema: { body: z.object({ a: z.string() }) } }, () => ({}));
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

/** Makes each piece of work take so long, on a clock that stands still otherwise. */
function hold(ms: number): void {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  work = () => void vi.advanceTimersByTime(ms);
}

/** What is counted from now on, and for whom. */
function charges(): { key: string; ms: number }[] {
  const counted: { key: string; ms: number }[] = [];
  vi.spyOn(shares, 'charge').mockImplementation((key, { ms }) => void counted.push({ key, ms }));
  return counted;
}

const request = (url: string, { from = '192.0.2.1', token }: { from?: string; token?: string } = {}) =>
  app.inject({ url, remoteAddress: from, headers: { ...(token && { authorization: `Bearer ${token}` }) } });

/** Sends the request, and lets the time pass for which a refusal is held back. */
async function requestRefused(url: string, options: { from?: string; token?: string } = {}) {
  const response = request(url, options);
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(1_000);
  return response;
}

test('who uses the event loop for long is refused with a sentence, and written down once', async () => {
  hold(21_000);
  expect((await request('/api/open')).statusCode).toBe(200);
  work = () => {};
  const refused = await requestRefused('/api/open');
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.json()).toMatchObject({ code: 'rate_limited', error: /^These are too many requests at once\. Wait/ });
  expect((await requestRefused('/api/open')).statusCode).toBe(429);
  expect(lines.map(({ msg }) => msg)).toEqual(['Requests are refused: they are too much work']);
});

test('another address, logging in and health do not wait for it', async () => {
  hold(21_000);
  await request('/api/open');
  work = () => {};
  expect((await request('/api/open', { from: '198.51.100.7' })).statusCode).toBe(200);
  expect((await request('/healthz')).statusCode).toBe(200);
  const login = await app.inject({ method: 'POST', url: '/api/auth/login', remoteAddress: '192.0.2.1' });
  expect(login.statusCode).toBe(200);
  expect((await requestRefused('/api/open')).statusCode).toBe(429);
});

test('what an account requests is counted for it, where it comes from, and for nobody else at its address', async () => {
  hold(21_000);
  expect((await request('/api/mine', { token: 'ann' })).statusCode).toBe(200);
  work = () => {};
  expect((await requestRefused('/api/mine', { token: 'ann', from: '198.51.100.7' })).statusCode).toBe(429);
  expect((await request('/api/mine', { token: 'bob' })).statusCode).toBe(200);
  expect((await request('/api/open')).statusCode).toBe(200);
});

test('an account that is over its limit is refused before its token is looked up', async () => {
  hold(21_000);
  await request('/api/mine', { token: 'ann' });
  const before = authenticated;
  expect((await requestRefused('/api/mine', { token: 'ann' })).statusCode).toBe(429);
  expect(authenticated).toBe(before);
});

test('what comes with a token that has ended is counted for the network, not for the account that it was of', async () => {
  ids.set('ended', 1);
  hold(0);
  const stranger = { token: 'ended', from: '198.51.100.7' };
  await request('/api/mine', stranger);
  ids.delete('ended');
  const refused = charges();
  expect((await request('/api/mine', stranger)).statusCode).toBe(401);
  expect(refused.filter(({ ms }) => ms > 0)).toEqual([{ key: 'network 198.51.100.7', ms: 2.2 }]);
  for (let count = 0; count < 3; count += 1) await request('/api/mine', stranger);
  expect(refused.map(({ key }) => key)).not.toContain('account 1');
});

test('a token that nobody looks at is counted for the network', async () => {
  hold(0);
  await request('/api/mine', { token: 'ann' });
  work = () => void vi.advanceTimersByTime(21_000);
  await request('/api/open', { token: 'ann', from: '198.51.100.7' });
  work = () => {};
  expect((await request('/api/mine', { token: 'ann' })).statusCode).toBe(200);
  expect((await requestRefused('/api/open', { token: 'ann', from: '198.51.100.7' })).statusCode).toBe(429);
});

test('an account that is refused does not stay so because somebody continues with a token of it', async () => {
  hold(21_000);
  await request('/api/mine', { token: 'ann' });
  work = () => {};
  const refused = charges();
  expect((await requestRefused('/api/mine', { token: 'ann', from: '198.51.100.7' })).statusCode).toBe(429);
  expect(refused.filter(({ ms }) => ms > 0)).toEqual([{ key: 'network 198.51.100.7', ms: 0.2 }]);
});

test('how a token is written makes no other one of it', async () => {
  hold(21_000);
  await request('/api/mine', { token: 'ann' });
  work = () => {};
  const before = authenticated;
  const headers = { authorization: 'bEARER    ann' };
  const response = app.inject({ url: '/api/mine', remoteAddress: '198.51.100.7', headers });
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(1_000);
  expect([(await response).statusCode, authenticated]).toEqual([429, before]);
});

test('a refused request is refused before its body is read', async () => {
  hold(21_000);
  await request('/api/open');
  const headers = { 'content-type': 'application/json' };
  const refused = app.inject({ method: 'POST', url: '/api/read', headers, payload: '{', remoteAddress: '192.0.2.1' });
  await new Promise((resolve) => setImmediate(resolve));
  await vi.advanceTimersByTimeAsync(1_000);
  const { statusCode, headers: responded } = await refused;
  expect([statusCode, responded.connection]).toEqual([429, 'close']);
});

test('requests over the share are handled one in a turn of the loop', async () => {
  hold(300);
  await request('/api/open');
  const turns: number[] = [];
  let turn = 0;
  let isDone = false;
  const count = () => {
    turn += 1;
    if (!isDone) setImmediate(count);
  };
  work = () => void turns.push(turn);
  count();
  await Promise.all(Array.from({ length: 5 }, () => request('/api/open')));
  isDone = true;
  expect(new Set(turns).size).toBe(5);
});
