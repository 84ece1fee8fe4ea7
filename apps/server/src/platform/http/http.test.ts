import { errorBody } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../../../test/log.ts';
import { AppError, rateLimited } from '../errors.ts';
import { createMetrics } from '../metrics/index.ts';
import { createHttp, type Http, type RequestAccount } from './index.ts';

const user: RequestAccount = {
  id: 1,
  email: 'ann@example.com',
  member: 'user',
  timeZone: null,
  sessionId: 1,
  provedAt: Date.now(),
  tokenScope: null,
};
const accounts = new Map<string, RequestAccount>([
  ['user', user],
  ['admin', { ...user, id: 2, member: 'admin' }],
  ['reader', { ...user, sessionId: null, tokenScope: 'read' }],
  ['controller', { ...user, sessionId: null, tokenScope: 'control' }],
]);

let app: Http;
beforeAll(async () => {
  app = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async (token) => accounts.get(token) ?? null,
  });
  app.get('/api/closed', (request) => ({ id: request.account.id }));
  app.post('/api/closed', () => ({}));
  app.get('/api/open', { config: { access: 'public' } }, () => ({}));
  app.get('/api/careless', { config: { access: 'public' } }, (request) => ({ id: request.account.id }));
  app.get('/api/admin', { config: { access: 'admin' } }, () => ({}));
  app.get('/api/broken', { config: { access: 'public' } }, () => {
    throw new Error('secret detail');
  });
  app.get('/api/lost', { config: { access: 'public' } }, () => {
    throw new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') });
  });
  app.get('/api/throttled', { config: { access: 'public' } }, () => {
    throw rateLimited(7);
  });
  app.get('/api/away', { config: { access: 'public' } }, () => {
    throw new AppError(503, 'unavailable', 'The database is away.');
  });
  app.post(
    '/api/body',
    {
      config: { access: 'public' },
      schema: { body: z.object({ devices: z.array(z.object({ espid: z.string() })).max(10), name: z.string() }) },
    },
    () => ({}),
  );
  await app.ready();
});
afterAll(() => app.close());

describe('access', () => {
  test.each([
    ['GET', '/api/closed', undefined, 401, 'not_authenticated'],
    ['GET', '/api/closed', 'Bearer unknown', 401, 'not_authenticated'],
    ['GET', '/api/closed', 'Basic user', 401, 'not_authenticated'],
    ['GET', '/api/closed', 'Bearer user', 200, undefined],
    ['HEAD', '/api/closed', undefined, 401, undefined],
    ['POST', '/api/closed', 'bearer user', 200, undefined],
    ['GET', '/api/closed', 'Bearer reader', 200, undefined],
    ['POST', '/api/closed', 'Bearer reader', 403, 'forbidden'],
    ['POST', '/api/closed', 'Bearer controller', 200, undefined],
    ['GET', '/api/open', undefined, 200, undefined],
    ['GET', '/api/careless', 'Bearer user', 401, 'not_authenticated'],
    ['GET', '/api/admin', undefined, 401, 'not_authenticated'],
    ['GET', '/api/admin', 'Bearer user', 403, 'forbidden'],
    ['GET', '/api/admin', 'Bearer admin', 200, undefined],
    ['GET', '/api/nothing', undefined, 404, 'not_found'],
    ['GET', '/api/closed/', undefined, 401, 'not_authenticated'],
  ] as const)('%s %s with %s answers %i %s', async (method, url, authorization, status, code) => {
    const response = await app.inject({ method, url, headers: authorization ? { authorization } : {} });
    expect(response.statusCode).toBe(status);
    if (code) expect(errorBody.parse(response.json()).code).toBe(code);
  });

  test('a route knows whose token it was', async () => {
    const response = await app.inject({ url: '/api/closed', headers: { authorization: 'Bearer user' } });
    expect(response.json()).toEqual({ id: 1 });
  });
});

describe('errors', () => {
  test('an unexpected error hides its cause and names the request', async () => {
    const response = await app.inject('/api/broken');
    expect(response.statusCode).toBe(500);
    expect(errorBody.parse(response.json())).toMatchObject({
      code: 'internal',
      reason: 'server_failed',
      requestId: expect.stringMatching(/./),
    });
    expect(response.body).not.toContain('secret');
  });

  test('a database that is away is no fault of the request', async () => {
    const response = await app.inject('/api/lost');
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(errorBody.parse(response.json())).toMatchObject({ code: 'unavailable', reason: 'storage_unavailable' });
    expect(response.body).not.toContain('terminated');
  });

  test('a throttled caller gets how long to wait', async () => {
    const response = await app.inject('/api/throttled');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([429, '7']);
  });

  test('an error with a public face keeps its status and text', async () => {
    const response = await app.inject('/api/away');
    expect([response.statusCode, response.json()]).toEqual([
      503,
      { error: 'The database is away.', code: 'unavailable' },
    ]);
  });

  test('every wrong field of a request is named', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/body', payload: { devices: [{ espid: 1 }] } });
    const body = errorBody.parse(response.json());
    expect([response.statusCode, body.code]).toEqual([400, 'validation_failed']);
    expect(Object.keys(body.fields ?? {})).toEqual(['devices.0.espid', 'name']);
  });

  test.each([
    ['no JSON', '{', 'application/json', 400, 'bad_request'],
    ['another type', 'x=1', 'text/csv', 415, 'bad_request'],
    ['too large', JSON.stringify({ name: 'x'.repeat(300_000) }), 'application/json', 413, 'too_large'],
    ['a poisoned prototype', '{"__proto__":{"a":1},"devices":[],"name":""}', 'application/json', 400, 'bad_request'],
  ])('a body that is %s is refused', async (_, payload, type, status, code) => {
    const response = await app.inject({ method: 'POST', url: '/api/body', payload, headers: { 'content-type': type } });
    expect([response.statusCode, errorBody.parse(response.json()).code]).toEqual([status, code]);
  });
});

describe('what a page of another origin wants to change', () => {
  const change = (headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: '/api/closed',
      headers: { authorization: 'Bearer user', host: 'cyno.test', ...headers },
    });

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://cyno.test.evil.example' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://cyno.test' }],
  ])('is refused with %o', async (headers) => {
    const response = await change(headers);
    expect([response.statusCode, response.json().code]).toEqual([403, 'forbidden']);
  });

  test.each([
    [{}],
    [{ origin: 'http://cyno.test' }],
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://cyno.test' }],
    [{ 'sec-fetch-site': 'none' }],
  ])('is done for our own pages and for programs: %o', async (headers) => {
    expect((await change(headers)).statusCode).toBe(200);
  });
});
