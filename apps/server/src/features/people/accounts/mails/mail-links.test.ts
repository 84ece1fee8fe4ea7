import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../../../../../test/accounts.ts';
import { silentLogger } from '../../../../../test/log.ts';
import { linkToken, startTestSmtp, type TestSmtp } from '../../../../../test/stand-ins/smtp.ts';
import { createMailer } from '../../../../platform/mail/index.ts';

const hourMs = 60 * 60_000;
const newPassword = 'another-house-8';
const strangersPassword = 'strange-house-9';

let smtp: TestSmtp;
let server: TestAccounts;

const post = (path: string, body: object, ip?: string) =>
  server.call('POST', `/api/auth/${path}`, { body, ...(ip !== undefined && { ip }) });
const login = (email: string, password = goodPassword) => post('login', { email, password });
const confirmToken = async (email: string, count = 1) =>
  linkToken(await smtp.mailTo(email, count), '/auth/confirmEmail');
const resetToken = async (email: string, count = 1) =>
  linkToken(await smtp.mailTo(email, count), '/auth/reset-password');

let serial = 0;
/** Somebody who signed up and did not confirm. */
async function newcomer(password = goodPassword): Promise<string> {
  serial += 1;
  const email = `newcomer${serial}@example.com`;
  const { status, body } = await post('signup', { email, password });
  expect([status, body.confirmation]).toEqual([201, 'sent']);
  return email;
}
async function confirmed(): Promise<string> {
  serial += 1;
  const email = `owner${serial}@example.com`;
  await server.member(email);
  return email;
}

beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestAccounts({ SMTP_URL: smtp.url, MAIL_FROM: 'Cyno <cyno@example.com>' });
  await server.member('admin@example.com');
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});

describe('confirming an address', () => {
  test('is needed before the first login, which reports it after the right password only', async () => {
    const email = await newcomer();
    expect((await login(email, 'wrong-house-1')).body.code).toBe('wrong_credentials');
    const early = await login(email);
    expect([early.status, early.body.code]).toEqual([403, 'email_not_confirmed']);
    expect(early.body).not.toHaveProperty('access_token');
    expect(await server.accounts.findAccountByEmail(email)).toBeUndefined();

    const mail = await smtp.mailTo(email);
    expect(mail).toMatch(/^From: Cyno <cyno@example.com>\r$/m);
    expect((await post('confirm', { token: linkToken(mail, '/auth/confirmEmail') })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    expect(await server.accounts.findAccountByEmail(email.toUpperCase())).toMatchObject({ email });
  });

  test('works once', async () => {
    const email = await newcomer();
    const token = await confirmToken(email);
    const responses = await Promise.all([1, 2, 3].map(() => post('confirm', { token })));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400, 400]);
    expect((await post('confirm', { token })).body.code).toBe('link_expired');
  });

  test('works for 24 hours', async () => {
    const [early, late] = [await newcomer(), await newcomer()];
    server.clock.at += 24 * hourMs - 1;
    expect((await post('confirm', { token: await confirmToken(early) })).status).toBe(200);
    server.clock.at += 1;
    expect((await post('confirm', { token: await confirmToken(late) })).body.code).toBe('link_expired');
  });

  test('somebody else who signs up with the same address changes neither link nor password of the first', async () => {
    const email = await newcomer();
    const own = await confirmToken(email);
    await post('signup', { email, password: strangersPassword });
    const ofStranger = await confirmToken(email, 2);
    expect((await post('confirm', { token: own })).status).toBe(200);
    expect((await login(email)).status).toBe(200);
    expect((await post('confirm', { token: ofStranger })).body.code).toBe('link_expired');
    expect((await login(email, strangersPassword)).status).toBe(401);
  });

  test('somebody who signs up after a stranger gets their own password with their own link', async () => {
    const email = await newcomer(strangersPassword);
    await post('signup', { email, password: goodPassword });
    expect((await post('confirm', { token: await confirmToken(email, 2) })).status).toBe(200);
    expect((await login(email, strangersPassword)).status).toBe(401);
    expect((await login(email)).status).toBe(200);
  });

  test('of the links of two signups that are opened at once one works', async () => {
    const email = await newcomer();
    const own = await confirmToken(email);
    await post('signup', { email, password: strangersPassword });
    const tokens = [own, await confirmToken(email, 2)];
    const responses = await Promise.all(tokens.map((token) => post('confirm', { token })));
    expect(responses.map((response) => response.status).sort()).toEqual([200, 400]);
    const password = responses[0]?.status === 200 ? goodPassword : strangersPassword;
    expect((await login(email, password)).status).toBe(200);
  });

  test('anyone who retries after several signups chooses a password', async () => {
    const email = await newcomer();
    await post('signup', { email, password: strangersPassword });
    const ofStranger = await confirmToken(email, 2);
    await post('resend-confirmation', { email });
    expect((await post('reset', { token: await resetToken(email, 3), password: newPassword })).status).toBe(200);
    expect((await post('confirm', { token: ofStranger })).body.code).toBe('link_expired');
    expect((await login(email, newPassword)).status).toBe(200);
  });

  describe('after an administrator confirmed it by hand', () => {
    const confirmByHand = (email: string) =>
      server.database.pool.query('update accounts set confirmed_at = now() where email = $1', [email]);
    const provedAt = async (email: string) =>
      (await server.database.pool.query('select email_proved_at from accounts where email = $1', [email])).rows[0]
        .email_proved_at;

    test('proves it, and leaves the password and a link to reset it', async () => {
      const email = await newcomer();
      const token = await confirmToken(email);
      await confirmByHand(email);
      await post('reset-request', { email });
      const reset = await resetToken(email, 2);
      expect(await provedAt(email)).toBeNull();
      expect((await post('confirm', { token })).status).toBe(200);
      expect(await provedAt(email)).toEqual(new Date(server.clock.at));
      expect((await login(email)).status).toBe(200);
      expect((await post('reset', { token: reset, password: newPassword })).status).toBe(200);
      expect((await login(email, newPassword)).status).toBe(200);
    });

    test('sets the password of the link where there is none, and no other one after that', async () => {
      const email = await newcomer(strangersPassword);
      const ofStranger = await confirmToken(email);
      await post('signup', { email, password: goodPassword });
      const own = await confirmToken(email, 2);
      await confirmByHand(email);
      expect((await login(email)).status).toBe(401);
      expect((await post('confirm', { token: own })).status).toBe(200);
      expect((await login(email)).status).toBe(200);
      await post('confirm', { token: ofStranger });
      expect((await login(email, strangersPassword)).status).toBe(401);
      expect((await login(email)).status).toBe(200);
    });
  });

  test('can be requested again, with one response for all', async () => {
    const email = await newcomer();
    const waiting = await post('resend-confirmation', { email });
    const unknown = await post('resend-confirmation', { email: 'nobody@example.com' });
    const done = await post('resend-confirmation', { email: await confirmed() });
    expect([unknown.text, done.text]).toEqual([waiting.text, waiting.text]);
    expect((await post('confirm', { token: await confirmToken(email, 2) })).status).toBe(200);
    expect(smtp.mails.some((mail) => mail.to.includes('nobody@example.com'))).toBe(false);
  });

  test.each(['garbage', 'A'.repeat(43)])('%s is no link', async (token) => {
    expect((await post('confirm', { token })).body.code).toBe('link_expired');
  });

  test('a link to reset a password does not confirm, and the other way round', async () => {
    const email = await newcomer();
    const confirm = await confirmToken(email);
    await post('reset-request', { email });
    const reset = await resetToken(email, 2);
    expect((await post('confirm', { token: reset })).status).toBe(400);
    expect((await post('reset', { token: confirm, password: newPassword })).status).toBe(400);
  });
});

test('an owner is notified when somebody signs up with their address', async () => {
  const email = await confirmed();
  const response = await post('signup', { email, password: newPassword });
  expect([response.status, response.body.confirmation]).toEqual([201, 'sent']);
  expect(await smtp.mailTo(email)).toContain('Subject: You already have an account');
  expect((await login(email, newPassword)).status).toBe(401);
});

describe('choosing a new password', () => {
  test('ends every session and is notified by mail', async () => {
    const email = await confirmed();
    const token = (await login(email)).body.access_token;
    await post('reset-request', { email });
    const link = await resetToken(email);
    expect((await post('reset', { token: link, password: newPassword })).status).toBe(200);
    expect((await server.call('GET', '/api/auth/session', { token })).status).toBe(401);
    expect((await login(email)).status).toBe(401);
    expect((await login(email, newPassword)).status).toBe(200);
    expect(await smtp.mailTo(email, 2)).toContain('Subject: Your password was changed');
    expect((await post('reset', { token: link, password: goodPassword })).body.code).toBe('link_expired');
  });

  test('works with a link that somebody else had replaced, and ends all of them', async () => {
    const email = await confirmed();
    await post('reset-request', { email });
    const own = await resetToken(email);
    await post('reset-request', { email });
    const later = await resetToken(email, 2);
    expect((await post('reset', { token: own, password: newPassword })).status).toBe(200);
    expect((await post('reset', { token: later, password: goodPassword })).body.code).toBe('link_expired');
  });

  describe('takes away what anyone who was in the account may have made', () => {
    async function intruded() {
      const email = await confirmed();
      const session = (await login(email)).body.access_token;
      const wanted = { name: 'intruder', scope: 'control', expiresInDays: null };
      const { token } = (await server.call('POST', '/api/access-tokens', { token: session, body: wanted })).body;
      const { pool } = server.database;
      const { rows } = await pool.query('SELECT id FROM accounts WHERE email = $1', [email]);
      const id = rows[0].id;
      await pool.query(
        `INSERT INTO passkeys (account_id, name, credential_id, public_key, counter, transports, backed_up)
         VALUES ($1, 'key', $2, 'key', 0, '{}', false)`,
        [id, `credential-${id}`],
      );
      await pool.query(
        `INSERT INTO identities (account_id, provider, issuer, subject) VALUES ($1, 'oidc', 'https://id.example.com', $2)`,
        [id, `subject-${id}`],
      );
      await pool.query(
        `INSERT INTO contact_points (account_id, kind, name, target, created_at)
         SELECT $1, kind, kind, '{}', 0 FROM unnest(array['telegram', 'line', 'push', 'ntfy']) AS kind`,
        [id],
      );
      await pool.query(
        `INSERT INTO chat_join_codes (code_hash, account_id, service, expires_at) VALUES ($2, $1, 'line', $3)`,
        [id, `code-${id}`, server.clock.at + hourMs],
      );
      await pool.query(`INSERT INTO totp_secrets (account_id, secret, confirmed_at) VALUES ($1, 'JBSWY3DP', now())`, [
        id,
      ]);
      const thing = await pool.query(
        `INSERT INTO devices (account_id, espid, name, "order", family) VALUES ($1, $2, 'Tank', 0, 'esp32') RETURNING id`,
        [id, `tank-${id}`],
      );
      await pool.query(
        `INSERT INTO shares (kind, device_id, email, role, created_at)
         VALUES ('transfer', $1, 'intruder@example.com', null, 0), ('share', $1, 'friend@example.com', 'viewer', 0)`,
        [thing.rows[0].id],
      );
      await post('reset-request', { email });
      const link = await resetToken(email);
      const left = async () => {
        const of = (table: string) => pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [id]);
        const withToken = (await server.call('GET', '/api/auth/session', { token })).status;
        return {
          withToken,
          passkeys: (await of('passkeys')).rowCount,
          identities: (await of('identities')).rowCount,
          contacts: (await of('contact_points')).rowCount,
          joinCodes: (await of('chat_join_codes')).rowCount,
          totp: (await of('totp_secrets')).rowCount,
          offers: (await pool.query('SELECT kind FROM shares WHERE device_id = $1', [thing.rows[0].id])).rows.map(
            ({ kind }) => kind,
          ),
        };
      };
      return { email, link, left };
    }
    const reset = (token: string, keep?: object) =>
      post('reset', { token, password: newPassword, ...(keep && { keep }) });

    const all = {
      withToken: 200,
      passkeys: 1,
      identities: 1,
      contacts: 4,
      joinCodes: 1,
      totp: 1,
      offers: ['transfer', 'share'],
    };
    const least = { withToken: 401, passkeys: 0, identities: 0, contacts: 1, joinCodes: 0, totp: 1, offers: ['share'] };

    test('tokens, passkeys, linked logins and what controls devices, but not the two-factor step', async () => {
      const { email, link, left } = await intruded();
      expect((await post('reset-link', { token: link })).body).toEqual({
        email,
        accessTokens: 1,
        passkeys: 1,
        identities: 1,
        contacts: 3,
      });
      expect(await left()).toEqual(all);
      expect((await reset(link)).status).toBe(200);
      expect(await left()).toEqual(least);
      expect((await login(email, newPassword)).body.code).toBe('second_step_required');
    });

    test.each([
      ['accessTokens', { ...least, withToken: 200 }],
      ['passkeys', { ...least, passkeys: 1 }],
      ['identities', { ...least, identities: 1 }],
      ['contacts', { ...least, contacts: 4 }],
    ])('but for the %s that the owner keeps', async (stored, expected) => {
      const { link, left } = await intruded();
      expect((await reset(link, { [stored]: true })).status).toBe(200);
      expect(await left()).toEqual(expected);
    });

    test('a link that is used or made up reveals nothing', async () => {
      const { link } = await intruded();
      await reset(link);
      for (const token of [link, 'A'.repeat(43)]) {
        const response = await post('reset-link', { token });
        expect([response.status, response.body.code]).toEqual([400, 'link_expired']);
      }
    });
  });

  test('happens whole or not at all', async () => {
    const email = await confirmed();
    const token = (await login(email)).body.access_token;
    await post('reset-request', { email });
    const link = await resetToken(email);
    const reset = async () => (await post('reset', { token: link, password: newPassword })).status;
    const { pool } = server.database;
    await pool.query(
      `create function refuse() returns trigger language plpgsql as 'begin raise exception ''full''; end'`,
    );
    await pool.query('create trigger refuse before delete on sessions execute function refuse()');
    expect(await reset()).toBe(500);
    await pool.query('drop function refuse cascade');
    expect((await login(email)).status).toBe(200);
    expect((await server.call('GET', '/api/auth/session', { token })).status).toBe(200);
    expect(await reset()).toBe(200);
    expect((await server.call('GET', '/api/auth/session', { token })).status).toBe(401);
  });

  test('returns the same for an address without an account', async () => {
    const known = await post('reset-request', { email: await confirmed() });
    const unknown = await post('reset-request', { email: 'nobody@example.com' });
    expect([unknown.status, unknown.text]).toEqual([200, known.text]);
  });

  test('a weak one leaves the link usable', async () => {
    const email = await confirmed();
    await post('reset-request', { email });
    const token = await resetToken(email);
    expect((await post('reset', { token, password: 'password' })).body.code).toBe('weak_password');
    expect((await post('reset', { token, password: email })).body.code).toBe('weak_password');
    expect((await post('reset', { token, password: newPassword })).status).toBe(200);
  });

  test('works for one hour', async () => {
    const email = await confirmed();
    await post('reset-request', { email });
    const token = await resetToken(email);
    server.clock.at += hourMs;
    expect((await post('reset', { token, password: newPassword })).body.code).toBe('link_expired');
  });

  test('proves the address, and lets in an owner whose password was guessed at', async () => {
    const email = await newcomer();
    for (let n = 0; n < 10; n += 1) await login(email, 'wrong-house-1');
    expect((await login(email)).status).toBe(429);
    await post('reset-request', { email });
    expect((await post('reset', { token: await resetToken(email, 2), password: newPassword })).status).toBe(200);
    expect((await login(email, newPassword)).status).toBe(200);
  });

  test('an address gets at most five mails in a quarter of an hour', async () => {
    const email = 'bothered@example.com';
    for (let n = 0; n < 5; n += 1) expect((await post('reset-request', { email }, `10.1.0.${n}`)).status).toBe(200);
    const refused = await post('reset-request', { email }, '10.1.0.9');
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  });
});

describe('without a mail server that responds', () => {
  let down: TestAccounts;
  beforeAll(async () => {
    down = await startTestAccounts({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await down.member('admin@example.com');
  });
  afterAll(() => down.stop());

  test.each([
    ['signup', { email: 'new@example.com', password: goodPassword }],
    ['resend-confirmation', { email: 'admin@example.com' }],
    ['resend-confirmation', { email: 'nobody@example.com' }],
    ['reset-request', { email: 'admin@example.com' }],
    ['reset-request', { email: 'nobody@example.com' }],
  ])('%s does not claim that a mail was sent', async (path, body) => {
    const response = await down.call('POST', `/api/auth/${path}`, { body });
    expect([response.status, response.body.code]).toEqual([503, 'unavailable']);
    expect(response.text).not.toContain('ECONNREFUSED');
  });
});

test('stopping closes the connections to the mail server', async () => {
  const ownSmtp = await startTestSmtp();
  const own = await startTestAccounts({ SMTP_URL: ownSmtp.url });
  const setupCode = await own.accounts.setupCode();
  const body = { email: 'admin@example.com', password: goodPassword, setupCode };
  expect((await own.call('POST', '/api/auth/signup', { body })).status).toBe(201);
  expect(ownSmtp.connections()).toBe(1);
  await own.stop();
  // By itself an idle connection is closed after ten seconds; who comes now is served after the server saw that it is closed.
  const late = createMailer({ smtp: { url: ownSmtp.url, from: 'late@example.com' }, outbox: '', log: silentLogger });
  await late.send({ to: 'late@example.com', subject: 'Late', text: 'Late' });
  expect(ownSmtp.connections()).toBe(1);
  late.close();
  await ownSmtp.stop();
});

describe('without SMTP_URL', () => {
  let plain: TestAccounts;
  beforeAll(async () => {
    plain = await startTestAccounts();
    await plain.member('admin@example.com');
  });
  afterAll(() => plain.stop());

  test('nobody is given a link to choose a password but by an administrator', async () => {
    const request = (email: string) => plain.call('POST', '/api/auth/reset-request', { body: { email } });
    const [known, unknown] = [await request('admin@example.com'), await request('nobody@example.com')];
    expect(known.body.message).toContain('sends no mail');
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    await plain.accounts.stop();
    expect(await plain.outboxMails()).toEqual([]);
    const { rows } = await plain.database.pool.query('SELECT FROM mail_links');
    expect(rows).toEqual([]);
  });

  test('there is nothing to confirm', async () => {
    const response = await plain.call('POST', '/api/auth/resend-confirmation', {
      body: { email: 'admin@example.com' },
    });
    expect([response.status, response.body.code]).toEqual([400, 'not_configured']);
  });
});
