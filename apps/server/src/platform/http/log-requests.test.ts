import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notFound } from '../errors.ts';
import { createMetrics } from '../metrics/index.ts';
import { createHttp, type Http, labelRequests } from './index.ts';

type Line = { level: number; msg: string; [name: string]: unknown };

let lines: Line[];
let app: Http;

async function start(level: 'info' | 'debug' = 'info') {
  lines = [];
  app = await createHttp({
    log: pino({ level }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    metrics: createMetrics(),
    authenticate: async (token) =>
      token === 'known'
        ? {
            id: 1,
            email: 'ann@example.com',
            member: 'user',
            timeZone: null,
            sessionId: 1,
            tokenScope: null,
            provedAt: 0,
          }
        : null,
  });
  labelRequests(app, 'pairing', { 'POST /api/boards/:espid/accept': 'Board accepted' });
  app.post('/api/boards/:espid/accept', async ({ params }) => {
    const { espid } = params as { espid: string };
    if (espid === 'gone') throw notFound('board', espid);
    return {};
  });
  app.get('/api/admin', { config: { access: 'admin' } }, async () => ({}));
  app.get('/api/quiet', { config: { log: 'refusals' } }, async () => ({}));
  app.get('/api/broken', { config: { access: 'public' } }, async () => {
    throw new Error('it broke');
  });
}

beforeEach(() => start());
afterEach(() => app.close());

const request = (method: 'GET' | 'POST', url: string, token = 'known') =>
  app.inject({ method, url, headers: { authorization: `Bearer ${token}` } });

test('an action that has a name leaves a line with who did it to what', async () => {
  const { headers } = await request('POST', '/api/boards/ESP-1/accept?token=hidden');
  expect(lines).toMatchObject([
    {
      level: 30,
      part: 'pairing',
      msg: 'Board accepted',
      reqId: headers['x-request-id'],
      request: 'POST /api/boards/:espid/accept',
      status: 200,
      account: 'ann@example.com',
      espid: 'ESP-1',
      ip: '127.0.0.1',
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('hidden');
});

test('what was refused shows to whom and why, also when the action has no name', async () => {
  await request('GET', '/api/admin');
  await request('POST', '/api/boards/ESP-1/accept', 'unknown');
  await request('POST', '/api/boards/gone/accept');
  expect(lines).toMatchObject([
    { level: 40, msg: 'A request: refused', status: 403, code: 'forbidden', account: 'ann@example.com' },
    { level: 40, msg: 'Board accepted: refused', status: 401, code: 'not_authenticated' },
    { level: 30, msg: 'Board accepted: not done', status: 404, code: 'not_found' },
  ]);
});

test('a failure has its cause, its route and the id that the response has', async () => {
  const response = await request('GET', '/api/broken?token=hidden');
  expect(lines).toMatchObject([
    { level: 50, part: 'http', msg: 'A request failed', request: 'GET /api/broken', reqId: response.json().requestId },
  ]);
  expect(JSON.stringify(lines)).toContain('it broke');
});

test('the same refusal of an address again and again is written once', async () => {
  for (let number = 0; number < 40; number += 1) await request('GET', '/api/admin');
  expect(lines).toHaveLength(1);
});

test('a response that took long to begin is reported', async () => {
  app.get('/api/slow', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER);
    return {};
  });
  await request('GET', '/api/slow');
  vi.restoreAllMocks();
  expect(lines).toMatchObject([{ level: 40, msg: 'A request was slow', request: 'GET /api/slow' }]);
});

test('reading leaves a line at level debug only, and reading the log none at all', async () => {
  await app.close();
  await start('debug');
  app.get('/api/read', async () => ({}));
  await request('GET', '/api/read');
  await request('GET', '/api/quiet');
  expect(lines).toMatchObject([{ level: 20, msg: 'Request completed', request: 'GET /api/read' }]);
});
