import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../test/server.ts';
import { linkToken, startTestSmtp, type TestSmtp } from '../../test/stand-ins/smtp.ts';

const email = 'canary@example.com';
const espid = 'ESP32-D0WDQ6-100_0a1b2c3d';
const origin = { origin: 'https://cyno.test' };

/** What must not be found in the log, by what it is. */
const secrets = new Map<string, string>();
let serial = 0;
function canary(what: string): string {
  serial += 1;
  return keep(what, `Canary-${serial}-${'q7Zx'.repeat(8)}`);
}
function keep(what: string, secret: string): string {
  expect(secret, what).toMatch(/^.{6,}$/);
  secrets.set(`${what} ${secrets.size}`, secret);
  return secret;
}

let smtp: TestSmtp;
let server: TestServer;
let printed = '';
const { write } = process.stdout;

beforeAll(async () => {
  // By hand: spies are restored before each test.
  process.stdout.write = (text: unknown) => {
    printed += String(text);
    return true;
  };
  smtp = await startTestSmtp();
  server = await startTestServer({
    LOG_LEVEL: 'trace',
    PUBLIC_URL: 'https://cyno.test',
    SMTP_URL: smtp.url,
    METRICS_TOKEN: canary('metrics token'),
    OIDC_ISSUER: 'http://127.0.0.1:9/',
    OIDC_CLIENT_ID: 'cyno',
    OIDC_CLIENT_SECRET: canary('OIDC secret'),
    LINE_CHANNEL_ID: '1',
    LINE_CHANNEL_SECRET: canary('LINE secret'),
    LINE_ISSUER: 'http://127.0.0.1:9',
    TELEGRAM_BOT_TOKEN: keep('Telegram token', `12345:${'Canary'.repeat(6)}`),
    TELEGRAM_API_URL: 'http://127.0.0.1:9',
    LINE_BOT_CHANNEL_SECRET: keep('LINE bot secret', 'cafe'.repeat(8)),
    LINE_BOT_CHANNEL_TOKEN: canary('LINE bot token'),
    LINE_BOT_API_URL: 'http://127.0.0.1:9',
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: canary('Stripe key'),
    STRIPE_WEBHOOK_SECRET: canary('Stripe webhook secret'),
    STRIPE_PRICE_MAKER: 'price_1',
    STRIPE_PRICE_PRO: 'price_2',
    STRIPE_API_URL: 'http://127.0.0.1:9',
  });
});
afterAll(async () => {
  try {
    await server.stop();
    await smtp.stop();
  } finally {
    process.stdout.write = write;
  }
});

/** The address on which the server listens; links in mails have the public one. */
const local = () => /Server listening at (http:[^"]+)/.exec(printed)?.[1] ?? '';

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(local() + path, {
    method,
    headers: { ...origin, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : {} };
}

async function everythingWritten(): Promise<string> {
  const directory = join(server.directory, 'logs');
  const files = await Promise.all((await readdir(directory)).map((name) => readFile(join(directory, name), 'utf8')));
  return files.join('') + printed;
}

async function signupAndReset(): Promise<string> {
  const setupCode = keep('set-up code', new URL(server.setupUrl ?? '').searchParams.get('setup') ?? '');
  await call('POST', '/api/auth/signup', { email, password: canary('password'), setupCode });
  const confirmation = keep('link of a mail', linkToken(await smtp.mailTo(email), '/auth/confirmEmail'));
  await call('GET', `/auth/confirmEmail?token=${confirmation}`);
  await call('POST', '/api/auth/confirm', { token: confirmation });
  await call('POST', '/api/auth/login', { email, password: canary('wrong password') });
  await call('POST', '/api/auth/reset-request', { email });
  const reset = keep('link of a mail', linkToken(await smtp.mailTo(email, 2), '/auth/reset-password'));
  const password = canary('new password');
  await call('POST', '/api/auth/reset', { token: reset, password });
  await call('POST', '/api/auth/reset', { token: reset, password });
  return password;
}

async function login(password: string): Promise<Record<string, string>> {
  const { body } = await call('POST', '/api/auth/login', { email, password });
  return { authorization: `Bearer ${keep('session token', body.access_token)}` };
}

async function useKeysAndTokens(mine: Record<string, string>): Promise<void> {
  const wanted = { name: 'field', scope: 'control', expiresInDays: 1 };
  const token = keep('access token', (await call('POST', '/api/access-tokens', wanted, mine)).body.token);
  await call('GET', `/api/device/?token=${token}`, undefined, { authorization: `Bearer ${token}` });
  await call('GET', '/api/device/', undefined, { authorization: `Bearer ${canary('wrong token')}` });
  const key = keep('connection key', (await call('GET', '/api/pairing', undefined, mine)).body.connectionKey);
  await server.board({ espid, username: `${email}/${key}` });
  await server.board({ espid, username: `${email}/${canary('wrong key')}` });
  await server.board({ espid: 'app-1', username: email, password: token });
  await server.board({ espid: 'app-2', username: token, password: canary('wrong MQTT password') });
  keep('connection key', (await call('POST', '/api/pairing/key/rotate', {}, mine)).body.connectionKey);
  const { body } = await call('GET', '/api/admin/logs', undefined, mine);
  const download = await call('POST', `/api/admin/logs/${body.files[0].name}/download`, undefined, mine);
  keep('download ticket', new URL(download.body.path, local()).searchParams.get('ticket') ?? '');
  await call('GET', download.body.path);
}

async function useTwoFactor(mine: Record<string, string>, password: string): Promise<void> {
  const { body: setup } = await call('POST', '/api/second-step/totp', undefined, mine);
  keep('authenticator secret', setup.secret);
  const code = new TOTP({ secret: setup.secret }).generate();
  const { body: made } = await call('POST', '/api/second-step/totp/confirm', { code }, mine);
  for (const recoveryCode of made.recoveryCodes) keep('recovery code', recoveryCode);
  const { body } = await call('POST', '/api/auth/login', { email, password });
  const ticket = keep('second-step ticket', body.secondStep.ticket);
  await call('POST', '/api/auth/second-step', { ticket, recoveryCode: canary('wrong recovery code') });
  const proved = await call('POST', '/api/auth/second-step', { ticket, recoveryCode: made.recoveryCodes[0] });
  keep('session token', proved.body.access_token);
}

async function comeBackFromElsewhere(): Promise<void> {
  for (const page of ['/auth/callback', '/line-oauth-callback', '/api/auth/oidc/finish', '/api/nothing-here']) {
    await call('GET', `${page}?code=${canary('code')}&state=${canary('state')}&token=${canary('token')}`);
  }
  for (const provider of ['oidc', 'line']) {
    await call('POST', `/api/auth/${provider}/start`, {});
    await call('POST', `/api/auth/${provider}/finish`, { code: canary('code'), state: canary('state') });
  }
  const signed = { 'stripe-signature': `t=1,v1=${canary('signature')}`, cookie: `session=${canary('cookie')}` };
  await call('POST', '/api/plan/stripe-webhook', { id: 'evt_1', type: 'x', data: canary('payload') }, signed);
  await call('GET', '/metrics', undefined, { authorization: `Bearer ${canary('wrong metrics token')}` });
}

test('no secret reaches the log, at the finest level, whatever is done', async () => {
  const password = await signupAndReset();
  const mine = await login(password);
  await useKeysAndTokens(mine);
  await comeBackFromElsewhere();
  await useTwoFactor(mine, password);
  await call('POST', '/api/auth/logout', undefined, mine);

  await expect.poll(everythingWritten).toContain('"msg":"Log-out"');
  const written = await everythingWritten();
  for (const action of ['Signup', 'Login', 'Login: refused', 'Password reset', 'A board was refused']) {
    expect(written, action).toContain(`"msg":"${action}"`);
  }
  expect(printed).toContain('"msg":"Login"');
  expect(written).toContain(email);
  const found = [...secrets].filter(([, secret]) => written.includes(secret)).map(([what]) => what);
  expect(found).toEqual([]);
  expect(secrets.size).toBeGreaterThan(40);
});
