import { Readable } from 'node:stream';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { quickMember } from '../../../../../test/people/quick-member.ts';
import { accounts, sessions } from '../../../../platform/database/schema/index.ts';
import { holdForSession } from '../account.sql.ts';

const ownPassword = 'another-house-8';
const password = 'thief-of-houses-9';

let server: TestAccounts;
let serial = 0;
beforeAll(async () => {
  server = await startTestAccounts();
  await server.member('admin@example.com');
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => server.stop());

/** Somebody else has the token of a session of this account. */
async function victim() {
  serial += 1;
  return quickMember(server, `victim${serial}@example.com`);
}

/** The owner chooses a new password with a link, which ends every session. */
async function reset(accountId: number): Promise<void> {
  const token = (await server.accounts.newResetLink(accountId)).split('#token=')[1];
  const { status } = await server.call('POST', '/api/auth/reset', { body: { token, password: ownPassword } });
  expect(status).toBe(200);
}

/** Resolves when a transaction waits for a row that another one holds. */
async function somethingWaits(): Promise<void> {
  const waits = `datname = current_database() and wait_event_type = 'Lock'`;
  await expect
    .poll(() => server.database.pool.query(`select 1 from pg_stat_activity where ${waits}`), { timeout: 20_000 })
    .toMatchObject({ rowCount: 1 });
}

const login = async (email: string, typed: string) =>
  (await server.call('POST', '/api/auth/login', { body: { email, password: typed } })).status;

describe('a session that ends while a request of it is on its way', () => {
  test.each([
    ['/api/profile/password', { password }],
    ['/api/profile/email', { email: 'thief@example.com' }],
    ['/api/access-tokens', { name: 'thief', scope: 'control', expiresInDays: null }],
  ])('%s does nothing, though its body was held back', async (url, content) => {
    const { id, email, token } = await victim();
    const reading = Promise.withResolvers<void>();
    const payload = new Readable({ read: () => reading.resolve() });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = server.app.inject({ method: 'POST', url, payload, headers }).then((got) => got);
    await reading.promise;
    await reset(id);
    payload.push(JSON.stringify(content));
    payload.push(null);
    expect((await response).statusCode).toBe(401);
    expect(await login(email, ownPassword)).toBe(200);
    const { rowCount } = await server.database.pool.query('select 1 from access_tokens where account_id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  test('sets no password, though that was being hashed', async () => {
    const { id, email, token } = await victim();
    const { hasher } = server.accounts;
    const hash = hasher.hash.bind(hasher);
    vi.spyOn(hasher, 'hash').mockImplementationOnce(async (...args) => {
      await reset(id);
      return hash(...args);
    });
    expect((await server.call('POST', '/api/profile/password', { token, body: { password } })).status).toBe(401);
    expect([await login(email, ownPassword), await login(email, password)]).toEqual([200, 401]);
  });

  test.each([
    ['/api/profile/password', () => ({ password })],
    ['/api/profile/email', () => ({ email: `thief${serial}@example.com` })],
    ['/api/access-tokens', () => ({ name: 'thief', scope: 'control', expiresInDays: null })],
    ['/api/profile/delete', (email: string) => ({ email, password: goodPassword })],
  ])('%s waits for what is about to end it', async (url, bodyFor) => {
    const { id, email, token } = await victim();
    const before = await server.accounts.profile(id);
    const { response } = await server.database.orm.transaction(async (transaction) => {
      await transaction.update(accounts).set({ timeZone: 'Asia/Bangkok' }).where(eq(accounts.id, id));
      const started = server.call('POST', url, { token, body: bodyFor(email) });
      await somethingWaits();
      await transaction.delete(sessions).where(eq(sessions.accountId, id));
      return { response: started };
    });
    expect((await response).status).toBe(401);
    expect(await server.accounts.profile(id)).toEqual({ ...before, timeZone: 'Asia/Bangkok' });
    expect(await login(email, goodPassword)).toBe(200);
    expect(await server.accounts.accessTokens.list(id)).toEqual([]);
  });

  test('makes no access token while the profile page is ending it', async () => {
    const { id, token } = await victim();
    const content = { name: 'thief', scope: 'control', expiresInDays: null };
    const { response } = await server.database.orm.transaction(async (transaction) => {
      await transaction.delete(sessions).where(eq(sessions.accountId, id));
      const started = server.call('POST', '/api/access-tokens', { token, body: content });
      await somethingWaits();
      return { response: started };
    });
    expect((await response).status).toBe(401);
    expect(await server.accounts.accessTokens.list(id)).toEqual([]);
  });

  test('ends others without a deadlock with what another one changes', async () => {
    const { id } = await victim();
    for (const ip of ['127.0.0.2', '127.0.0.3']) await server.accounts.startSession(id, { ip, userAgent: null });
    const [last, own] = await server.accounts.sessions.list(id, null);
    const sessionId = own?.id ?? 0;
    const { ended } = await server.database.orm.transaction(async (transaction) => {
      await holdForSession(transaction, { id, sessionId });
      const started = server.accounts.sessions.endOthers(id, last?.id ?? 0);
      await somethingWaits();
      await transaction.delete(sessions).where(and(eq(sessions.accountId, id), ne(sessions.id, sessionId)));
      return { ended: started };
    });
    await ended;
    expect(await server.accounts.sessions.list(id, null)).toEqual([]);
  });
});
