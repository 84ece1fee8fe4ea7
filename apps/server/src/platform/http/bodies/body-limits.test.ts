import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../../../../test/log.ts';
import { createMetrics } from '../../metrics/index.ts';
import { createHttp, type Http } from '../index.ts';

const apps: Http[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const account = { id: 1, email: 'a@example.com', member: 'user', timeZone: null, sessionId: 1, provedAt: 0 } as const;

async function create(): Promise<Http> {
  const app = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async () => ({ ...account, tokenScope: null }),
  });
  apps.push(app);
  return app;
}

/** Sends so many bytes of JSON and returns the status of the response. */
async function statusOf(app: Http, url: string, bytes: number): Promise<number> {
  const empty = JSON.stringify({ text: '' });
  const payload = JSON.stringify({ text: 'x'.repeat(bytes - empty.length) });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer token' };
  return (await app.inject({ method: 'POST', url, payload, headers })).statusCode;
}

test.each([
  ['/api/public', 8 * 1024],
  ['/api/ordinary', 64 * 1024],
  ['/api/pictures', 200 * 1024],
])('%s takes %d bytes and no more', async (url, limit) => {
  const app = await create();
  app.post('/api/public', { config: { access: 'public' } }, () => ({}));
  app.post('/api/ordinary', () => ({}));
  app.post('/api/pictures', { bodyLimit: 200 * 1024 }, () => ({}));
  expect(await statusOf(app, url, limit)).toBe(200);
  expect(await statusOf(app, url, limit + 1)).toBe(413);
});

test('a route whose body may have an array of any length cannot be added', async () => {
  const app = await create();
  const add = () => app.post('/api/ids', { schema: { body: z.object({ ids: z.array(z.string()) }) } }, () => ({}));
  expect(add).toThrow('POST /api/ids: the array "ids" of the body may have any length.');
});

test('of an array that is too long no element is looked at', async () => {
  const app = await create();
  let inspected = 0;
  const pin = z.object({ pin: z.string().optional() }).refine(() => {
    inspected += 1;
    return true;
  });
  app.post(
    '/api/pins',
    { config: { access: 'public' }, schema: { body: z.object({ pins: z.array(pin).max(40) }) } },
    () => ({}),
  );
  const send = (count: number) =>
    app.inject({ method: 'POST', url: '/api/pins', payload: { pins: Array(count).fill({}) } });
  const refused = await send(500);
  expect(refused.statusCode).toBe(400);
  expect(refused.json()).toEqual({
    error: 'pins: At most 40 entries.',
    code: 'validation_failed',
    fields: { pins: 'At most 40 entries.' },
  });
  expect(inspected).toBe(0);
  expect((await send(40)).statusCode).toBe(200);
  expect(inspected).toBe(40);
});

test.each([
  ['too deep', `${'['.repeat(2_000)}${']'.repeat(2_000)}`, 'The request is nested more than 16 levels deep.'],
  ['too many values', `[${'0,'.repeat(3_000)}0]`, 'The request has too many values.'],
])('a body that is %s is refused with a sentence', async (_, payload, error) => {
  const app = await create();
  app.post('/api/any', { config: { access: 'public' } }, () => ({}));
  const headers = { 'content-type': 'application/json' };
  const refused = await app.inject({ method: 'POST', url: '/api/any', payload, headers });
  expect([refused.statusCode, refused.json()]).toEqual([400, { error, code: 'bad_request' }]);
});

test('a body that would change prototypes is refused as before', async () => {
  const app = await create();
  app.post('/api/any', { config: { access: 'public' } }, () => ({}));
  const headers = { 'content-type': 'application/json' };
  const payload = '{"__proto__":{"admin":true}}';
  expect((await app.inject({ method: 'POST', url: '/api/any', payload, headers })).statusCode).toBe(400);
});

test('what is refused for its size is written down once a minute for an address', async () => {
  const lines: string[] = [];
  const write = (_details: object, msg: string) => lines.push(msg);
  const log = { warn: write, info: write, error: write, debug() {}, trace() {}, fatal: write, child: () => log };
  const app = await createHttp({ log: log as never, metrics: createMetrics(), authenticate: async () => null });
  apps.push(app);
  app.post('/api/any', { config: { access: 'public' } }, () => ({}));
  const send = (remoteAddress: string, payload: object) =>
    app.inject({ method: 'POST', url: '/api/any', payload, remoteAddress });
  for (let sent = 0; sent < 3; sent++) {
    await send('192.0.2.1', { text: 'x'.repeat(9_000) });
    await send('192.0.2.1', Array(800).fill({}));
  }
  expect(lines).toEqual(['A request was refused: its body is too much']);
  await send('198.51.100.7', Array(800).fill({}));
  expect(lines).toHaveLength(2);
});
