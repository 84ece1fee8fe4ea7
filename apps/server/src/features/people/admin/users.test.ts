import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { auditPage } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let ann: TestUser;
let bob: TestUser;
let bobId: number;

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  ann = await server.signup('ann@example.com');
  bob = await server.signup('bob@example.com');
  bobId = await idOf(bob.email);
});
afterAll(() => server.stop());

async function idOf(email: string): Promise<number> {
  const { rows } = await server.database.pool.query('SELECT id FROM accounts WHERE email = $1', [email]);
  return rows[0].id;
}

const list = async (query = '') => (await ann.api('GET', `/api/admin/users${query}`)).body;
const action = (id: number, what: string, body?: unknown, by = ann) =>
  by.api('POST', `/api/admin/users/${id}/${what}`, body);
const lastEntry = async () => auditPage.parse((await ann.api('GET', '/api/admin/audit?limit=1')).body).entries[0];
const emails = (page: { users: { email: string }[] }) => page.users.map((user) => user.email);

describe('who may', () => {
  const routes: [string, string, unknown?][] = [
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/audit'],
    ['GET', '/api/admin/server/load'],
    ['GET', '/api/admin/invitations'],
    ['POST', '/api/admin/invitations', {}],
    ['DELETE', '/api/admin/invitations/1'],
    ['POST', '/api/admin/users/1/disable', {}],
    ['POST', '/api/admin/users/1/enable'],
    ['POST', '/api/admin/users/1/confirm'],
    ['POST', '/api/admin/users/1/member', { member: 'user' }],
    ['POST', '/api/admin/users/1/end-sessions'],
    ['POST', '/api/admin/users/1/end-sharing', {}],
    ['POST', '/api/admin/users/1/resend-confirmation'],
    ['POST', '/api/admin/users/1/reset-link'],
  ];

  test.each(routes)('%s %s is for administrators in a browser', async (method, path, body) => {
    expect((await server.api(method, path, body)).status).toBe(401);
    expect(await bob.api(method, path, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const made = await ann.api('POST', '/api/access-tokens', { name: 'x', scope: 'control', expiresInDays: 1 });
    const withToken = await server.api(method, path, body, made.body.token);
    expect(withToken).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  });

  test.each(['disable', 'enable', 'confirm', 'member', 'end-sharing', 'reset-link'])(
    '%s requests a proof that is not old',
    async (what) => {
      await server.database.pool.query(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
      const old = await server.api('POST', '/api/auth/login', { email: ann.email, password: 'a-long-Passphrase-7' });
      await server.database.pool.query(`UPDATE sessions SET proved_at = now() - interval '11 minutes'`);
      const body = what === 'member' ? { member: 'admin' } : {};
      const response = await server.api('POST', `/api/admin/users/${bobId}/${what}`, body, old.body.access_token);
      expect(response).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
      await server.database.pool.query('UPDATE sessions SET proved_at = now()');
    },
  );
});

describe('the list', () => {
  test('shows what an administrator needs, and nothing that is secret', async () => {
    const key = await bob.connectionKey();
    const { board } = await server.board({ espid: 'ESP32-1_aa', username: `${bob.email}/${key}` });
    board.publish('data/update', '{"temp":21.5}');
    const page = await list();
    expect(page.total).toBe(2);
    expect(page.next).toBeNull();
    expect(page.users[0]).toEqual({
      id: bobId,
      email: bob.email,
      name: null,
      member: 'user',
      state: 'active',
      plan: 'free',
      planUntil: null,
      devices: 1,
      onlineDevices: 1,
      sessions: 1,
      sharing: { shares: 0, links: 0, passes: 0 },
      createdAt: expect.any(Number),
      lastSeenAt: expect.any(Number),
      twoStep: false,
    });
    const seen = await server.database.pool.query(
      'SELECT max(last_seen_at) AS at FROM sessions WHERE account_id = $1',
      [bobId],
    );
    expect(page.users[0].lastSeenAt).toBe(seen.rows[0].at.getTime());
    const text = JSON.stringify(page);
    for (const secret of [key, bob.token, 'argon2', 'temp', 'ESP32']) expect(text).not.toContain(secret);
  });

  test('has the end of a plan that an administrator gave', async () => {
    const until = Date.now() + 86_400_000;
    await action(bobId, 'plan', { plan: 'maker', until });
    expect((await list('?q=bob')).users).toMatchObject([{ plan: 'maker', planUntil: until }]);
    await action(bobId, 'plan', { plan: 'maker', until: null });
    expect((await list('?q=bob')).users).toMatchObject([{ plan: 'maker', planUntil: null }]);
    await action(bobId, 'plan', { plan: 'free', until: null });
  });

  test('reports who requests a two-factor step', async () => {
    const { pool } = server.database;
    await pool.query(`INSERT INTO totp_secrets (account_id, secret) VALUES ($1, 'A')`, [bobId]);
    expect((await list('?q=bob')).users[0].twoStep).toBe(false);
    await pool.query('UPDATE totp_secrets SET confirmed_at = now()');
    expect((await list('?q=bob')).users[0].twoStep).toBe(true);
    await pool.query('DELETE FROM totp_secrets');
    // A passkey takes the place of the password, which alone still opens the account.
    await pool.query(
      `INSERT INTO passkeys (account_id, name, credential_id, public_key, counter, transports, backed_up)
       VALUES ($1, 'key', 'credential', 'key', 0, '{}', false)`,
      [bobId],
    );
    expect((await list('?q=bob')).users[0].twoStep).toBe(false);
    await pool.query('DELETE FROM passkeys');
  });

  test.each([
    ['?q=BOB', ['bob@example.com']],
    ['?q=example.com&sort=email', ['ann@example.com', 'bob@example.com']],
    ['?sort=oldest', ['ann@example.com', 'bob@example.com']],
    ['?member=admin', ['ann@example.com']],
    ['?state=disabled', []],
    ['?q=%25', []],
    ['?q=b_b', []],
    ['?q=%5C', []],
    ["?q='%20or%201=1--", []],
  ])('%s', async (query, found) => {
    const page = await list(query);
    expect(emails(page)).toEqual(found);
    expect(page.total).toBe(found.length);
  });

  test.each(['newest', 'oldest', 'email'])('continues page by page where the one before ended: %s', async (sort) => {
    const all = emails(await list(`?sort=${sort}`));
    const first = await list(`?sort=${sort}&limit=1`);
    expect([emails(first), first.total]).toEqual([all.slice(0, 1), 2]);
    const second = await list(`?sort=${sort}&limit=1&cursor=${encodeURIComponent(first.next)}`);
    expect([emails(second), second.total, second.next]).toEqual([all.slice(1), null, null]);
  });

  test('finds people by name in any script', async () => {
    await bob.api('PATCH', '/api/profile', { name: 'สมชาย ใจดี' });
    expect(emails(await list(`?q=${encodeURIComponent('ใจดี')}`))).toEqual([bob.email]);
  });

  test.each(['?cursor=x', '?cursor=99999999999', '?limit=101', '?limit=0', '?sort=name', '?state=gone'])(
    '%s is a wrong question',
    async (query) => {
      expect((await ann.api('GET', `/api/admin/users${query}`)).status).toBe(400);
    },
  );
});

describe('acts', () => {
  test('disable and enable, with who did it, why, and from where', async () => {
    const done = await action(bobId, 'disable', { reason: 'Sends spam' });
    expect(done).toMatchObject({ status: 200, body: { user: { state: 'disabled', sessions: 0 } } });
    expect(await lastEntry()).toMatchObject({
      actorId: await idOf(ann.email),
      actor: ann.email,
      action: 'account.disabled',
      targetId: bobId,
      target: bob.email,
      details: { reason: 'Sends spam', sessions: 1 },
      ip: '127.0.0.1',
    });
    expect((await bob.api('GET', '/api/auth/session')).status).toBe(401);
    const login = () => server.api('POST', '/api/auth/login', { email: bob.email, password: 'a-long-Passphrase-7' });
    expect(await login()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await action(bobId, 'disable', {})).status).toBe(409);

    expect((await action(bobId, 'enable')).body.user.state).toBe('active');
    expect(await lastEntry()).toMatchObject({ action: 'account.enabled', details: {} });
    expect((await action(bobId, 'enable')).status).toBe(409);
    const again = await login();
    expect(again.status).toBe(200);
    bob = { ...bob, token: again.body.access_token, api: (m, p, b) => server.api(m, p, b, again.body.access_token) };
  });

  test('grant and revoke count with the next call', async () => {
    expect((await action(bobId, 'member', { member: 'admin' })).body.user.member).toBe('admin');
    expect(await lastEntry()).toMatchObject({ action: 'member.granted', targetId: bobId });
    expect((await bob.api('GET', '/api/admin/users')).status).toBe(200);
    expect((await action(bobId, 'member', { member: 'admin' })).status).toBe(409);
    await action(bobId, 'member', { member: 'user' });
    expect(await lastEntry()).toMatchObject({ action: 'member.revoked', targetId: bobId });
    expect((await bob.api('GET', '/api/admin/users')).status).toBe(403);
  });

  test('sessions end, but not the own one of anyone who ends them', async () => {
    const other = await server.api('POST', '/api/auth/login', { email: ann.email, password: 'a-long-Passphrase-7' });
    const annId = await idOf(ann.email);
    expect((await action(annId, 'end-sessions')).status).toBe(200);
    expect((await server.api('GET', '/api/auth/session', undefined, other.body.access_token)).status).toBe(401);
    expect((await ann.api('GET', '/api/auth/session')).status).toBe(200);
    expect(await lastEntry()).toMatchObject({ action: 'sessions.ended', targetId: annId });
    const none = await action(annId, 'end-sessions');
    expect(none.body.message).toBe('No browser was signed in.');
  });

  test('everything that an account shares is counted, and ended at once', async () => {
    const espid = 'ESP8266-2803000_ECFABC2D0001';
    const { connectionKey } = (await bob.api('GET', '/api/pairing')).body;
    await server.board({ espid, username: `${bob.email}/${connectionKey}` });
    const cleo = await server.signup('cleo@example.com');
    const of = (path: string) => `/api/device/${espid}${path}`;
    for (const email of [cleo.email, 'nobody@example.com']) {
      expect((await bob.api('POST', of('/shares'), { email, role: 'viewer', expiresAt: null })).status).toBe(201);
    }
    const { id } = (await cleo.api('GET', '/api/offers')).body.offers[0];
    await cleo.api('POST', `/api/offers/${id}/accept`);
    await bob.api('PUT', of('/outputs/D1'), { mode: 'digit', name: 'Gate', locked: false, momentaryMs: null });
    const target = { kind: 'output', pin: 'D1', mode: 'digit' };
    const pass = { name: 'x', title: 'x', target, offers: [{ value: '1', label: 'Open' }], uses: 1, from: null };
    const made = await bob.api('POST', of('/passes'), { ...pass, until: Date.now() + 60_000 });
    await server.database.pool.query(
      `with made as (insert into dashboards (account_id, device_id, name, widgets, created_at)
         select account_id, id, 'x', '[]', 0 from devices where espid = $1 returning id)
       insert into public_links (dashboard_id, account_id, name, token_hash, exposed, origins, created_at)
         select id, $2, 'x', 'x', '{}', '{}', 0 from made`,
      [espid, bobId],
    );
    const socket = await LiveSocket.open(server.http, cleo.token, [espid]);

    const counted = (await list(`?q=${bob.email}`)).users[0].sharing;
    expect(counted).toEqual({ shares: 2, links: 1, passes: 1 });
    expect((await list(`?q=${cleo.email}`)).users[0].sharing).toEqual({ shares: 0, links: 0, passes: 0 });
    const ended = await action(bobId, 'end-sharing', { reason: 'Spam' });
    expect(ended).toMatchObject({ status: 200, body: { user: { sharing: { shares: 0, links: 0, passes: 0 } } } });
    expect(await lastEntry()).toMatchObject({
      action: 'sharing.ended',
      targetId: bobId,
      details: { ...counted, reason: 'Spam' },
    });
    await expect.poll(async () => (await cleo.api('GET', of('/control'))).status).toBe(404);
    await socket.next('devices');
    socket.socket.close();
    const guest = await fetch(`${server.http}/api/public/pass`, { headers: { 'x-cyno-pass': made.body.token } });
    expect(await guest.json()).toMatchObject({ state: 'revoked' });
    expect((await action(bobId, 'end-sharing', {})).status).toBe(409);
  });

  test('an address is confirmed by hand, once', async () => {
    await server.database.pool.query('UPDATE accounts SET confirmed_at = NULL WHERE id = $1', [bobId]);
    expect((await list('?state=unconfirmed')).users).toHaveLength(1);
    expect((await action(bobId, 'member', { member: 'admin' })).status).toBe(409);
    expect((await action(bobId, 'confirm')).body.user.state).toBe('active');
    expect(await lastEntry()).toMatchObject({ action: 'account.confirmed', targetId: bobId });
    expect((await action(bobId, 'confirm')).status).toBe(409);
  });

  test('a password link is shown once where no mail is sent, and who made it for whom is noted', async () => {
    const carol = await server.signup('carol@example.com');
    const carolId = await idOf(carol.email);
    const first = await action(carolId, 'reset-link');
    expect(first).toMatchObject({ status: 200, body: { user: { id: carolId } } });
    const tokenOf = (link: string) => /\/auth\/reset-password#token=([\w-]{43})$/.exec(link)?.[1];
    const entry = await lastEntry();
    expect(entry).toMatchObject({ actor: ann.email, action: 'reset.shown', target: carol.email, targetId: carolId });
    expect(JSON.stringify(entry)).not.toContain(tokenOf(first.body.link));
    const second = await action(carolId, 'reset-link');
    const reset = (link: string) =>
      server.api('POST', '/api/auth/reset', { token: tokenOf(link), password: 'another-house-8' });
    expect((await reset(first.body.link)).body.code).toBe('link_expired');
    expect((await reset(second.body.link)).status).toBe(200);
    expect((await reset(second.body.link)).body.code).toBe('link_expired');
    const login = { email: carol.email, password: 'another-house-8' };
    expect((await server.api('POST', '/api/auth/login', login)).status).toBe(200);
  });

  test('no password link is made for who requests one without a mail server, or stands in the log or the outbox', async () => {
    const requested = await server.api('POST', '/api/auth/reset-request', { email: bob.email });
    expect(requested.body.message).toContain('Ask its administrator');
    await action(bobId, 'reset-link');
    const files = async (name: string) => {
      const directory = join(server.directory, name);
      const names = await readdir(directory).catch(() => []);
      return Promise.all(names.map((one) => readFile(join(directory, one), 'utf8')));
    };
    expect((await files('outbox')).join('')).not.toContain('reset-password#token');
    const { rows } = await server.database.pool.query(`SELECT token_hash FROM mail_links WHERE account_id = $1`, [
      bobId,
    ]);
    // That of the administrator.
    expect(rows).toHaveLength(1);
  });

  test('a confirmation is not sent again where there is none', async () => {
    expect(await action(bobId, 'resend-confirmation')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    await server.database.pool.query('UPDATE accounts SET confirmed_at = NULL WHERE id = $1', [bobId]);
    expect(await action(bobId, 'resend-confirmation')).toMatchObject({ status: 400, body: { code: 'not_configured' } });
    await server.database.pool.query('UPDATE accounts SET confirmed_at = now() WHERE id = $1', [bobId]);
  });

  test.each(['disable', 'enable', 'confirm', 'end-sessions', 'reset-link', 'member'])(
    '%s of nobody is a 404',
    async (what) => {
      const body = what === 'member' ? { member: 'admin' } : what === 'disable' ? {} : undefined;
      expect(await action(999_999, what, body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    },
  );

  test('what was refused leaves no entry', async () => {
    const before = await lastEntry();
    await action(bobId, 'enable');
    await action(bobId, 'member', { member: 'user' });
    await action(999_999, 'disable', {});
    expect(await lastEntry()).toEqual(before);
  });
});
