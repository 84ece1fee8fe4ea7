import { loginResponse, passkeyChallenge, passkeyCreation, totpSetup } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestAuthenticator } from '../../../../test/people/authenticator.ts';
import { totpAt } from '../../../../test/people/totp.ts';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { startTestSmtp } from '../../../../test/stand-ins/smtp.ts';

const email = 'ann@example.com';
let smtp: Awaited<ReturnType<typeof startTestSmtp>>;
let server: TestServer;
let site: string;
beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestServer({ SMTP_URL: smtp.url });
  site = server.http.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

/** A call as a page of the server makes it. */
async function post(path: string, body?: unknown, token?: string): Promise<unknown> {
  const response = await fetch(site + path, {
    method: 'POST',
    headers: {
      origin: site,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** The first account of a new server, its address confirmed. */
async function member(): Promise<string> {
  const setupCode = new URL(server.setupUrl ?? '').searchParams.get('setup');
  const password = 'a-long-Passphrase-7';
  await post('/api/auth/signup', { email, password, setupCode });
  const token = /token=([\w-]+)/.exec(await smtp.mailTo(email))?.[1];
  await post('/api/auth/confirm', { token });
  return loginResponse.parse(await post('/api/auth/login', { email, password })).access_token;
}

test('on the whole server a passkey opens an account, and its owner is notified of every change by mail', async () => {
  const token = await member();
  const { secret } = totpSetup.parse(await post('/api/second-step/totp', undefined, token));
  await post('/api/second-step/totp/confirm', { code: totpAt(secret, Date.now()) }, token);
  await smtp.mailAbout(email, 'Two-factor authentication is on');
  const authenticator = new TestAuthenticator(site);
  const requested = await post('/api/second-step/passkeys/options', undefined, token);
  const { ticket, options } = passkeyCreation.parse(requested);
  await post('/api/second-step/passkeys', { ticket, response: authenticator.create(options), name: 'Key' }, token);
  await smtp.mailAbout(email, 'A passkey was added');

  const start = passkeyChallenge.parse(await post('/api/auth/passkey/options'));
  const response = { ticket: start.ticket, response: authenticator.sign(start.options) };
  expect(loginResponse.parse(await post('/api/auth/passkey', response)).email).toBe(email);
});
