import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveSocket } from '../../../../test/live-socket.ts';
import { type JoinedServer, joinServer, startTestServer, type TestUser } from '../../../../test/server.ts';

const password = 'a-long-Passphrase-7';

let server: JoinedServer;
beforeAll(async () => {
  server = await joinServer();
});
afterAll(() => server.stop());

let serial = 0;
async function owner() {
  serial += 1;
  const user = await server.signup(`owner${serial}@example.com`);
  const espid = `ESP32-D0WDQ6-100_0a1b2c${serial.toString(16).padStart(2, '0')}`;
  const username = `${user.email}/${await user.connectionKey()}`;
  const { board } = await server.board({ espid, username });
  return { user, espid, username, board };
}
const isOnline = async (user: TestUser, espid: string) => (await user.api('GET', `/api/device/${espid}`)).body.online;

describe('an account that its owner deletes', () => {
  test('is cut everywhere, refused afterwards, and whole again when the deletion is cancelled', async () => {
    const { user, espid, username, board } = await owner();
    const live = await LiveSocket.open(server.http, user.token);
    const cut = Promise.all([board.whenClosed(), live.whenClosed()]);
    const response = await user.api('POST', '/api/profile/delete', { email: user.email, password });
    expect(response.status).toBe(200);
    await cut;
    expect((await server.board({ espid, username })).returnCode).not.toBe(0);

    const refused = await server.api('POST', '/api/auth/login', { email: user.email, password });
    expect(refused.body.code).toBe('account_closing');
    await server.api('POST', '/api/auth/keep', { token: refused.body.closing.keepToken });
    await expect.poll(async () => (await server.board({ espid, username })).returnCode).toBe(0);
    const { access_token } = (await server.api('POST', '/api/auth/login', { email: user.email, password })).body;
    expect((await server.api('GET', `/api/device/${espid}`, undefined, access_token)).status).toBe(200);
  });

  test('gives its boards free when it is removed', async () => {
    const own = await startTestServer();
    await own.signup('admin@example.com');
    const leaving = await own.signup('leaving@example.com');
    const espid = 'ESP32-D0WDQ6-100_0a1b2cfe';
    await own.board({ espid, username: `${leaving.email}/${await leaving.connectionKey()}` });
    await leaving.api('POST', '/api/profile/delete', { email: leaving.email, password });
    await own.database.pool.query(`update accounts set delete_after = now() - interval '1 s' where email = $1`, [
      leaving.email,
    ]);
    // A server looks for work when it starts; what the night's job does is done by it at once.
    await own.database.pool.query(`insert into pgboss.job (name, policy) values ('accounts.remove', 'stately')`);
    await own.restart();
    const isGone = async () =>
      (await own.database.pool.query('select 1 from accounts where email = $1', [leaving.email])).rowCount === 0;
    await expect.poll(isGone).toBe(true);
    const next = await own.signup('next@example.com');
    const username = `${next.email}/${await next.connectionKey()}`;
    await expect.poll(async () => (await own.board({ espid, username })).returnCode).toBe(0);
    await expect.poll(() => isOnline(next, espid)).toBe(true);
    await own.stop();
  });
});

test('a session that is ended from another one is dead', async () => {
  const user = await server.signup('two-browsers@example.com');
  const login = await server.api('POST', '/api/auth/login', { email: user.email, password });
  const live = await LiveSocket.open(server.http, login.body.access_token);
  expect((await user.api('DELETE', '/api/profile/sessions')).status).toBe(200);
  await live.whenClosed();
  expect((await user.api('GET', '/api/auth/session')).status).toBe(200);
});

test('a board continues with the address that its account gave up', async () => {
  const { user, espid, username, board } = await owner();
  expect((await user.api('POST', '/api/profile/email', { email: `moved-${user.email}` })).status).toBe(200);
  board.destroy();
  expect((await server.board({ espid, username })).returnCode).toBe(0);
  expect(await isOnline(user, espid)).toBe(true);
  // Also without the key a new board requests to join the same account.
  const { returnCode } = await server.board({ espid: 'ESP32-D0WDQ6-100_0a1b2cff', username: user.email });
  expect(returnCode).toBe(0);
  const { pending } = (await user.api('GET', '/api/pairing')).body;
  expect(pending).toMatchObject([{ espid: 'ESP32-D0WDQ6-100_0a1b2cff' }]);
});

describe('an export', () => {
  test('is requested, made, and downloaded by a link that works once', async () => {
    const { user, espid } = await owner();
    expect((await user.api('GET', '/api/profile/export')).body).toBeNull();
    expect((await user.api('POST', '/api/profile/export/link')).status).toBe(404);
    expect((await user.api('POST', '/api/profile/export')).status).toBe(202);
    await expect.poll(async () => (await user.api('GET', '/api/profile/export')).body.state).toBe('done');
    const { path } = (await user.api('POST', '/api/profile/export/link')).body;
    expect((await fetch(new URL(path, server.http), { method: 'HEAD' })).status).toBe(404);
    const file = await fetch(new URL(path, server.http));
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/zip');
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="cyno-export-[\d-]+\.zip"$/);
    expect(file.headers.get('cache-control')).toBe('no-store');
    const zip = unzipSync(new Uint8Array(await file.arrayBuffer()));
    expect(JSON.parse(strFromU8(zip['devices.json'] ?? new Uint8Array()))).toMatchObject([{ espid }]);
    const again = await fetch(new URL(path, server.http));
    expect([again.status, await again.json()]).toEqual([400, expect.objectContaining({ code: 'link_expired' })]);
  });

  test('of somebody else cannot be had', async () => {
    const stranger = await server.signup('stranger@example.com');
    expect((await stranger.api('GET', '/api/profile/export')).body).toBeNull();
    expect((await stranger.api('POST', '/api/profile/export/link')).body.code).toBe('not_found');
    expect((await server.admin.api('POST', '/api/profile/export/link')).body.code).toBe('not_found');
  });

  test('needs a proof', async () => {
    const user = await server.signup('left@example.com');
    await server.database.pool.query(
      `update sessions set proved_at = now() - interval '11 minutes'
       where account_id = (select id from accounts where email = $1)`,
      [user.email],
    );
    await server.database.pool.query(`update accounts set name = 'x' where email = $1`, [user.email]);
    await expect.poll(async () => (await user.api('POST', '/api/profile/export')).body.code).toBe('proof_needed');
    expect((await user.api('POST', '/api/profile/export/link')).body.code).toBe('proof_needed');
    expect((await user.api('POST', '/api/auth/proof', { password })).status).toBe(200);
    expect((await user.api('POST', '/api/profile/export')).status).toBe(202);
  });
});
