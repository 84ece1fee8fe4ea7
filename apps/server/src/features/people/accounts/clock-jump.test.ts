import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestAccounts, type TestAccounts } from '../../../../test/accounts.ts';

const hour = 3_600_000;
let server: TestAccounts;
let session: string;
let accessToken: string;
let startAt: number;
let count = 0;

beforeAll(async () => {
  server = await startTestAccounts();
});
afterAll(() => server.stop());
beforeEach(async () => {
  startAt = server.clock.at;
  session = await server.member(`ann${++count}@example.com`);
  const body = { name: 'app', scope: 'read', expiresInDays: 1 };
  accessToken = (await server.call('POST', '/api/access-tokens', { token: session, body })).body.token;
});

const statuses = () =>
  Promise.all(
    [session, accessToken].map(async (token) => (await server.call('GET', '/api/auth/session', { token })).status),
  );

test('tokens are good before, while and after the clock is two hours ahead, or behind', async () => {
  for (const at of [0, 2 * hour, 0, -2 * hour, 0]) {
    server.clock.at = startAt + at;
    await server.accounts.sweep();
    expect(await statuses()).toEqual([200, 200]);
  }
});

test('one that was made while the clock was ahead is good afterwards', async () => {
  server.clock.at = startAt + 2 * hour;
  const { body } = await server.call('POST', '/api/access-tokens', {
    token: await server.member(`late${count}@example.com`),
    body: { name: 'app', scope: 'read', expiresInDays: 1 },
  });
  server.clock.at = startAt;
  expect((await server.call('GET', '/api/auth/session', { token: body.token })).status).toBe(200);
});

test('what was looked up while the clock was ahead is not believed for longer than otherwise', async () => {
  server.clock.at = startAt + 2 * hour;
  expect(await statuses()).toEqual([200, 200]);
  server.clock.at = startAt;
  // A change on another server without a notification, as when its notification was lost.
  await server.database.pool.query('ALTER TABLE accounts DISABLE TRIGGER USER');
  await server.database.pool.query('ALTER TABLE sessions DISABLE TRIGGER USER');
  await server.database.pool.query('DELETE FROM sessions');
  expect((await server.call('GET', '/api/auth/session', { token: session })).status).toBe(401);
});

test('a proof that was given while the clock was ahead does not hold for hours', async () => {
  server.clock.at = startAt + 2 * hour;
  const late = await server.member(`proof${count}@example.com`);
  server.clock.at = startAt;
  const body = { name: 'app', scope: 'read', expiresInDays: 1 };
  expect((await server.call('POST', '/api/access-tokens', { token: late, body })).body.code).toBe('proof_needed');
});
