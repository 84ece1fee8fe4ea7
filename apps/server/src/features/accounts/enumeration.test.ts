import { createHook } from 'node:async_hooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../test/accounts.ts';
import { startTestSmtp, type TestSmtp } from '../../../test/smtp.ts';

/** So long what is stored by a sign-up may take; see `sign-up.ts`. */
const storingMs = 60;

let smtp: TestSmtp;
let server: TestAccounts;
beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestAccounts({ SMTP_URL: smtp.url });
  await server.member('admin@example.com');
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

let known: string;
let unknown: string;
let serial = 0;
beforeEach(async () => {
  serial += 1;
  [known, unknown] = [`known${serial}@example.com`, `unknown${serial}@example.com`];
  await server.member(known);
});

const post = (path: string, body: object) => server.call('POST', `/api/auth/${path}`, { body });
async function hashes(): Promise<number> {
  const metric = await server.metrics.getSingleMetric('cyno_password_hash_seconds')?.get();
  return metric?.values.find((one) => 'metricName' in one && String(one.metricName).endsWith('_count'))?.value ?? 0;
}

describe('who has an account cannot be told by the time of', () => {
  test('a log-in: it asks the same of the database and takes one hash', async () => {
    const query = vi.spyOn(server.database.pool, 'query');
    const work = async (email: string) => {
      query.mockClear();
      server.metrics.resetMetrics();
      expect((await post('login', { email, password: 'wrong-guess-1' })).status).toBe(401);
      const asked = query.mock.calls.map(([what]: unknown[]) =>
        typeof what === 'object' && what !== null && 'text' in what ? what.text : what,
      );
      return { asked, hashes: await hashes() };
    };
    const ofKnown = await work(known);
    expect(ofKnown).toEqual({ asked: expect.arrayContaining([expect.stringContaining('from "accounts"')]), hashes: 1 });
    expect(await work(unknown)).toEqual(ofKnown);
  });

  test('a sign-up: it takes one hash, longer than anything that is stored, and a mail', async () => {
    const events: string[] = [];
    const pauses = new Set<number>();
    const timers = createHook({
      init(id, type, _, timer) {
        if (type === 'Timeout' && '_idleTimeout' in timer && timer._idleTimeout === storingMs) pauses.add(id);
      },
      before(id) {
        if (pauses.has(id)) events.push('time to store');
      },
    });
    timers.enable();
    for (const email of [known, unknown]) {
      events.length = 0;
      server.metrics.resetMetrics();
      expect((await post('signup', { email, password: goodPassword })).status).toBe(201);
      events.push('answer');
      expect(events).toEqual(['time to store', 'answer']);
      expect(await hashes()).toBe(1);
      expect(smtp.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
    }
    timers.disable();
  });

  test.each([
    ['a forgotten password', 'reset-request'],
    ['a resent confirmation', 'resend-confirmation'],
  ])('%s: it is answered while nobody can know', async (_, path) => {
    const client = await server.database.pool.connect();
    try {
      await client.query('begin; lock table accounts, mail_links in access exclusive mode');
      const answers = [await post(path, { email: known }), await post(path, { email: unknown })];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[0]?.text).toBe(answers[1]?.text);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
