import { createHook } from 'node:async_hooks';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';
import { startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';

/** So long what is stored by a signup may take; see `signup.ts`. */
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

const databaseName = () => new URL(server.database.pool.options.connectionString ?? '').pathname.slice(1);

/** The statements that some work sends to the database, also those within transactions, by what they begin with. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    // Other servers of this process continue with their work meanwhile.
    const own = query.mock.calls.filter(
      (_, call) => (query.mock.contexts[call] as pg.Client & { database?: string }).database === databaseName(),
    );
    return own.map(([what]: unknown[]) => {
      const text = typeof what === 'object' && what !== null && 'text' in what ? String(what.text) : String(what);
      return /^\w+/.exec(text.trim())?.[0].toLowerCase() ?? '';
    });
  } finally {
    query.mockRestore();
  }
}

describe('who has an account is not revealed by the time of', () => {
  test('a login: it makes the same queries and takes one hash', async () => {
    const query = vi.spyOn(server.database.pool, 'query');
    const work = async (email: string) => {
      query.mockClear();
      server.metrics.resetMetrics();
      expect((await post('login', { email, password: 'wrong-guess-1' })).status).toBe(401);
      const requested = query.mock.calls.map(([what]: unknown[]) =>
        typeof what === 'object' && what !== null && 'text' in what ? what.text : what,
      );
      return { requested, hashes: await hashes() };
    };
    const ofKnown = await work(known);
    expect(ofKnown).toEqual({
      requested: expect.arrayContaining([expect.stringContaining('from "accounts"')]),
      hashes: 1,
    });
    expect(await work(unknown)).toEqual(ofKnown);
  });

  test('a signup: it takes one hash, longer than anything that is stored, and a mail', async () => {
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

  test('a signup: it makes as many queries, and stores a link in one commit', async () => {
    const of = (email: string) => statementsOf(() => post('signup', { email, password: goodPassword }));
    const [ofKnown, ofUnknown] = [await of(known), await of(unknown)];
    expect(ofKnown).toHaveLength(ofUnknown.length);
    for (const statements of [ofKnown, ofUnknown]) {
      expect(statements.filter((one) => one === 'commit')).toHaveLength(1);
      // The last one before the commit is the link, which also costs the known address a write to the disk.
      expect(statements[statements.indexOf('commit') - 1]).toBe('insert');
    }
    const { rows } = await server.database.pool.query(
      `select purpose, expires_at <= $2 as expired, mail_links.password_hash from mail_links
       join accounts on accounts.id = account_id where accounts.email = $1`,
      [known, new Date(server.clock.at)],
    );
    expect(rows).toEqual([{ purpose: 'confirm', expired: true, password_hash: null }]);
  });

  test('a change of address: it gets the same response, with the same queries', async () => {
    const statements: string[][] = [];
    const responses: string[] = [];
    for (const [email, wanted] of [
      [`asks-known${serial}@example.com`, known],
      [`asks-unknown${serial}@example.com`, unknown],
    ] as const) {
      const token = await server.member(email);
      await server.call('GET', '/api/profile', { token });
      const body = { email: wanted };
      statements.push(
        await statementsOf(async () => {
          const response = await server.call('POST', '/api/profile/email', { token, body });
          responses.push(`${response.status} ${response.text}`);
        }),
      );
    }
    expect(responses[0]).toBe(responses[1]);
    const untilResponded = (all: string[] | undefined) => all?.slice(0, all.lastIndexOf('commit') + 1);
    expect(untilResponded(statements[0])).toEqual(untilResponded(statements[1]));
  });

  test.each([
    ['a forgotten password', 'reset-request'],
    ['a resent confirmation', 'resend-confirmation'],
  ])('%s: it is answered while nobody can know', async (_, path) => {
    const client = await server.database.pool.connect();
    try {
      await client.query('begin; lock table accounts, mail_links in access exclusive mode');
      const responses = [await post(path, { email: known }), await post(path, { email: unknown })];
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      expect(responses[0]?.text).toBe(responses[1]?.text);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});
