import { sessionList } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';
import { linkToken, startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';
import { sessionEnded } from './index.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const newPassword = 'another-house-8';

let smtp: TestSmtp;
let server: TestAccounts;
beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestAccounts({ SMTP_URL: smtp.url, MAIL_FROM: 'Cyno <cyno@example.com>' });
  await server.member('admin@example.com');
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

let serial = 0;
/** Somebody whose address is confirmed, signed in. */
async function person(): Promise<{ email: string; token: string }> {
  serial += 1;
  const email = `person${serial}@example.com`;
  return { email, token: await server.member(email) };
}
const login = (email: string, password = goodPassword, ip = '127.0.0.1') =>
  server.call('POST', '/api/auth/login', { body: { email, password }, ip });
const post = (path: string, token: string, body?: object) => server.call('POST', path, { token, body });
const prove = (token: string, password = goodPassword) => post('/api/auth/proof', token, { password });
const isAlive = async (token: string) => (await server.call('GET', '/api/auth/session', { token })).status === 200;
const listSessions = async (token: string) =>
  sessionList.parse((await server.call('GET', '/api/profile/sessions', { token })).body);

describe('a proof', () => {
  const changePassword = (token: string) => post('/api/profile/password', token, { password: newPassword });

  test.each([
    ['/api/profile/password', { password: newPassword }],
    ['/api/profile/email', { email: 'new@example.com' }],
    ['/api/profile/delete', { email: 'x@example.com', password: goodPassword }],
    ['/api/access-tokens', { name: 'x', scope: 'read', expiresInDays: 1 }],
  ])('is needed for %s ten minutes after the login', async (path, body) => {
    const { token } = await person();
    server.clock.at += 10 * minuteMs + 1;
    const response = await post(path, token, body);
    expect([response.status, response.body.code]).toEqual([403, 'proof_needed']);
    expect(await isAlive(token)).toBe(true);
  });

  test('is the password, and counts for ten minutes in the browser that gave it', async () => {
    const { email, token } = await person();
    const other = (await login(email)).body.access_token;
    server.clock.at += 11 * minuteMs;
    expect((await prove(token)).status).toBe(200);
    expect((await changePassword(other)).body.code).toBe('proof_needed');
    server.clock.at += 9 * minuteMs;
    expect((await changePassword(token)).status).toBe(200);
  });

  test('that is wrong ends no session, and is refused after ten guesses', async () => {
    const { email, token } = await person();
    for (let n = 0; n < 10; n += 1) {
      const wrong = await prove(token, 'wrong-house-1');
      expect([wrong.status, wrong.body.code]).toEqual([401, 'wrong_credentials']);
    }
    expect((await prove(token)).status).toBe(429);
    expect(await isAlive(token)).toBe(true);
    // The guesses of a stolen session lock the owner out nowhere else.
    expect((await login(email, goodPassword, '192.0.2.9')).status).toBe(200);
  });

  test('is refused after ten guesses in a session, however many addresses they come from', async () => {
    const { token } = await person();
    const guess = (n: number) =>
      server.call('POST', '/api/auth/proof', { token, body: { password: 'wrong-house-1' }, ip: `198.51.100.${n}` });
    for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(401);
    expect((await guess(10)).status).toBe(429);
  });

  test('is no matter for access tokens', async () => {
    const { token } = await person();
    const pat = (await post('/api/access-tokens', token, { name: 'x', scope: 'control', expiresInDays: 1 })).body.token;
    expect((await prove(pat)).body.code).toBe('forbidden');
    expect((await changePassword(pat)).body.code).toBe('forbidden');
  });
});

describe('sessions', () => {
  test('are listed with the newest first, and only the own ones', async () => {
    const { email, token } = await person();
    await login(email, goodPassword, '192.0.2.4');
    const [other, own, ...more] = await listSessions(token);
    expect(more).toEqual([]);
    expect(own).toMatchObject({ current: true, ip: '127.0.0.1', createdAt: server.clock.at });
    expect(other).toMatchObject({ current: false, ip: '192.0.2.4', expiresAt: server.clock.at + 30 * dayMs });
  });

  test('one is ended, and nobody ends that of somebody else', async () => {
    const { email, token } = await person();
    const other = (await login(email)).body.access_token;
    const stranger = await person();
    const id = (await listSessions(token)).find((one) => !one.current)?.id;
    const remove = (by: string) => server.call('DELETE', `/api/profile/sessions/${id}`, { token: by });
    expect((await remove(stranger.token)).body.code).toBe('not_found');
    expect(await isAlive(other)).toBe(true);
    expect((await remove(token)).status).toBe(200);
    expect([await isAlive(other), await isAlive(token)]).toEqual([false, true]);
  });

  test('all others are ended at once, and listeners are notified of each', async () => {
    const { email, token } = await person();
    const others = [(await login(email)).body.access_token, (await login(email)).body.access_token];
    const ended = new Set<number>();
    const stopListening = server.bus.subscribe(sessionEnded, 'test', ({ sessionId }) => ended.add(sessionId));
    expect((await server.call('DELETE', '/api/profile/sessions', { token })).status).toBe(200);
    stopListening();
    expect(ended.size).toBe(2);
    expect(await Promise.all([token, ...others].map(isAlive))).toEqual([true, false, false]);
  });

  test('end after 180 days, however much they are used', async () => {
    const { token } = await person();
    for (let day = 0; day < 175; day += 25) {
      expect(await isAlive(token)).toBe(true);
      server.clock.at += 25 * dayMs;
    }
    expect(await isAlive(token)).toBe(true);
    server.clock.at += 5 * dayMs;
    expect(await isAlive(token)).toBe(false);
  });
});

describe('another password', () => {
  test('ends the other sessions and open links, and the owner hears of it', async () => {
    const { email, token } = await person();
    const other = (await login(email)).body.access_token;
    await server.call('POST', '/api/auth/reset-request', { body: { email } });
    const link = linkToken(await smtp.mailTo(email), '/auth/reset-password');
    expect((await post('/api/profile/password', token, { password: newPassword })).status).toBe(200);
    expect([await isAlive(token), await isAlive(other)]).toEqual([true, false]);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, newPassword)).status).toBe(200);
    const stale = await server.call('POST', '/api/auth/reset', { body: { token: link, password: goodPassword } });
    expect(stale.body.code).toBe('link_expired');
    await smtp.mailAbout(email, 'Your password was changed');
  });

  test('obeys the rule, and a weak one changes nothing', async () => {
    const { email, token } = await person();
    for (const password of ['password', email]) {
      expect((await post('/api/profile/password', token, { password })).body.code).toBe('weak_password');
    }
    expect((await login(email)).status).toBe(200);
  });

  test('is the first one of an account that had none', async () => {
    const { email, token } = await person();
    await server.database.pool.query('update accounts set password_hash = null where email = $1', [email]);
    expect((await prove(token)).body.code).toBe('not_configured');
    expect((await login(email)).status).toBe(401);
    expect((await server.call('GET', '/api/profile', { token })).body.hasPassword).toBe(false);
    expect((await post('/api/profile/password', token, { password: newPassword })).status).toBe(200);
    expect((await login(email, newPassword)).status).toBe(200);
  });
});

describe('a login from elsewhere', () => {
  const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
  const loginWith = async (email: string, ip: string, userAgent: string) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      remoteAddress: ip,
      payload: { email, password: goodPassword },
      headers: { 'user-agent': userAgent },
    });
    expect(response.statusCode).toBe(200);
  };
  const notified = (email: string) =>
    smtp.mails.filter((mail) => mail.to.includes(email) && mail.headers.get('subject')?.startsWith('New login'));

  test('is notified by mail, once', async () => {
    const { email } = await person();
    await loginWith(email, '192.0.2.7', phone);
    const mail = await smtp.mailAbout(email, 'New login to your account');
    expect(mail.text).toContain('Chrome on Android, address 192.0.2.7');
    // Another version of the browser at another address of the provider is not a new place.
    await loginWith(email, '192.0.99.8', phone.replace('140.0', '141.0'));
    await loginWith(email, '::ffff:192.0.100.8', phone);
    await loginWith(email, '198.51.100.1', phone);
    await smtp.mailTo(email, 2);
    expect(notified(email)).toHaveLength(2);
  });

  test('the first of an account is none', async () => {
    const { email } = await person();
    await login(email);
    await post('/api/auth/reset-request', '', { email });
    await smtp.mailTo(email);
    expect(notified(email)).toEqual([]);
  });
});
