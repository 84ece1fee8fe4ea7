import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';

const cacheMs = 60_000;

let server: TestAccounts;
let accessToken: string;
beforeAll(async () => {
  server = await startTestAccounts();
  // The first account changes once more, of which a server is notified in its own time.
  await server.member('admin@example.com');
  const token = await server.member('ann@example.com');
  const body = { name: 'app', scope: 'control', expiresInDays: null };
  accessToken = (await server.call('POST', '/api/access-tokens', { token, body })).body.token;
});
afterAll(() => server.stop());

async function queryBoth() {
  const [byEmail, byToken] = await Promise.all([
    server.accounts.findAccountByEmail('ann@example.com'),
    server.accounts.findAccessToken(accessToken),
  ]);
  return { byEmail, byToken: byToken?.account };
}
const known = { byEmail: { email: 'ann@example.com' }, byToken: { email: 'ann@example.com' } };

test('boards and apps that were known get in while the database refuses, however long', async () => {
  expect(await queryBoth()).toMatchObject(known);
  await server.database.pool.query('alter table accounts rename to accounts_away');
  try {
    server.clock.at += 10 * cacheMs;
    expect(await queryBoth()).toMatchObject(known);
    await expect(server.accounts.findAccountByEmail('unknown@example.com')).rejects.toThrow();
  } finally {
    await server.database.pool.query('alter table accounts_away rename to accounts');
  }
});

test('they get in while the database does not respond', async () => {
  expect(await queryBoth()).toMatchObject(known);
  const client = await server.database.pool.connect();
  try {
    await client.query('begin; lock table accounts in access exclusive mode');
    server.clock.at += 10 * cacheMs;
    // The database notifies nobody until all of this has happened.
    expect(await queryBoth()).toMatchObject(known);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('an account that was made is found at once, though it was requested before', async () => {
  expect(await server.accounts.findAccountByEmail('Bob@example.com')).toBeUndefined();
  const body = { email: 'bob@example.com', password: goodPassword };
  expect((await server.call('POST', '/api/auth/signup', { body })).status).toBe(201);
  expect(await server.accounts.findAccountByEmail('Bob@example.com')).toMatchObject({ email: 'bob@example.com' });
});

test('mistyped addresses and tokens query the database once in 15 seconds, and what has no such form never', async () => {
  const strangers = ['typo@example.com', 'no address', `${'x'.repeat(300)}@example.com`];
  const wrongToken = `cyno_pat_${'x'.repeat(43)}`;
  const query = async () => {
    for (const email of strangers) expect(await server.accounts.findAccountByEmail(email)).toBeUndefined();
    for (const token of [wrongToken, 'cyno_pat_x', 'x'.repeat(43), `${wrongToken}\n`]) {
      expect(await server.accounts.findAccessToken(token)).toBeUndefined();
    }
  };
  await query();
  server.clock.at += 14_999;
  await server.database.pool.query('alter table accounts rename to accounts_away');
  try {
    await query();
    server.clock.at += 1;
    await expect(server.accounts.findAccountByEmail('typo@example.com')).rejects.toThrow();
    await expect(server.accounts.findAccessToken(wrongToken)).rejects.toThrow();
  } finally {
    await server.database.pool.query('alter table accounts_away rename to accounts');
  }
});
