import { accountDeleteResponse, errorBody } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { linkToken } from '../../../../../test/stand-ins/smtp.ts';
import { accountBlocked } from '../index.ts';
import { AccountDeletionRepository } from './account-deletion.repository.ts';

const dayMs = 24 * 60 * 60_000;

let server: TestAccounts;
let admin: string;
beforeAll(async () => {
  server = await startTestAccounts();
  admin = await server.member('admin@example.com');
});
afterAll(() => server.stop());

let serial = 0;
async function person() {
  serial += 1;
  const email = `person${serial}@example.com`;
  return { email, token: await server.member(email) };
}
const close = (token: string, body: object) => server.call('POST', '/api/profile/delete', { token, body });
const login = (email: string, password = goodPassword) =>
  server.call('POST', '/api/auth/login', { body: { email, password } });
const cancelDeletion = (token: string) => server.call('POST', '/api/auth/keep', { body: { token } });
const exists = async (email: string) =>
  (await server.database.pool.query('select 1 from accounts where email = $1', [email])).rowCount === 1;

describe('deleting an account', () => {
  test('ends at once what it opens, and shows until when it can be undone', async () => {
    const { email, token } = await person();
    const pat = await server.call('POST', '/api/access-tokens', {
      token,
      body: { name: 'x', scope: 'read', expiresInDays: null },
    });
    expect(await server.accounts.findAccountByEmail(email)).toBeDefined();
    const blocked: number[] = [];
    const stopListening = server.bus.subscribe(accountBlocked, 'test', ({ accountId }) => blocked.push(accountId));
    const id = (await server.accounts.authenticate(token))?.id;

    const response = await close(token, { email, password: goodPassword });
    expect(response.status).toBe(200);
    expect(accountDeleteResponse.strict().parse(response.body).deleteAfter).toBe(server.clock.at + 14 * dayMs);
    stopListening();
    expect(blocked).toContain(id);
    expect(await server.accounts.authenticate(token)).toBeNull();
    expect(await server.accounts.findAccessToken(pat.body.token)).toBeUndefined();
    expect(await server.accounts.findAccountByEmail(email)).toBeUndefined();
    expect(server.accounts.changes.mayBeUsed(id ?? 0)).toBe(false);
  });

  test.each([
    ['another address', { email: 'admin@example.com', password: goodPassword }, 400, 'bad_request'],
    ['no password', { email: 'own' }, 400, 'bad_request'],
    ['a wrong password', { email: 'own', password: 'wrong-house-1' }, 401, 'wrong_credentials'],
  ])('takes %s for no', async (_, body, status, code) => {
    const { email, token } = await person();
    const response = await close(token, { ...body, email: body.email === 'own' ? email : body.email });
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect((await server.call('GET', '/api/auth/session', { token })).status).toBe(200);
  });

  test('needs no password where there is none', async () => {
    const { email, token } = await person();
    await server.database.pool.query('update accounts set password_hash = null where email = $1', [email]);
    expect((await close(token, { email })).status).toBe(200);
  });

  test('is not for the last administrator', async () => {
    const refused = await close(admin, { email: 'admin@example.com', password: goodPassword });
    expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
    expect((await server.call('GET', '/api/auth/session', { token: admin })).status).toBe(200);
  });

  test('of two administrators at once leaves one', async () => {
    const people = [await person(), await person()];
    const emails = people.map(({ email }) => email);
    await server.database.pool.query(`update accounts set member = 'user'`);
    await server.database.pool.query(`update accounts set member = 'admin' where email = any($1)`, [emails]);
    const responses = await Promise.all(
      people.map(({ email, token }) => close(token, { email, password: goodPassword })),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([200, 409]);
  });
});

describe('taking it back', () => {
  test('works by the link of the mail, once', async () => {
    const { email, token } = await person();
    await close(token, { email, password: goodPassword });
    await server.accounts.stop();
    await server.accounts.start();
    const link = linkToken((await server.outboxMails()).at(-1) ?? '', '/auth/keep');
    expect((await cancelDeletion(link)).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    expect(await server.accounts.findAccountByEmail(email)).toMatchObject({ email });
    expect((await cancelDeletion(link)).body.code).toBe('link_expired');
  });

  test('is offered to anyone who logs in, after the right password only', async () => {
    const { email, token } = await person();
    const { deleteAfter } = (await close(token, { email, password: goodPassword })).body;
    const wrong = await login(email, 'wrong-house-1');
    expect([wrong.status, wrong.body.closing]).toEqual([401, undefined]);
    const refused = await login(email);
    expect([refused.status, refused.body.code]).toEqual([403, 'account_closing']);
    const { closing: deletion, error } = errorBody.strict().parse(refused.body);
    expect(deletion?.deleteAfter).toBe(deleteAfter);
    expect(error).toContain(String(new Date(deleteAfter).getUTCFullYear()));
    expect((await cancelDeletion(deletion?.keepToken ?? '')).status).toBe(200);
    expect((await login(email)).status).toBe(200);
  });

  test('is over when the time is over', async () => {
    const { email, token } = await person();
    await close(token, { email, password: goodPassword });
    server.clock.at += 14 * dayMs - 60_000;
    const { keepToken: cancelToken } = (await login(email)).body.closing;
    server.clock.at += 60_000;
    expect((await cancelDeletion(cancelToken)).body.code).toBe('link_expired');
    expect((await cancelDeletion('garbage')).body.code).toBe('link_expired');
  });

  test('is not offered any more when the time is over and the account is still to be removed', async () => {
    const { email, token } = await person();
    await close(token, { email, password: goodPassword });
    server.clock.at += 14 * dayMs;
    expect((await login(email, 'wrong-house-1')).status).toBe(401);
    const { status, body } = await login(email);
    expect([status, errorBody.strict().parse(body)]).toEqual([
      403,
      {
        code: 'account_closing',
        error: 'This account was deleted. It cannot be restored any more.',
        reason: 'account_deleted',
        values: {},
      },
    ]);
  });
});

describe('removing it for good', () => {
  test('waits for 14 days, and then leaves nothing', async () => {
    const { email, token } = await person();
    await close(token, { email, password: goodPassword });
    server.clock.at += 14 * dayMs - 1;
    await server.accounts.deletion.removeDue();
    expect(await exists(email)).toBe(true);
    server.clock.at += 1;
    await server.accounts.deletion.removeDue();
    expect(await exists(email)).toBe(false);
    expect((await login(email)).status).toBe(401);
    expect((await server.call('POST', '/api/auth/signup', { body: { email, password: goodPassword } })).status).toBe(
      201,
    );
    expect((await login(email)).status).toBe(200);
  });

  test('does not touch an account whose deletion was cancelled', async () => {
    const { email, token } = await person();
    await close(token, { email, password: goodPassword });
    await cancelDeletion((await login(email)).body.closing.keepToken);
    server.clock.at += 15 * dayMs;
    await server.accounts.deletion.removeDue();
    expect((await login(email)).status).toBe(200);
  });

  test('is tried again when somebody who clears up after it fails', async () => {
    const { email, token } = await person();
    await close(token, { email, password: goodPassword });
    server.clock.at += 15 * dayMs;
    let isBroken = true;
    const cleared: number[] = [];
    server.accounts.deletion.onRemoving(async (accountId) => {
      if (isBroken) throw new Error('not now');
      cleared.push(accountId);
    });
    await server.accounts.deletion.removeDue();
    expect(await exists(email)).toBe(true);
    isBroken = false;
    await server.accounts.deletion.removeDue();
    expect(await exists(email)).toBe(false);
    expect(cleared).toHaveLength(1);
  });
});

test('accounts whose address nobody confirmed go when nothing can confirm them any more', async () => {
  const { pool } = server.database;
  const now = new Date(server.clock.at);
  const before = new Date(server.clock.at - 30 * dayMs);
  const add = async (
    name: string,
    more: { confirmedAt?: Date; createdAt?: Date; link?: Date; device?: boolean; login?: boolean },
  ) => {
    const { rows } = await pool.query(
      'insert into accounts (email, confirmed_at, created_at) values ($1, $2, $3) returning id',
      [`${name}@unconfirmed.example`, more.confirmedAt ?? null, more.createdAt ?? new Date(before.getTime() - 1)],
    );
    const [{ id }] = rows;
    if (more.link)
      await pool.query(
        `insert into mail_links (account_id, purpose, token_hash, expires_at) values ($1, 'confirm', $2, $3)`,
        [id, `hash-${id}`, more.link],
      );
    if (more.login)
      await pool.query('insert into known_origins (account_id, origin_hash, last_seen_at) values ($1, $2, $3)', [
        id,
        'home',
        before,
      ]);
    if (more.device)
      await pool.query(
        `insert into devices (account_id, espid, name, "order", family) values ($1, $2, 'Tank', 0, 'esp32')`,
        [id, `of-${id}`],
      );
  };
  await add('gone', {});
  await add('linked-once', { link: new Date(now.getTime() - 1) });
  await add('linked', { link: new Date(now.getTime() + 1) });
  await add('confirmed', { confirmedAt: before });
  await add('new', { createdAt: now });
  await add('holder', { device: true });
  // The server sent no mail then, so nothing had to be confirmed.
  await add('user', { login: true });
  expect(await new AccountDeletionRepository(server.database).removeUnconfirmed(before, now)).toBe(2);
  const { rows } = await pool.query(`select email from accounts where email like '%@unconfirmed.example' order by id`);
  expect(rows.map(({ email }) => email.split('@')[0])).toEqual(['linked', 'confirmed', 'new', 'holder', 'user']);
});
