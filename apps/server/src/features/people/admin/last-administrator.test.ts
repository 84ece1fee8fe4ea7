import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import { People } from './people.service.ts';

let server: TestServer;
let ann: TestUser;
let bob: TestUser;
const ids = new Map<TestUser, number>();

beforeEach(async () => {
  server ??= await startTestServer();
  ann ??= await server.signup('ann@example.com');
  bob ??= await server.signup('bob@example.com');
  for (const user of [ann, bob]) {
    const { rows } = await server.database.pool.query(
      `UPDATE accounts SET member = 'admin', disabled_at = NULL WHERE email = $1 RETURNING id`,
      [user.email],
    );
    ids.set(user, rows[0].id);
    // The database notifies the server, a moment later.
    while ((await user.api('GET', '/api/admin/audit')).status !== 200);
  }
});
afterAll(() => server.stop());

const demote = (by: TestUser, whom: TestUser) =>
  by.api('POST', `/api/admin/users/${ids.get(whom)}/member`, { member: 'user' });
const disable = (by: TestUser, whom: TestUser) => by.api('POST', `/api/admin/users/${ids.get(whom)}/disable`, {});

async function usableAdmins(): Promise<string[]> {
  const { rows } = await server.database.pool.query(
    `SELECT email FROM accounts WHERE member = 'admin' AND disabled_at IS NULL ORDER BY email`,
  );
  return rows.map((row) => row.email);
}

test('the last one can be neither demoted nor disabled', async () => {
  expect((await demote(ann, bob)).status).toBe(200);
  for (const response of [await demote(ann, ann), await disable(ann, ann)]) {
    expect(response).toMatchObject({ status: 409, body: { code: 'conflict', error: /only administrator/ } });
  }
  expect(await usableAdmins()).toEqual([ann.email]);
});

test('one who is disabled does not count', async () => {
  await server.database.pool.query(`UPDATE accounts SET disabled_at = now() WHERE email = $1`, [bob.email]);
  expect((await demote(ann, ann)).status).toBe(409);
});

test('who is not the last may give the rights up', async () => {
  expect((await demote(bob, bob)).status).toBe(200);
  expect((await bob.api('GET', '/api/admin/users')).status).toBe(403);
});

test.each([1, 2, 3, 4, 5])('two who demote each other at once: one stays, try %i', async () => {
  const responses = await Promise.all([demote(ann, bob), demote(bob, ann)]);
  expect(responses.map((response) => response.status).sort()).toEqual([200, 403]);
  expect(await usableAdmins()).toHaveLength(1);
});

test('two who give their own rights up at once: one stays', async () => {
  const responses = await Promise.all([demote(ann, ann), demote(bob, bob)]);
  expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
  expect(await usableAdmins()).toHaveLength(1);
});

test('no password link is made for one whose rights go while the request is handled', async () => {
  const get = People.prototype.get;
  const found = vi.spyOn(People.prototype, 'get').mockImplementationOnce(async function (this: People, id) {
    expect((await demote(bob, ann)).status).toBe(200);
    return get.call(this, id);
  });
  onTestFinished(() => found.mockRestore());
  const response = await ann.api('POST', `/api/admin/users/${ids.get(bob)}/reset-link`);
  expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const { rowCount } = await server.database.pool.query(`SELECT 1 FROM mail_links WHERE purpose = 'reset'`);
  expect(rowCount).toBe(0);
});
