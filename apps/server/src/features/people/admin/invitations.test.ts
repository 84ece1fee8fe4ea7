import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';
import { startTestSmtp, type TestSmtp } from '../../../../test/stand-ins/smtp.ts';

const password = 'green-house-7';
let smtp: TestSmtp;
let server: TestServer;
let ann: TestUser;
let serial = 0;

beforeAll(async () => {
  smtp = await startTestSmtp();
  server = await startTestServer({ SIGNUP: 'invite', SMTP_URL: smtp.url });
  // Nobody can log in before the address is confirmed, which the link of the set-up cannot do here.
  const setupCode = new URL(server.setupUrl ?? '').searchParams.get('setup');
  await server.api('POST', '/api/auth/signup', { email: 'ann@example.com', password, setupCode });
  await server.database.pool.query('UPDATE accounts SET confirmed_at = now()');
  const login = await server.api('POST', '/api/auth/login', { email: 'ann@example.com', password });
  const token = login.body.access_token;
  const api: TestUser['api'] = (method, path, body) => server.api(method, path, body, token);
  ann = { email: 'ann@example.com', token, api, connectionKey: async () => '' };
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
beforeEach(() => server.database.pool.query('DELETE FROM throttle_counts'));

const newAddress = () => {
  serial += 1;
  return `guest${serial}@example.com`;
};
const codeOf = (link: string) => new URL(link).searchParams.get('invite') ?? '';
const invite = async (body: object = {}) => (await ann.api('POST', '/api/admin/invitations', body)).body;
const signup = (email: string, invitationCode?: string) =>
  server.api('POST', '/api/auth/signup', { email, password, ...(invitationCode !== undefined && { invitationCode }) });
const list = async () => (await ann.api('GET', '/api/admin/invitations')).body;
const accountOf = async (email: string) =>
  (await server.database.pool.query('SELECT id FROM accounts WHERE email = $1', [email])).rows.length;

describe('an invitation', () => {
  test('is a link that is shown once and lets one person sign up', async () => {
    const { invitation, link, mailed } = await invite();
    expect(link.startsWith(`${server.http}/auth/login?mode=signup&invite=`)).toBe(true);
    expect(codeOf(link)).toMatch(/^([2-9A-Z]{4}-){4}[2-9A-Z]{4}$/);
    expect(mailed).toBe(false);
    expect(invitation).toMatchObject({ email: null, state: 'open', createdBy: ann.email, usedAt: null });
    expect(Math.round((invitation.expiresAt - invitation.createdAt) / 86_400_000)).toBe(7);
    const stored = await server.database.pool.query('SELECT * FROM invitations');
    expect(JSON.stringify([await list(), stored.rows])).not.toContain(codeOf(link));

    const email = newAddress();
    expect((await signup(email, codeOf(link))).status).toBe(201);
    expect((await list())[0]).toMatchObject({ state: 'used', usedBy: email });
    expect(await signup(newAddress(), codeOf(link))).toMatchObject({ status: 403, body: { code: 'wrong_invitation' } });
  });

  test('may be typed in small letters with blanks around', async () => {
    const { link } = await invite();
    expect((await signup(newAddress(), ` ${codeOf(link).toLowerCase()} `)).status).toBe(201);
  });

  test('of two signups at once one gets in', async () => {
    const { link } = await invite();
    const emails = [newAddress(), newAddress(), newAddress(), newAddress()];
    const responses = await Promise.all(emails.map((email) => signup(email, codeOf(link))));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 403, 403, 403]);
    const made = await Promise.all(emails.map(accountOf));
    expect(made.sort()).toEqual([0, 0, 0, 1]);
  });

  test('for an address works for that one only, and is mailed to it', async () => {
    const email = newAddress();
    const { link, mailed } = await invite({ email: ` ${email.toUpperCase()} ` });
    expect(mailed).toBe(true);
    const mail = await smtp.mailTo(email);
    expect(mail.replaceAll('&amp;', '&')).toContain(link);
    const other = await signup(newAddress(), codeOf(link));
    const unknown = await signup(newAddress(), 'AAAA-BBBB-CCCC-DDDD-EEEE');
    expect(other).toMatchObject({ status: 403 });
    expect(other.body).toEqual(unknown.body);
    expect((await signup(email, codeOf(link))).status).toBe(201);
  });

  test('that expired or was revoked is refused as one that never was', async () => {
    const expired = await invite();
    await server.database.pool.query(`UPDATE invitations SET expires_at = now() WHERE id = $1`, [
      expired.invitation.id,
    ]);
    const removed = await invite();
    expect((await ann.api('DELETE', `/api/admin/invitations/${removed.invitation.id}`)).status).toBe(200);
    for (const { link } of [expired, removed]) {
      expect(await signup(newAddress(), codeOf(link))).toMatchObject({
        status: 403,
        body: { code: 'wrong_invitation' },
      });
    }
    expect((await list()).find((one: { id: number }) => one.id === expired.invitation.id).state).toBe('expired');
    expect((await ann.api('DELETE', `/api/admin/invitations/${removed.invitation.id}`)).status).toBe(404);
    expect((await ann.api('DELETE', `/api/admin/invitations/${expired.invitation.id}`)).status).toBe(404);
  });

  test('is not used up by a weak password', async () => {
    const { link } = await invite();
    const body = { email: newAddress(), password: 'password1', invitationCode: codeOf(link) };
    expect((await server.api('POST', '/api/auth/signup', body)).body.code).toBe('weak_password');
    expect((await signup(newAddress(), codeOf(link))).status).toBe(201);
  });

  test('does not reveal who has an account: a taken address gets the response of a new one, also the second time', async () => {
    const responses = [];
    for (const email of [ann.email, newAddress()]) {
      const { link } = await invite();
      const first = await signup(email, codeOf(link));
      const again = await signup(email, codeOf(link));
      const other = await signup(newAddress(), codeOf(link));
      responses.push([first, again, other].map(({ status, body }) => ({ status, body })));
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(responses[0]?.map((response) => response.status)).toEqual([201, 201, 403]);
  });
});

test.each([undefined, '', 'x', 'AAAA-BBBB-CCCC-DDDD-EEEE'])('nobody signs up with %j', async (code) => {
  const email = newAddress();
  expect(await signup(email, code)).toMatchObject({ status: 403, body: { code: 'wrong_invitation' } });
  expect(await accountOf(email)).toBe(0);
});

test('making one and taking it back stand in the audit log', async () => {
  const email = newAddress();
  const { invitation } = await invite({ email, expiresInDays: 30 });
  await ann.api('DELETE', `/api/admin/invitations/${invitation.id}`);
  const { entries } = (await ann.api('GET', `/api/admin/audit?target=${email}`)).body;
  expect(entries).toMatchObject([
    { action: 'invitation.removed', actor: ann.email, target: email },
    { action: 'invitation.created', actor: ann.email, target: email, details: { days: 30 } },
  ]);
});

test.each([{ email: 'x' }, { expiresInDays: 0 }, { expiresInDays: 91 }, { expiresInDays: 1.5 }])(
  '%j is refused',
  async (body) => {
    expect((await ann.api('POST', '/api/admin/invitations', body)).status).toBe(400);
  },
);

// The last one: from here on this address is refused.
test('codes cannot be guessed: a hundred wrong ones from an address in a quarter of an hour', async () => {
  const { link } = await invite();
  await signup(newAddress(), 'x');
  await server.database.pool.query(`UPDATE throttle_counts SET points = 99 WHERE key LIKE 'guess_from:%'`);
  expect((await signup(newAddress(), 'x')).status).toBe(403);
  expect(await signup(newAddress(), codeOf(link))).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
});
