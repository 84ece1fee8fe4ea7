import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser, testPassword } from '../../test/server.ts';

const dayMs = 86_400_000;
let server: TestServer;
let admin: TestUser;
let leaving: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signup('admin@example.com');
  leaving = await server.signup('leaving@example.com');
  await leaving.api('POST', '/api/profile/delete', { email: leaving.email, password: testPassword });
  await server.database.pool.query(`UPDATE accounts SET delete_after = now() - interval '1 s' WHERE email = $1`, [
    leaving.email,
  ]);
});
afterAll(() => server.stop());

/** Starts the server again, as if it had last run so long ago, and since then for so long with the clock of now. */
async function restartAfter({ days, ranDays }: { days: number; ranDays: number }): Promise<void> {
  await server.database.pool.query(`UPDATE server_state SET value = $1 WHERE key = 'trusted_clock'`, [
    JSON.stringify({ at: Date.now() - days * dayMs, ranMs: ranDays * dayMs, seenAt: Date.now() }),
  ]);
  await server.restart();
}

const jobState = async () => {
  const { jobs } = (await admin.api('GET', '/api/admin/system')).body;
  return jobs.find(({ name }: { name: string }) => name === 'accounts.remove').state;
};
const isThere = async () =>
  (await server.database.pool.query('SELECT FROM accounts WHERE email = $1', [leaving.email])).rowCount === 1;
const problems = async () =>
  (await admin.api('GET', '/api/admin/server')).body.problems.map(({ reason }: { reason: string }) => reason);

test('by a clock that is a month ahead nothing is removed, and administrators see why, until the server has run for a day', async () => {
  await restartAfter({ days: 30, ranDays: 0.5 });
  await admin.api('POST', '/api/admin/system/jobs/accounts.remove/run');
  await expect.poll(jobState).toBe('skipped');
  expect(await isThere()).toBe(true);
  expect(await problems()).toContain('clock_not_trusted');

  await restartAfter({ days: 30, ranDays: 1 });
  await admin.api('POST', '/api/admin/system/jobs/accounts.remove/run');
  await expect.poll(isThere).toBe(false);
  expect(await problems()).not.toContain('clock_not_trusted');
});
