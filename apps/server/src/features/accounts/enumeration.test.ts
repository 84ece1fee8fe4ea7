import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../test/accounts.ts';
import { startTestSmtp, type TestSmtp } from '../../../test/smtp.ts';

/** As many medians need to settle; each address is asked about once, so that no limit interferes. */
const samples = 60;
const warmUps = 5;
const patienceMs = 180_000;

let smtp: TestSmtp;
let server: TestAccounts;
beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestAccounts({ SMTP_URL: smtp.url });
  const setupCode = await server.accounts.setupCode();
  const body = { email: 'admin@example.com', password: goodPassword, setupCode };
  await server.call('POST', '/api/auth/signup', { body });
  // Accounts like the first one; to sign all of them up would take a hash each.
  await server.database.pool.query(
    `insert into accounts (email, password_hash, confirmed_at)
     select 'known' || n || '@example.com', password_hash, now() from accounts, generate_series(0, $1) as n`,
    [samples + warmUps],
  );
}, patienceMs);
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

/** Medians of times in ms. Interleaved, so that whatever else the machine does slows both alike. */
async function medians(ask: (email: string, ip: string) => Promise<{ status: number }>, status: number) {
  const times: [known: number[], unknown: number[]] = [[], []];
  for (let n = -warmUps; n < samples; n += 1) {
    for (const index of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const email = `${index === 0 ? 'known' : 'unknown'}${n + warmUps}@example.com`;
      const start = performance.now();
      const answer = await ask(email, `10.${index}.0.${n + warmUps}`);
      const tookMs = performance.now() - start;
      expect(answer.status).toBe(status);
      if (n >= 0) times[index].push(tookMs);
    }
  }
  const [known = 0, unknown = 0] = times.map((one) => one.sort((a, b) => a - b)[samples / 2] ?? 0);
  return { known, unknown };
}

const post = (path: string, more: object) => (email: string, ip: string) =>
  server.call('POST', `/api/auth/${path}`, { body: { email, ...more }, ip });

describe('who has an account cannot be told by the time of', () => {
  test.each([
    ['a log-in', post('login', { password: 'wrong-guess-1' }), 401],
    ['a sign-up', post('signup', { password: goodPassword }), 201],
    ['a forgotten password', post('reset-request', {}), 200],
    ['a resent confirmation', post('resend-confirmation', {}), 200],
  ])('%s', { timeout: patienceMs }, async (_, ask, status) => {
    const { known, unknown } = await medians(ask, status);
    // A query more or less takes a millisecond; a hash, a mail or a missing floor takes ten and more.
    expect(Math.abs(known - unknown), `${known} ms with, ${unknown} ms without an account`).toBeLessThan(
      Math.max(5, Math.min(known, unknown) / 4),
    );
  });
});
