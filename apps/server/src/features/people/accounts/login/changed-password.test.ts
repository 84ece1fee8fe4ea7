import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { quickMember } from '../../../../../test/people/quick-member.ts';
import { totpAt } from '../../../../../test/people/totp.ts';
import { accounts } from '../../../../platform/database/schema/index.ts';

const newPassword = 'another-house-8';

let server: TestAccounts;
beforeAll(async () => {
  server = await startTestAccounts();
  await server.member('admin@example.com');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.stop());

const login = (email: string, password = goodPassword) =>
  server.call('POST', '/api/auth/login', { body: { email, password } });

/** The password of the session's account is changed after a login checked the old one, before that does anything else. */
function changeDuringLogin(token: string): void {
  const { hasher } = server.accounts;
  const verify = hasher.verify.bind(hasher);
  vi.spyOn(hasher, 'verify').mockImplementationOnce(async (...args) => {
    const isRight = await verify(...args);
    const body = { currentPassword: goodPassword, password: newPassword };
    expect((await server.call('POST', '/api/profile/password', { token, body })).status).toBe(200);
    return isRight;
  });
}

const sessionsOf = async (accountId: number): Promise<number> =>
  (await server.accounts.sessions.list(accountId, null)).length;

describe('a login with the password that is changed while it is checked', () => {
  test('opens no session', async () => {
    const { id, email, token } = await quickMember(server, 'ann@example.com');
    changeDuringLogin(token);
    const { status, body } = await login(email);
    expect([status, body.code]).toEqual([401, 'wrong_credentials']);
    expect(await sessionsOf(id)).toBe(1);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  test('waits for a change that is about to be committed', async () => {
    const { id, email } = await quickMember(server, 'bea@example.com');
    const started = await server.database.orm.transaction(async (transaction) => {
      await transaction.update(accounts).set({ passwordHash: 'another' }).where(eq(accounts.id, id));
      const response = login(email);
      const waits = `datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(() => server.database.pool.query(`select 1 from pg_stat_activity where ${waits}`))
        .toMatchObject({ rowCount: 1 });
      return { response };
    });
    expect((await started.response).status).toBe(401);
  });

  test('gets no ticket for the second step', async () => {
    const { id, email, token } = await quickMember(server, 'cat@example.com');
    const { body: setup } = await server.call('POST', '/api/second-step/totp', { token });
    const code = totpAt(setup.secret, server.clock.at);
    await server.call('POST', '/api/second-step/totp/confirm', { token, body: { code } });
    changeDuringLogin(token);
    const { status, body } = await login(email);
    expect([status, body.code, body.secondStep]).toEqual([401, 'wrong_credentials', undefined]);
    expect((await login(email, newPassword)).body.code).toBe('second_step_required');
    expect(await sessionsOf(id)).toBe(1);
  });
});

describe('a login that stores a hash of the cost of today', () => {
  const raiseCost = () => server.accounts.hasher.setCost({ memoryCost: 64, timeCost: 3, parallelism: 1 });

  test('works, also two at once', async () => {
    const { email } = await quickMember(server, 'dan@example.com');
    await raiseCost();
    const responses = await Promise.all([login(email), login(email)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect((await login(email)).status).toBe(200);
  });

  test('opens no session when the password is changed meanwhile', async () => {
    const { id, email, token } = await quickMember(server, 'eve@example.com');
    await raiseCost();
    changeDuringLogin(token);
    expect((await login(email)).status).toBe(401);
    expect(await sessionsOf(id)).toBe(1);
  });
});
