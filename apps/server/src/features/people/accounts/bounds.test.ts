import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';
import { totpAt } from '../../../../test/people/totp.ts';
import { startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';

let server: TestAccounts;
let smtp: TestSmtp;
let ownerId: number;
beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestAccounts({ SMTP_URL: smtp.url });
  const sql = 'INSERT INTO accounts (email, confirmed_at) VALUES ($1, now()) RETURNING id';
  ownerId = (await server.database.pool.query(sql, ['owner@example.com'])).rows[0].id;
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

const count = async (table: string): Promise<number> =>
  (await server.database.pool.query(`SELECT count(*) AS n FROM ${table} WHERE account_id = $1`, [ownerId])).rows[0].n;

test('an account keeps its hundred newest sessions, two hundred places, and is notified of thirty in an hour', async () => {
  const tokens: string[] = [];
  for (let n = 0; n < 205; n++) {
    const userAgent = `Browser ${'x'.repeat(n)}`;
    tokens.push((await server.accounts.startSession(ownerId, { ip: '192.0.2.1', userAgent })).access_token);
    server.clock.at += 1;
  }
  expect([await count('sessions'), await count('known_origins')]).toEqual([100, 200]);
  expect(await server.accounts.authenticate(tokens[104] ?? '')).toBeNull();
  expect(await server.accounts.authenticate(tokens[105] ?? '')).toMatchObject({ id: ownerId });
  server.accounts.notices.security(ownerId, 'two_step_on');
  await smtp.mailTo('owner@example.com', 30);
  expect(smtp.mails.filter(({ to }) => to.includes('owner@example.com'))).toHaveLength(30);
});

test('a login half done ends when the password is changed', async () => {
  const login = () =>
    server.call('POST', '/api/auth/login', { body: { email: 'owner@example.com', password: goodPassword } });
  const token = (await server.accounts.startSession(ownerId, { ip: '192.0.2.1', userAgent: null })).access_token;
  const change = () => server.call('POST', '/api/profile/password', { token, body: { password: goodPassword } });
  expect((await change()).status).toBe(200);
  const { secret } = (await server.call('POST', '/api/second-step/totp', { token })).body;
  await server.call('POST', '/api/second-step/totp/confirm', {
    token,
    body: { code: totpAt(secret, server.clock.at) },
  });
  server.clock.at += 60_000;
  const [{ body: first }, code] = [await login(), totpAt(secret, server.clock.at)];
  expect((await change()).status).toBe(200);
  const second = await server.call('POST', '/api/auth/second-step', {
    body: { ticket: first.secondStep.ticket, code },
  });
  expect(second.body.code).toBe('ticket_expired');
});
