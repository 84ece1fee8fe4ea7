import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../../test/log.ts';
import { createMetrics } from '../metrics/index.ts';
import { createHttp, type Http, type RequestAccount } from './index.ts';

const startedAt = Date.now();
const admin: RequestAccount = {
  id: 1,
  email: 'ann@example.com',
  member: 'admin',
  timeZone: null,
  sessionId: 1,
  provedAt: startedAt,
  tokenScope: null,
};

let app: Http;
let account: RequestAccount | null;
let now: number;
let handled: RequestAccount[];
beforeAll(async () => {
  app = await createHttp({
    log: silentLogger,
    metrics: createMetrics(),
    authenticate: async () => account,
    clock: { now: () => now },
  });
  app.post('/api/admin', { config: { access: 'admin', needs: 'proof' } }, (request) => {
    handled.push(request.account);
    return {};
  });
  app.post('/api/own', (request) => {
    handled.push(request.account);
    return {};
  });
  app.post('/api/open', { config: { access: 'public' } }, () => ({}));
  await app.ready();
});
beforeEach(() => {
  account = admin;
  now = startedAt;
  handled = [];
});
afterAll(() => app.close());

/** A request whose headers were let in, and whose body is held back. */
async function begin(url: string) {
  const reading = Promise.withResolvers<void>();
  const body = new Readable({ read: () => reading.resolve() });
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
  const response = app.inject({ method: 'POST', url, payload: body, headers }).then((got) => got);
  await reading.promise;
  return {
    async finish() {
      body.push('{}');
      body.push(null);
      const { statusCode, json } = await response;
      return [statusCode, json().code];
    },
  };
}

test.each([
  ['/api/own', 'whose session ended', null, 401, 'not_authenticated'],
  ['/api/admin', 'whose session ended', null, 401, 'not_authenticated'],
  ['/api/admin', 'of who is no administrator any more', { ...admin, member: 'user' }, 403, 'forbidden'],
  ['/api/own', 'of a token that may only read by now', { ...admin, tokenScope: 'read' }, 403, 'forbidden'],
] as const)('%s does nothing for a request %s while its body was on its way', async (url, _, next, status, code) => {
  const request = await begin(url);
  account = next;
  expect(await request.finish()).toEqual([status, code]);
  expect(handled).toEqual([]);
});

test('a route handles a request for the account as it is when the body has come', async () => {
  const request = await begin('/api/own');
  account = { ...admin, email: 'other@example.com' };
  expect(await request.finish()).toEqual([200, undefined]);
  expect(handled).toEqual([account]);
});

test('a proof holds for a request that began in its time, however long the body takes', async () => {
  const request = await begin('/api/admin');
  now += 11 * 60_000;
  expect(await request.finish()).toEqual([200, undefined]);
});

test('a public route needs nobody, neither before the body nor after it', async () => {
  account = null;
  expect(await (await begin('/api/open')).finish()).toEqual([200, undefined]);
});
