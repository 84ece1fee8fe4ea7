import { errorBody } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange } from '../../test/exchange.ts';
import { startTestServer, type TestServer, type TestUser } from '../../test/server.ts';
import { validBodies } from '../../test/valid-bodies.ts';

/** The only routes that serve somebody who is not signed in. */
const publicRoutes = new Set([
  'GET /api/admin/backups/{file}/download',
  'GET /api/admin/logs/{file}/download',
  'GET /api/admin/system/bundle',
  'GET /api/config',
  'GET /api/ota/{token}/update',
  'POST /api/auth/confirm',
  'POST /api/auth/login',
  'GET /api/profile/export/file',
  'GET /api/public/dashboard',
  'GET /api/public/dashboard/alerts',
  'GET /api/public/dashboard/control',
  'GET /api/public/dashboard/history',
  'GET /api/public/message',
  'GET /api/public/pass',
  'GET /api/public/pass/uses/{key}',
  'GET /api/setup/restore',
  'GET /api/trust',
  'GET /api/trust/root.crt',
  'GET /api/trust/root.mobileconfig',
  'POST /api/auth/keep',
  'POST /api/auth/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/resend-confirmation',
  'POST /api/auth/reset',
  'POST /api/auth/reset-link',
  'POST /api/auth/reset-request',
  'POST /api/auth/second-step',
  'POST /api/auth/second-step/passkey-options',
  'POST /api/auth/signup',
  'POST /api/auth/{provider}/finish',
  'POST /api/auth/{provider}/start',
  'POST /api/chats/line/webhook',
  'POST /api/plan/stripe-webhook',
  'POST /api/public/dashboard/commands',
  'POST /api/public/dashboard/unlock',
  'POST /api/public/message/actions',
  'POST /api/public/message/receipts',
  'POST /api/public/pass/uses',
  'POST /api/setup/restore',
  'POST /api/setup/restore/open',
  'PUT /api/setup/restore/archive',
]);

interface Route {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
  /** As in the description. */
  readonly isPublic: boolean;
}

const espid = 'ESP32-D0WDQ6-100_0a1b2c3d';
let server: TestServer;
let owner: TestUser;
let stranger: TestUser;
let routes: Route[];

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: '127.0.0.1' });
  owner = await server.signup('owner@example.com');
  stranger = await server.signup('stranger@example.com');
  // All of these tests take longer than the keep-alive of an ordinary board.
  await server.board({ espid, username: `${owner.email}/${await owner.connectionKey()}`, keepalive: 3_600 });
  const { body } = await server.api('GET', '/api/openapi.json');
  routes = Object.entries<Record<string, { requestBody?: unknown; security?: unknown[] }>>(body.paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([verb, operation]) => {
        const method = verb.toUpperCase();
        return {
          name: `${method} ${path}`,
          method,
          path,
          takesBody: operation.requestBody !== undefined,
          isPublic: operation.security?.length === 0,
        };
      }),
  );
});
afterAll(() => server.stop());

/** A path with every parameter replaced, and a query of the kind that routes request. */
const fill = (path: string, value: string, query = '') => path.replaceAll(/\{\w+\}/g, value) + query;

interface Try {
  readonly token?: string;
  readonly body?: string | undefined;
  readonly type?: string;
}

const errorOnly = errorBody.strict();

/** Each request comes from a network of its own: together they are more than one address may request in a minute. */
let requested = 0;

/** Sends a request as it is; checks that the response is no server error, and that an error has the contract's shape. */
async function send(method: string, path: string, { token, body, type = 'application/json' }: Try) {
  requested += 1;
  const headers = {
    'x-forwarded-for': `10.${(requested >> 16) & 255}.${(requested >> 8) & 255}.${requested & 255}`,
    ...(body !== undefined && { 'content-type': type }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const { status, text } = await exchange({ origin: server.http, method, path, headers, body });
  const what = `${method} ${path} ${body?.slice(0, 60) ?? ''} answered ${status} ${text.slice(0, 200)}`;
  expect(status, what).toBeLessThan(500);
  const problem = status >= 400 ? errorOnly.safeParse(JSON.parse(text)) : undefined;
  if (problem) expect(problem.success, what).toBe(true);
  return { what, status, code: problem?.data?.code, text };
}

test('exactly these routes are described as public, among many others', () => {
  expect(new Set(routes.filter((route) => route.isPublic).map((route) => route.name))).toEqual(publicRoutes);
  expect(routes.length).toBeGreaterThan(publicRoutes.size + 15);
});

describe('a route that is not public', () => {
  const closed = () => routes.filter((route) => !publicRoutes.has(route.name));

  test.each([
    ['no token', undefined],
    ['a word', 'garbage'],
    ['an unknown session', 'A'.repeat(43)],
    ['an unknown access token', `cyno_pat_${'A'.repeat(43)}`],
  ])('returns 401 to %s', async (_, token) => {
    for (const { method, path, takesBody } of closed()) {
      const body = takesBody ? '{' : undefined;
      const response = await send(method, fill(path, espid), { ...(token !== undefined && { token }), body });
      expect([response.status, response.code], response.what).toEqual([401, 'not_authenticated']);
    }
  });

  test('cannot be reached by another spelling of its path', async () => {
    for (const { path } of closed().filter((route) => route.method === 'GET')) {
      const filled = fill(path, espid);
      for (const spelling of [
        `/${filled}`,
        filled.toUpperCase(),
        filled.replace('/api/', '/api/x/../'),
        `${filled}/`,
      ]) {
        const response = await send('GET', spelling, {});
        expect(response.status, response.what).toBeGreaterThanOrEqual(400);
      }
    }
  });

  test('a token of scope read may only read', async () => {
    const { body } = await owner.api('POST', '/api/access-tokens', { name: 'r', scope: 'read', expiresInDays: 1 });
    for (const { method, path } of closed().filter((route) => route.method !== 'GET')) {
      const response = await send(method, fill(path, espid), { token: body.token });
      expect([response.status, response.code], response.what).toEqual([403, 'forbidden']);
    }
  });

  test('a device of somebody else does not exist', async () => {
    const query = `?from=0&to=${Date.now()}&at=1&format=csv&kind=output&target=D1&offset=0&days=1`;
    for (const { name, method, path, takesBody } of closed().filter((route) => route.path.includes('{espid}'))) {
      const body = takesBody ? (validBodies[name] ?? '{}') : undefined;
      const response = await send(method, fill(path.replace(/\{(id|version)\}/, '1'), espid, query), {
        token: stranger.token,
        body,
      });
      expect([response.status, response.code], response.what).toEqual([404, 'not_found']);
    }
    expect((await owner.api('GET', `/api/device/${encodeURIComponent(espid)}`)).body.espid).toBe(espid);
  });

  test('of administrators responds with 403 to everybody else', async () => {
    for (const { method, path } of closed().filter((route) => route.path.startsWith('/api/admin/'))) {
      const response = await send(method, fill(path, 'x'), { token: stranger.token });
      expect([response.status, response.code], response.what).toEqual([403, 'forbidden']);
    }
  });
});

describe('garbage is no server error', () => {
  const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  const bodies: [string, string, string?][] = [
    ['nothing', ''],
    ['half an object', '{"email":'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '1e999'],
    ['a poisoned prototype', '{"__proto__":{"member":"admin"}}'],
    ['a poisoned constructor', '{"constructor":{"prototype":{"member":"admin"}}}'],
    ['deep nesting', nested],
    ['wrong types', '{"email":{},"password":[],"token":{},"devices":{},"minutes":"x","name":0,"scope":1,"pins":null}'],
    [
      'NUL and lone surrogates',
      '{"email":"a\\u0000@b.c","password":"\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800","token":"\\u0000","name":"\\u0000","devices":[{"espid":"\\u0000"}]}',
    ],
    [
      'a NUL where text is stored',
      '{"email":"nul@example.com","password":"green-house-7\\u0000","name":"a\\u0000b","scope":"read","expiresInDays":1,"timeZone":"\\u0000"}',
    ],
    ['not JSON', 'email=a', 'application/x-www-form-urlencoded'],
    ['a file', '--x\r\n\r\n', 'multipart/form-data; boundary=x'],
    ['a type that is none', '{}', 'a/b; c="'],
    ['300 KB', JSON.stringify({ name: 'x'.repeat(300_000) })],
  ];

  test.each(bodies)('in the body: %s', async (_, body, type) => {
    for (const route of routes.filter((one) => one.method !== 'GET' && one.name !== 'POST /api/auth/logout')) {
      const path = fill(route.path, 'no-such-thing');
      await send(route.method, path, { token: owner.token, body, ...(type !== undefined && { type }) });
    }
  });

  const values: [string, string][] = [
    ['a NUL', '%00'],
    ['a folder up, escaped', '%2e%2e%2f'],
    ['folders up', '..%2F..%2Fetc'],
    ['no UTF-8', '%ff'],
    ['half an escape', '%'],
    ['SQL', "'%20or%201=1--"],
    ['300 characters', 'x'.repeat(300)],
    ['a seedling', '%F0%9F%8C%B1'],
    ['a negative number', '-1'],
    ['a number beyond all', '1e400'],
    ['a prototype', '__proto__'],
    ['a constructor', 'constructor'],
  ];

  test.each(values)('in the path: %s', async (_, value) => {
    for (const { method, path } of routes.filter((route) => route.path.includes('{'))) {
      await send(method, fill(path, value, '?from=0&to=1&format=csv'), { token: owner.token });
    }
  });

  test.each([
    [
      'words and wrong signs',
      '?from=-1&to=x&points=1e9&limit=0&before=NaN&minutes=Infinity&buckets=-0&keys[]=a&format=exe',
    ],
    [
      'the same twice',
      '?from=0&from=1&to=8640000000000000&points=3&limit=1&limit=2&keys=a&keys=b&format=csv&format=json',
    ],
    [
      'what is beyond an instant, and prototypes',
      '?from=8640000000000001&to=9007199254740993&before=1.5&before[__proto__]=1&__proto__=1&constructor=2',
    ],
    [
      'a NUL and a number beyond 64 bits',
      '?from=1&to=2&keys=%00&before=9223372036854775808&limit=500&points=1000&format=json',
    ],
    ['thousands of keys', `?keys=${'a,'.repeat(3_000)}&from=0&to=1000&format=csv`],
    ['half an escape', '?%'],
  ])('in the query: %s', async (_, query) => {
    for (const { path } of routes.filter((route) => route.method === 'GET')) {
      await send('GET', fill(path, espid, query), { token: owner.token });
    }
  });

  test('the owner, the devices and the server outlive it', async () => {
    expect((await owner.api('GET', '/api/auth/session')).body).toMatchObject({ email: owner.email, member: 'admin' });
    expect((await owner.api('GET', `/api/device/${espid}`)).body).toMatchObject({
      espid,
      online: true,
      verified: true,
    });
    expect(({} as { member?: string }).member).toBeUndefined();
  });
});
