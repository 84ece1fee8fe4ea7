import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, addressOf, call } from './api-client.ts';
import { endSession, getSession, giveUpSession, lastSessionEnd, startSession } from './session.ts';

let server: Server;
let base = '';
let handle: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(new URL(path, base), init));
});
afterEach(() => endSession('logout'));

const reply =
  (status: number, body: unknown, headers = {}) =>
  (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const signIn = () => startSession({ accessToken: 'secret', userId: 'a@example.com', member: 'user' });
const failure = (response: Promise<unknown>) =>
  response.then(
    () => expect.unreachable('the call went through'),
    (error: unknown) => error as ApiError,
  );

it('sends the token and the body', async () => {
  signIn();
  let seen: unknown;
  handle = async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request)).toString();
    seen = {
      method: request.method,
      token: request.headers.authorization,
      type: request.headers['content-type'],
      body,
    };
    response.end('{"message":"Done."}');
  };
  const result = await call('POST /api/auth/reset-request', { body: { email: 'a@example.com' } });
  expect(result.message).toBe('Done.');
  expect(seen).toEqual({
    method: 'POST',
    token: 'Bearer secret',
    type: 'application/json',
    body: '{"email":"a@example.com"}',
  });
});

it('writes params and query into the path, without what is undefined', () => {
  const params = { espid: 'My (board)/x' };
  expect(addressOf('GET /api/device/:espid/history', { params, query: { from: 1, to: 2, keys: undefined } })).toBe(
    '/api/device/My%20(board)%2Fx/history?from=1&to=2',
  );
  expect(addressOf('GET /api/admin/users', { query: new URLSearchParams('q=a b') })).toBe('/api/admin/users?q=a+b');
  expect(addressOf('GET /api/device/')).toBe('/api/device/');
});

it.each([
  ['of the login page', { reason: 'mail_unavailable' }, /^The server cannot send mail now/],
  [
    'of another page, with its values',
    { reason: 'name_taken', values: { name: 'North' } },
    /^You already have “North”/,
  ],
  ['of a full disk', { reason: 'storage_full' }, /^The disk of the server is full/],
  ['that it does not know', { reason: 'from_the_future' }, /^In English\.$/],
  ['that is none', {}, /^In English\.$/],
])('words a reason %s', async (_, more, text) => {
  handle = reply(409, { error: 'In English.', code: 'conflict', ...more });
  const error = await failure(call('GET /api/device/'));
  expect(error).toMatchObject({ message: expect.stringMatching(text), serverText: 'In English.' });
});

it.each([
  [
    'by its own reason',
    { fieldReasons: { email: { reason: 'too_long', values: { max: 9 } } } },
    'At most 9 characters.',
  ],
  ['by the reason of the whole', { reason: 'own_address' }, 'This is already your address.'],
  ['that the page cannot word', { fieldReasons: { email: { reason: 'from_the_future', values: {} } } }, 'In English.'],
])('words a field %s', async (_, more, text) => {
  handle = reply(400, {
    error: 'email: In English.',
    code: 'validation_failed',
    fields: { email: 'In English.' },
    ...more,
  });
  expect((await failure(call('GET /api/device/'))).fields).toEqual({ email: text });
});

it('says what is wrong with the first field where no reason says more', async () => {
  const fieldReasons = { name: { reason: 'enter_name', values: {} } };
  handle = reply(400, { error: 'name: In English.', code: 'validation_failed', fields: { name: 'x' }, fieldReasons });
  expect((await failure(call('GET /api/device/'))).message).toBe('Check what you entered: Enter a name.');
});

it('sends neither token nor content type when there is none', async () => {
  let seen: unknown;
  handle = (request, response) => {
    seen = [request.headers.authorization, request.headers['content-type']];
    response.writeHead(204).end();
  };
  await call('POST /api/auth/logout');
  expect(seen).toEqual([undefined, undefined]);
});

it('makes an error of the server into one with its code, fields and wait', async () => {
  handle = reply(
    429,
    { error: 'Too many tries.', code: 'rate_limited', fields: { email: 'Wrong.' } },
    { 'retry-after': '30' },
  );
  const error = await failure(call('GET /api/pairing'));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    status: 429,
    code: 'rate_limited',
    message: 'Too many tries.',
    fields: { email: 'Wrong.' },
    retryAfterS: 30,
    isTemporary: false,
  });
});

it('makes a proxy page of a dead server into a temporary error in plain text', async () => {
  handle = reply(502, '<html>Bad gateway</html>');
  const error = await failure(call('GET /api/pairing'));
  expect(error).toMatchObject({ status: 502, message: "Can't connect to server", isTemporary: true });
});

it('makes a refused connection into a temporary error', async () => {
  handle = (request) => request.destroy();
  const error = await failure(call('GET /api/pairing'));
  expect(error).toMatchObject({ status: 0, code: 'offline', message: "Can't connect to server", isTemporary: true });
});

it('makes a response that breaks off into a temporary error', async () => {
  handle = (_, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('{"message":', () => response.destroy());
  };
  const error = await failure(call('GET /api/pairing'));
  expect(error).toMatchObject({ status: 0, code: 'offline', message: "Can't connect to server", isTemporary: true });
});

it.each(['<html>Log in to the network</html>', ''])(
  'refuses what something else sends in the place of the server: %j',
  async (text) => {
    handle = reply(200, text);
    expect(await failure(call('GET /api/device/'))).toMatchObject({ code: 'bad_answer' });
  },
);

it('leaves the session out where a link or pass stands in its place, and keeps it when that is refused', async () => {
  signIn();
  let seen: unknown;
  handle = (request, response) => {
    seen = [request.headers.authorization, request.headers['x-cyno-pass']];
    reply(401, { error: 'No.', code: 'not_authenticated' })(request, response);
  };
  await failure(call('GET /api/public/pass', { headers: { 'x-cyno-pass': 'a' } }));
  expect(seen).toEqual([undefined, 'a']);
  expect(getSession()?.accessToken).toBe('secret');
});

/** Refuses every token but the one given. */
const onlyFor =
  (token: string, code = 'session_ended') =>
  (request: IncomingMessage, response: ServerResponse) =>
    request.headers.authorization === `Bearer ${token}`
      ? response.end('{"message":"Done."}')
      : reply(401, { error: 'Log in again.', code })(request, response);

describe('a session that has ended', () => {
  it.each(['session_ended', 'not_authenticated'])('is forgotten on 401 %s', async (code) => {
    signIn();
    handle = onlyFor('another', code);
    const response = failure(call('GET /api/device/'));
    await expect.poll(getSession).toBeNull();
    expect(lastSessionEnd()).toBe('expired');
    giveUpSession();
    expect((await response).code).toBe(code);
  });

  it('makes the call wait, and again with the new token when its owner logs in', async () => {
    signIn();
    handle = onlyFor('newer');
    const response = call('POST /api/auth/logout');
    await expect.poll(getSession).toBeNull();
    startSession({ accessToken: 'newer', userId: 'a@example.com', member: 'user' });
    expect((await response).message).toBe('Done.');
  });

  it('is not replaced by that of another account', async () => {
    signIn();
    handle = onlyFor('theirs');
    const response = failure(call('GET /api/pairing'));
    await expect.poll(getSession).toBeNull();
    startSession({ accessToken: 'theirs', userId: 'b@example.com', member: 'user' });
    expect((await response).status).toBe(401);
  });
});

it('keeps the session on a wrong password, on 403 and on 500', async () => {
  signIn();
  for (const [status, code] of [
    [401, 'wrong_credentials'],
    [403, 'forbidden'],
    [500, 'internal'],
  ] as const) {
    handle = reply(status, { error: 'No.', code });
    await failure(call('GET /api/pairing'));
  }
  expect(getSession()?.accessToken).toBe('secret');
});

it('does not end a newer session for an older token, but uses it', async () => {
  signIn();
  handle = (request, response) => {
    if (getSession()?.accessToken === 'secret') {
      startSession({ accessToken: 'newer', userId: 'a@example.com', member: 'user' });
    }
    onlyFor('newer')(request, response);
  };
  await call('GET /api/pairing');
  expect(getSession()?.accessToken).toBe('newer');
});

it('passes an abort on as it is', async () => {
  handle = () => undefined;
  const stop = new AbortController();
  const response = call('GET /api/pairing', { signal: stop.signal });
  stop.abort();
  await expect(response).rejects.toMatchObject({ name: 'AbortError' });
});

describe('what was requested before the app ran', () => {
  const me = { email: 'a@example.com', member: 'user' };
  const requested = (token: string | undefined) => {
    const response = Promise.resolve(new Response(JSON.stringify(me)));
    globalThis.firstResponses = { token, byAddress: new Map([['/api/auth/session', response]]) };
  };
  // The test's own process may be older than what counts as the first load.
  beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(1_000));
  afterEach(() => {
    globalThis.firstResponses = undefined;
    vi.restoreAllMocks();
  });

  it('is taken once', async () => {
    signIn();
    requested('secret');
    handle = reply(503, '');
    expect(await call('GET /api/auth/session')).toEqual(me);
    expect(await failure(call('GET /api/auth/session'))).toMatchObject({ status: 503 });
  });

  it.each([
    ['of another session', () => requested('other')],
    ['of nobody', () => requested(undefined)],
    [
      'long ago',
      () => {
        requested('secret');
        vi.mocked(performance.now).mockReturnValue(31_000);
      },
    ],
  ])('is not taken when it is %s', async (_, prepare) => {
    signIn();
    prepare();
    handle = reply(503, '');
    expect(await failure(call('GET /api/auth/session'))).toMatchObject({ status: 503 });
  });

  it('is not taken after a change', async () => {
    signIn();
    requested('secret');
    handle = reply(200, {});
    await call('POST /api/auth/logout');
    handle = reply(503, '');
    expect(await failure(call('GET /api/auth/session'))).toMatchObject({ status: 503 });
  });

  it('fails as any other call when it failed', async () => {
    signIn();
    globalThis.firstResponses = {
      token: 'secret',
      byAddress: new Map([['/api/auth/session', Promise.reject(new TypeError('Failed to fetch'))]]),
    };
    expect(await failure(call('GET /api/auth/session'))).toMatchObject({ code: 'offline' });
  });
});
