import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword } from '../../../../test/accounts.ts';
import { callbackUrls, startTestIdentities, type TestIdentities } from '../../../../test/people/identities.ts';
import { startTestOidcProvider, type TestOidcProvider } from '../../../../test/stand-ins/oidc-provider.ts';
import { linkToken, startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';
import { newResetPath } from '../accounts/index.ts';

let smtp: TestSmtp;
let provider: TestOidcProvider;
let bench: TestIdentities;

beforeAll(async () => {
  smtp = await startTestSmtp();
  provider = await startTestOidcProvider({ redirectUri: callbackUrls.oidc });
  bench = await startTestIdentities({ ...provider.env, SMTP_URL: smtp.url });
  await confirmed('admin@example.com');
});
afterAll(async () => {
  await bench.stop();
  await provider.stop();
  await smtp.stop();
});

let serial = 0;
/** Somebody new at the provider, with an address that it verified unless set otherwise. */
function person(more: { email?: string; email_verified?: boolean; name?: string } = {}) {
  serial += 1;
  const login = `person${serial}`;
  const known = { email: `${login}@example.com`, email_verified: true, name: `Person ${serial}`, ...more };
  provider.people.set(login, known);
  return { login, email: known.email };
}

async function signup(email: string) {
  const setupCode = (await bench.accounts.setupCode()) ?? undefined;
  await bench.call('POST', '/api/auth/signup', { body: { email, password: goodPassword, setupCode } });
  return smtp.mailTo(email);
}

/** An account whose owner opened the link of the mail; returns its session. */
async function confirmed(email: string): Promise<string> {
  const token = linkToken(await signup(email), '/auth/confirmEmail');
  await bench.call('POST', '/api/auth/confirm', { body: { token } });
  return (await loginByPassword(email)).body.access_token;
}

const loginByPassword = (email: string) =>
  bench.call('POST', '/api/auth/login', { body: { email, password: goodPassword } });

describe('a login', () => {
  test('makes an account for a verified address, once', async () => {
    const { login, email } = person();
    const first = await bench.browser().login({ login });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ email, member: 'user' });
    expect(await bench.whoseToken(first.body.access_token)).toBe(email);
    const again = await bench.browser().login({ login });
    expect(await bench.whoseToken(again.body.access_token)).toBe(email);
    const { body } = await bench.call('GET', '/api/profile', { token: again.body.access_token });
    expect(body).toMatchObject({ name: `Person ${serial}`, hasPassword: false });
    const listed = await bench.browser(again.body.access_token).call('GET', '/api/identities');
    expect(listed.body).toEqual([
      {
        id: expect.any(Number),
        provider: 'oidc',
        email,
        name: body.name,
        createdAt: bench.clock.at,
        lastUsedAt: bench.clock.at,
      },
    ]);
  });

  test('finds the account of a verified address, which keeps its password', async () => {
    const { login, email } = person({ email: 'Known@Example.com' });
    await confirmed('known@example.com');
    const response = await bench.browser().login({ login });
    expect(await bench.whoseToken(response.body.access_token)).toBe(email.toLowerCase());
    expect((await loginByPassword('known@example.com')).status).toBe(200);
    await smtp.mailAbout('known@example.com', 'Another login was linked');
  });

  test('continues to the same account after the address changed at the provider', async () => {
    const { login, email } = person();
    await bench.browser().login({ login });
    await confirmed('somebody-else@example.com');
    provider.people.set(login, { email: 'somebody-else@example.com', email_verified: true });
    const response = await bench.browser().login({ login });
    expect(await bench.whoseToken(response.body.access_token)).toBe(email);
  });

  test('takes what a stranger signed up with before: the password and the link', async () => {
    const { login, email } = person();
    const link = linkToken(await signup(email), '/auth/confirmEmail');
    const response = await bench.browser().login({ login });
    expect(await bench.whoseToken(response.body.access_token)).toBe(email);
    expect((await loginByPassword(email)).status).toBe(401);
    expect((await bench.call('POST', '/api/auth/confirm', { body: { token: link } })).body.code).toBe('link_expired');
  });

  test('notifies the owner when an identity is linked or unlinked in the profile', async () => {
    const { login, email } = person();
    const own = await confirmed(`owner-of-${email}`);
    const browser = bench.browser(own);
    await browser.link({ login });
    await smtp.mailAbout(`owner-of-${email}`, 'Another login was linked');
    const [identity] = (await browser.call('GET', '/api/identities')).body;
    await browser.call('DELETE', `/api/identities/${identity.id}`);
    await smtp.mailAbout(`owner-of-${email}`, 'A linked login was removed');
  });

  test('works with a client that is registered to send its secret in the body', async () => {
    const other = await startTestOidcProvider({
      redirectUri: callbackUrls.oidc,
      sendsSecretBy: 'client_secret_post',
      people: { posted: { email: 'posted@example.com', email_verified: true } },
    });
    const otherBench = await startTestIdentities({ ...other.env });
    await otherBench.member('admin@example.com');
    expect((await otherBench.browser().login({ login: 'posted' })).status).toBe(200);
    await otherBench.stop();
    await other.stop();
  });
});

describe('is refused', () => {
  test('an address that is not verified, and one that is missing', async () => {
    await confirmed('victim@example.com');
    for (const email_verified of [false, undefined, 'true' as unknown as boolean]) {
      const { login } = person({ email: 'victim@example.com', email_verified: email_verified as boolean });
      const response = await bench.browser().login({ login });
      expect([response.status, response.body.code]).toEqual([403, 'email_not_verified']);
      expect(response.body.error).toMatch(/password.*link Example ID in your profile/);
    }
    provider.people.set('nobody', {});
    const response = await bench.browser().login({ login: 'nobody' });
    expect([response.status, response.body.code]).toEqual([403, 'not_linked']);
  });

  test('a disabled account, linked or not', async () => {
    const linked = person();
    await bench.browser().login(linked);
    const { login, email } = person();
    await confirmed(email);
    await bench.database.pool.query('UPDATE accounts SET disabled_at = now() WHERE email = ANY($1)', [
      [email, linked.email],
    ]);
    for (const name of [login, linked.login]) {
      const response = await bench.browser().login({ login: name });
      expect([response.status, response.body.code]).toEqual([403, 'forbidden']);
    }
  });

  test('a cancelled consent, without a word of the provider', async () => {
    const browser = bench.browser();
    const { login } = person();
    const callback = await browser.visit('oidc', { login, cancel: true });
    expect(callback).toMatchObject({ error: 'access_denied', code: undefined });
    const finished = await browser.finish(callback);
    expect([finished.status, finished.body.code]).toEqual([403, 'cancelled']);
    expect((await browser.finish(callback)).body.code).toBe('link_expired');
  });

  test('an error that somebody made up is not repeated', async () => {
    const browser = bench.browser();
    const { state } = await browser.visit('oidc', person());
    const finished = await browser.finish({ state, error: 'Call +66 2 555 0100 to unlock your account' });
    expect([finished.status, finished.body.code]).toEqual([403, 'provider_refused']);
    expect(finished.text + bench.log.join('')).not.toContain('unlock your account');
  });

  test('an account that waits for a two-factor step gets a challenge and no session', async () => {
    const { login, email } = person();
    await confirmed(email);
    await bench.database.pool.query(
      `INSERT INTO totp_secrets (account_id, secret, confirmed_at)
       SELECT id, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', now() FROM accounts WHERE email = $1`,
      [email],
    );
    const response = await bench.browser().login({ login });
    expect([response.status, response.body.code]).toEqual([403, 'second_step_required']);
    expect(response.body.secondStep).toMatchObject({ ticket: expect.any(String), methods: ['totp'] });
    expect(response.body.access_token).toBeUndefined();
  });

  test('new accounts where signup is not open, and the first account of a server', async () => {
    const { login } = person();
    const closed = await startTestIdentities({ ...provider.env, SIGNUP: 'closed' });
    const first = await closed.browser().login({ login });
    expect([first.status, first.body.code]).toEqual([403, 'forbidden']);
    expect(first.body.error).toContain('link that the server printed');
    await closed.member('admin@example.com');
    const later = await closed.browser().login({ login });
    expect([later.status, later.body.code]).toEqual([403, 'signup_closed']);
    await closed.stop();
  });
});

describe('with mail, an address that no mail proved', () => {
  const owns = async (email: string) =>
    Number((await bench.database.pool.query('SELECT id FROM accounts WHERE email = $1', [email])).rows[0]?.id);

  test('is not matched, anyone who confirmed it, until its owner reset the password by mail', async () => {
    const { login, email } = person();
    // Confirmed by an administrator, or while the server sent no mail.
    await bench.member(email);
    const refused = await bench.browser().login({ login });
    expect([refused.status, refused.body.code]).toEqual([403, 'not_linked']);
    expect(refused.body.error).toContain('Reset its password by mail');
    await bench.call('POST', '/api/auth/reset-request', { body: { email } });
    const token = linkToken((await smtp.mailAbout(email, 'Choose a new password')).text, '/auth/reset-password');
    await bench.call('POST', '/api/auth/reset', { body: { token, password: goodPassword } });
    expect((await bench.browser().login({ login })).body).toMatchObject({ email });
  });

  test('is not proved by a link that somebody handed over', async () => {
    const { login, email } = person();
    await bench.member(email);
    const path = await newResetPath(bench, await owns(email));
    const token = path.split('#token=')[1];
    await bench.call('POST', '/api/auth/reset', { body: { token, password: goodPassword } });
    expect((await bench.browser().login({ login })).body.code).toBe('not_linked');
  });

  test('is proved by a login that its owner linked and that has the same address', async () => {
    const { login, email } = person();
    const own = await bench.member(email);
    await bench.browser(own).link({ login });
    const second = person({ email });
    expect((await bench.browser().login(second)).body).toMatchObject({ email });
  });

  test('is not proved by a linked login with another one, or with one that its service did not verify', async () => {
    const victim = person();
    const own = await bench.member(victim.email);
    const other = person();
    const unverified = person({ email: victim.email, email_verified: false });
    for (const { login } of [other, unverified]) expect((await bench.browser(own).link({ login })).status).toBe(200);
    expect((await bench.browser().login(victim)).body.code).toBe('not_linked');
  });

  test('what a stranger left in a signup goes with it: tokens, passkeys, linked logins and the two-factor step', async () => {
    const { login, email } = person();
    await signup(email);
    const id = await owns(email);
    const { pool } = bench.database;
    await pool.query(
      `INSERT INTO access_tokens (account_id, name, scope, token_hash) VALUES ($1, 'x', 'control', 'h')`,
      [id],
    );
    await pool.query(
      `INSERT INTO totp_secrets (account_id, secret, confirmed_at) VALUES ($1, 'JBSWY3DPEHPK3PXP', now())`,
      [id],
    );
    await pool.query(
      `INSERT INTO identities (account_id, provider, issuer, subject) VALUES ($1, 'oidc', 'https://other', 'evil')`,
      [id],
    );
    expect((await bench.browser().login({ login })).body).toMatchObject({ email });
    for (const table of ['access_tokens', 'totp_secrets', 'passkeys']) {
      expect((await pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [id])).rowCount, table).toBe(0);
    }
    const { rows } = await pool.query('SELECT subject FROM identities WHERE account_id = $1', [id]);
    expect(rows.map(({ subject }) => subject)).not.toContain('evil');
  });
});

describe('where no mail is sent nobody proved an address', () => {
  let open: TestIdentities;
  beforeAll(async () => {
    open = await startTestIdentities(provider.env);
    await open.member('operator@example.com');
  });
  afterAll(() => open.stop());

  test('so anyone who signed up first keeps the account, and its rightful owner is notified', async () => {
    const { login, email } = person();
    await open.member(email);
    const response = await open.browser().login({ login });
    expect([response.status, response.body.code]).toEqual([403, 'not_linked']);
    expect((await open.call('POST', '/api/auth/login', { body: { email, password: goodPassword } })).status).toBe(200);
  });

  test('also that of an administrator is not matched: they link the login in their profile', async () => {
    const { login, email } = person({ email: 'operator@example.com' });
    expect((await open.browser().login({ login })).body.code).toBe('not_linked');
    const { body } = await open.call('POST', '/api/auth/login', { body: { email, password: goodPassword } });
    await open.browser(body.access_token).link({ login });
    expect((await open.browser().login({ login })).body).toMatchObject({ email, member: 'admin' });
  });

  test('an account whose owner came through the service cannot take the address of somebody who has not come yet', async () => {
    const [attacker, victim] = [person(), person()];
    const own = (await open.browser().login(attacker)).body.access_token;
    const change = await open.call('POST', '/api/profile/email', { token: own, body: { email: victim.email } });
    expect([change.status, change.body.code]).toEqual([409, 'not_configured']);
    expect(change.body.error).toContain('sends no mail');
    const first = (await open.browser().login(victim)).body.access_token;
    expect([await open.whoseToken(own), await open.whoseToken(first)]).toEqual([attacker.email, victim.email]);
  });

  test('nor does one that took it before the service was set up catch its first login', async () => {
    const [attacker, victim] = [person(), person()];
    await open.browser().login(attacker);
    // What a change of address without a proof leaves, such as of a time without the service.
    await open.database.pool.query('UPDATE accounts SET email = $2, email_proved_at = NULL WHERE email = $1', [
      attacker.email,
      victim.email,
    ]);
    const response = await open.browser().login(victim);
    expect([response.status, response.body.code]).toEqual([403, 'not_linked']);
    expect(response.body.error).toContain('ask the administrator');
  });
});
