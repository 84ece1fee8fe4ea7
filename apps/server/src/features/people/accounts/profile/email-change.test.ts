import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { linkToken, startTestSmtp, type TestSmtp } from '../../../../../test/stand-ins/smtp.ts';
import { Post } from '../mails/post.ts';

const page = '/auth/confirmEmail';

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

const signup = (email: string) => server.call('POST', '/api/auth/signup', { body: { email, password: goodPassword } });
const login = (email: string) => server.call('POST', '/api/auth/login', { body: { email, password: goodPassword } });
const confirm = (token: string) => server.call('POST', '/api/auth/confirm', { body: { token } });
const change = (token: string, email: string) => server.call('POST', '/api/profile/email', { token, body: { email } });
const profile = async (token: string) => (await server.call('GET', '/api/profile', { token })).body;
const newAddressToken = async (email: string) =>
  linkToken((await smtp.mailAbout(email, 'Confirm your new e-mail address')).text, page);

let serial = 0;
async function person() {
  serial += 1;
  const email = `old${serial}@example.com`;
  return { email, next: `new${serial}@example.com`, token: await server.member(email) };
}

describe('another address', () => {
  test('counts when the new one is confirmed, and the old one hears of both', async () => {
    const { email, next, token } = await person();
    expect((await change(token, next)).body.confirmation).toBe('sent');
    expect(await profile(token)).toMatchObject({ email, newEmail: next });
    expect((await smtp.mailAbout(email, 'Your e-mail address is about to change')).text).toContain(next);
    expect((await login(next)).status).toBe(401);

    const response = await confirm(await newAddressToken(next));
    expect([response.status, response.body.what]).toEqual([200, 'email']);
    expect(await profile(token)).toMatchObject({ email: next, newEmail: null });
    expect((await login(email)).status).toBe(401);
    expect((await login(next)).status).toBe(200);
    expect((await smtp.mailAbout(email, 'Your e-mail address was changed')).text).toContain(next);
    expect((await server.accounts.authenticate(token))?.email).toBe(next);
  });

  test('is none of which it is known that mail does not arrive there', async () => {
    const { next, token } = await person();
    const id = (await server.accounts.authenticate(token))?.id;
    await server.database.pool.query(
      `INSERT INTO contact_failures (account_id, contact, since, reason)
       SELECT $1, contact, 0, 'The mail server refused it (550).' FROM unnest(ARRAY['email', 'contact-1']) AS contact`,
      [id],
    );
    await change(token, next);
    await confirm(await newAddressToken(next));
    const { rows } = await server.database.pool.query('SELECT contact FROM contact_failures WHERE account_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ contact: 'contact-1' }]);
  });

  test('gets no link when the session ends while the request is handled', async () => {
    const { email, next, token } = await person();
    const check = vi.spyOn(Post.prototype, 'check').mockImplementationOnce(async () => {
      const id = (await server.accounts.authenticate(token))?.id ?? 0;
      await server.accounts.sessions.endOthers(id, 0);
    });
    onTestFinished(() => check.mockRestore());
    expect((await change(token, next)).status).toBe(401);
    const { access_token: own } = (await login(email)).body;
    expect(await profile(own)).toMatchObject({ email, newEmail: null });
  });

  test('is forgotten on request, and the link with it', async () => {
    const { email, next, token } = await person();
    await change(token, next);
    const link = await newAddressToken(next);
    expect((await server.call('DELETE', '/api/profile/email', { token })).status).toBe(200);
    expect(await profile(token)).toMatchObject({ email, newEmail: null });
    expect((await confirm(link)).body.code).toBe('link_expired');
  });

  test('replaces one that waited', async () => {
    const { next, token } = await person();
    await change(token, next);
    const first = await newAddressToken(next);
    await change(token, `second-${next}`);
    expect((await confirm(first)).body.code).toBe('link_expired');
    expect((await confirm(await newAddressToken(`second-${next}`))).status).toBe(200);
  });

  test('a new password, which a thief does not have, stops it', async () => {
    const { email, next, token } = await person();
    await change(token, next);
    await server.call('POST', '/api/auth/reset-request', { body: { email } });
    const reset = linkToken((await smtp.mailAbout(email, 'Choose a new password')).text, '/auth/reset-password');
    await server.call('POST', '/api/auth/reset', { body: { token: reset, password: 'another-house-8' } });
    expect((await confirm(await newAddressToken(next))).body.code).toBe('link_expired');
  });

  test('ends a link to choose a password that went to the old one', async () => {
    const { email, next, token } = await person();
    await server.call('POST', '/api/auth/reset-request', { body: { email } });
    const reset = linkToken((await smtp.mailAbout(email, 'Choose a new password')).text, '/auth/reset-password');
    await change(token, next);
    await confirm(await newAddressToken(next));
    const body = { token: reset, password: 'another-house-8' };
    expect((await server.call('POST', '/api/auth/reset', { body })).body.code).toBe('link_expired');
  });

  test('that has an account gets the response of any other, and its owner is notified', async () => {
    const [ann, bob, cat] = [await person(), await person(), await person()];
    const taken = await change(ann.token, bob.email);
    const free = await change(cat.token, cat.next);
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect((await profile(ann.token)).newEmail).toBe(bob.email);
    const mail = await smtp.mailAbout(bob.email, 'Your address belongs to your account');
    expect(mail.text).not.toContain('token=');
    expect(mail.text).not.toContain(ann.email);
  });

  test('with a signup that nobody confirmed goes to who confirms it', async () => {
    const { next, token } = await person();
    await signup(next);
    await change(token, next);
    expect((await confirm(await newAddressToken(next))).status).toBe(200);
    expect((await profile(token)).email).toBe(next);
  });

  test('of two accounts that want one address the first to confirm gets it', async () => {
    const [ann, bob] = [await person(), await person()];
    const wanted = `wanted${serial}@example.com`;
    await change(ann.token, wanted);
    const ofAnn = await newAddressToken(wanted);
    await change(bob.token, wanted);
    await smtp.mailTo(wanted, 2);
    const ofBob = linkToken(await smtp.mailTo(wanted, 2), page);
    const responses = await Promise.all([confirm(ofAnn), confirm(ofBob)]);
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
  });

  test.each([['the own one'], ['none'], ['two']])('is not %s', async (what) => {
    const { email, token } = await person();
    const wanted = { 'the own one': email.toUpperCase(), none: 'x', two: 'a@example.com,b@example.com' }[what] ?? '';
    expect((await change(token, wanted)).status).toBe(400);
  });
});

describe('boards whose sketch has the old address', () => {
  async function moved() {
    const { email, next, token } = await person();
    const id = (await server.accounts.authenticate(token))?.id;
    await change(token, next);
    await confirm(await newAddressToken(next));
    return { email, id };
  }

  test('continue signing in with it', async () => {
    const { email, id } = await moved();
    expect(await server.accounts.findAccountByEmail(email)).toMatchObject({ id });
  });

  test('until somebody else proves that it is theirs', async () => {
    const { email, id } = await moved();
    await signup(email);
    const waiting = await server.accounts.findAccountByEmail(email);
    expect(waiting?.id).toBe(id);
    await confirm(linkToken((await smtp.mailAbout(email, 'Confirm your e-mail address')).text, page));
    await signup(email);
    const owner = (await server.call('POST', '/api/auth/login', { body: { email, password: goodPassword } })).status;
    expect(owner).toBe(200);
    expect((await server.accounts.findAccountByEmail(email))?.id).not.toBe(id);
  });

  test('but nobody else signs in with it', async () => {
    const { email } = await moved();
    expect((await login(email)).status).toBe(401);
  });
});

describe('without a mail server', () => {
  test('an address changes at once, unless it is taken', async () => {
    const plain = await startTestAccounts();
    const token = await plain.member('ann@example.com');
    await plain.member('bob@example.com');
    const request = (email: string) => plain.call('POST', '/api/profile/email', { token, body: { email } });
    expect((await request('bob@example.com')).body.code).toBe('conflict');
    expect((await request('anna@example.com')).body.confirmation).toBe('not_required');
    expect((await plain.call('GET', '/api/profile', { token })).body.email).toBe('anna@example.com');
    expect(await plain.accounts.findAccountByEmail('ann@example.com')).toMatchObject({ email: 'anna@example.com' });
    const { rows } = await plain.database.pool.query(
      `select email_proved_at from accounts where email = 'anna@example.com'`,
    );
    expect(rows).toEqual([{ email_proved_at: null }]);
    await plain.stop();
  });

  test('the account of somebody who did not confirm in time keeps its address', async () => {
    const plain = await startTestAccounts();
    const token = await plain.member('ann@example.com');
    await plain.member('bob@example.com');
    await plain.database.pool.query(`update accounts set confirmed_at = null where email = 'bob@example.com'`);
    const response = await plain.call('POST', '/api/profile/email', { token, body: { email: 'bob@example.com' } });
    expect(response.body.code).toBe('conflict');
    const body = { email: 'bob@example.com', password: goodPassword };
    expect((await plain.call('POST', '/api/auth/login', { body })).status).toBe(200);
    await plain.stop();
  });

  test('boards continue with the address that their account gave up, which nobody gets by typing it', async () => {
    const plain = await startTestAccounts();
    const admin = await plain.member('admin@example.com');
    const [ann, cat] = [await plain.member('ann@example.com'), await plain.member('cat@example.com')];
    const request = (token: string, email: string) =>
      plain.call('POST', '/api/profile/email', { token, body: { email } });
    await request(ann, 'ann2@example.com');
    const signupAs = (email: string) =>
      plain.call('POST', '/api/auth/signup', { body: { email, password: goodPassword } });
    const [taken, free] = [await signupAs('ann@example.com'), await signupAs('free@example.com')];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    await request(cat, 'ann@example.com');
    expect((await request(admin, 'ann@example.com')).body.code).toBe('conflict');
    expect(await plain.accounts.findAccountByEmail('ann@example.com')).toMatchObject({ email: 'ann2@example.com' });
    await request(ann, 'ann@example.com');
    expect((await plain.call('GET', '/api/profile', { token: ann })).body.email).toBe('ann@example.com');
    await plain.stop();
  });

  test('the response shows nobody but an administrator who has an account', async () => {
    const plain = await startTestAccounts();
    await plain.member('admin@example.com');
    const [ann, cat] = [await plain.member('ann@example.com'), await plain.member('cat@example.com')];
    const request = (token: string, email: string) =>
      plain.call('POST', '/api/profile/email', { token, body: { email } });
    const [taken, free] = [await request(ann, 'admin@example.com'), await request(cat, 'free@example.com')];
    expect([taken.status, taken.text]).toEqual([free.status, free.text]);
    expect((await plain.call('GET', '/api/profile', { token: ann })).body.email).toBe('ann@example.com');
    expect((await plain.call('GET', '/api/profile', { token: cat })).body.email).toBe('free@example.com');
    await plain.stop();
  });

  test('it does not change where people may log in through another service', async () => {
    const env = { OIDC_ISSUER: 'http://127.0.0.1:9/', OIDC_CLIENT_ID: 'cyno', OIDC_CLIENT_SECRET: 'secret' };
    const plain = await startTestAccounts(env);
    await plain.member('admin@example.com');
    const token = await plain.member('ann@example.com');
    for (const email of ['admin@example.com', 'free@example.com']) {
      const response = await plain.call('POST', '/api/profile/email', { token, body: { email } });
      expect([response.status, response.body.code]).toEqual([409, 'not_configured']);
    }
    expect((await plain.call('GET', '/api/profile', { token })).body.email).toBe('ann@example.com');
    await plain.stop();
  });
});

describe('addresses for alerts', () => {
  const path = '/api/profile/notification-addresses';
  const add = (token: string, email: string, ip?: string) =>
    server.call('POST', path, { token, body: { email }, ...(ip !== undefined && { ip }) });
  const list = async (token: string) => (await server.call('GET', path, { token })).body;
  const alertToken = async (email: string) =>
    linkToken((await smtp.mailAbout(email, 'Do you want to get alerts here?')).text, page);

  test('count when anyone who reads them agreed', async () => {
    const { email, token } = await person();
    const added = await add(token, `team-${email}`);
    expect([added.status, added.body.confirmed]).toEqual([201, false]);
    const response = await confirm(await alertToken(`team-${email}`));
    expect(response.body.what).toBe('notification_address');
    expect(await list(token)).toMatchObject([{ email: `team-${email}`, confirmed: true }]);
    const again = await server.call('POST', `${path}/${added.body.id}/resend`, { token });
    expect(again.body.code).toBe('conflict');
  });

  test('are requested again, by another link', async () => {
    const { email, token } = await person();
    const { id } = (await add(token, `team-${email}`)).body;
    const first = await alertToken(`team-${email}`);
    expect((await server.call('POST', `${path}/${id}/resend`, { token })).status).toBe(200);
    const second = linkToken(await smtp.mailTo(`team-${email}`, 2), page);
    expect((await confirm(first)).body.code).toBe('link_expired');
    expect((await confirm(second)).status).toBe(200);
  });

  test('a removed one cannot be confirmed any more', async () => {
    const { email, token } = await person();
    const { id } = (await add(token, `team-${email}`)).body;
    const link = await alertToken(`team-${email}`);
    expect((await server.call('DELETE', `${path}/${id}`, { token })).status).toBe(200);
    expect((await confirm(link)).body.code).toBe('link_expired');
    expect(await list(token)).toEqual([]);
  });

  test('are ten at most, each once, and not the own one', async () => {
    const { email, token } = await person();
    expect((await add(token, email)).status).toBe(400);
    const first = await Promise.all(Array.from({ length: 12 }, (_, n) => add(token, `a${n}-${email}`, '10.9.0.1')));
    expect(first.filter((response) => response.status === 201)).toHaveLength(10);
    expect(first.filter((response) => response.body.code === 'limit_reached')).toHaveLength(2);
    const { id } = (await list(token))[0];
    await server.call('DELETE', `${path}/${id}`, { token });
    const known = (await list(token))[0].email;
    expect((await add(token, known, '10.9.0.2')).body.code).toBe('conflict');
  });

  test('of somebody else do not exist', async () => {
    const [ann, bob] = [await person(), await person()];
    const { id } = (await add(ann.token, `team-${ann.email}`)).body;
    for (const [method, url] of [
      ['DELETE', `${path}/${id}`],
      ['POST', `${path}/${id}/resend`],
    ] as const) {
      expect((await server.call(method, url, { token: bob.token })).body.code).toBe('not_found');
    }
    expect(await list(ann.token)).toHaveLength(1);
  });

  test('get five mails in a quarter of an hour at most', async () => {
    const { email, token } = await person();
    const { id } = (await add(token, `team-${email}`)).body;
    const resend = () => server.call('POST', `${path}/${id}/resend`, { token });
    const responses = [];
    for (let n = 0; n < 5; n += 1) responses.push((await resend()).status);
    expect(responses).toEqual([200, 200, 200, 200, 429]);
  });
});
