import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { LiveSocket } from '../../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../test/server.ts';

/** What must end is dead after a second. */
const limitMs = 1_000;
const password = 'a-long-Passphrase-7';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signUp('admin@example.com');
});
afterAll(() => server.stop());

let serial = 0;
async function owner() {
  serial += 1;
  const user = await server.signUp(`owner${serial}@example.com`);
  const espid = `ESP32-D0WDQ6-100_0a1b2c${serial.toString(16).padStart(2, '0')}`;
  const username = `${user.email}/${await user.connectionKey()}`;
  const { board } = await server.board({ espid, username });
  return { user, espid, username, board };
}
const isOnline = async (user: TestUser, espid: string) => (await user.api('GET', `/api/device/${espid}`)).body.online;

describe('an account that its owner deletes', () => {
  test('is cut everywhere within a second, refused afterwards, and whole again when it is kept', async () => {
    const { user, espid, username, board } = await owner();
    const live = await LiveSocket.open(server.http, user.token);
    const start = performance.now();
    const cut = Promise.all([board.whenClosed(), live.whenClosed()]);
    const answer = await user.api('POST', '/api/profile/delete', { email: user.email, password });
    expect(answer.status).toBe(200);
    await cut;
    expect(performance.now() - start).toBeLessThan(limitMs);
    expect((await server.board({ espid, username })).returnCode).not.toBe(0);

    const refused = await server.api('POST', '/api/auth/login', { email: user.email, password });
    expect(refused.body.code).toBe('account_closing');
    await server.api('POST', '/api/auth/keep', { token: refused.body.closing.keepToken });
    await vi.waitUntil(async () => (await server.board({ espid, username })).returnCode === 0, { timeout: 5_000 });
    const { access_token } = (await server.api('POST', '/api/auth/login', { email: user.email, password })).body;
    expect((await server.api('GET', `/api/device/${espid}`, undefined, access_token)).status).toBe(200);
  });

  test('gives its boards free when it is removed', async () => {
    const { user, espid } = await owner();
    await user.api('POST', '/api/profile/delete', { email: user.email, password });
    await server.database.pool.query(`update accounts set delete_after = now() - interval '1 s' where email = $1`, [
      user.email,
    ]);
    // What the night's job does, at once.
    await server.database.pool.query(`insert into pgboss.job (name, policy) values ('accounts.remove', 'stately')`);
    const next = await server.signUp('next@example.com');
    const username = `${next.email}/${await next.connectionKey()}`;
    const isGone = async () =>
      (await server.database.pool.query('select 1 from accounts where email = $1', [user.email])).rowCount === 0;
    await vi.waitUntil(isGone, { timeout: 30_000, interval: 200 });
    expect((await server.board({ espid, username })).returnCode).toBe(0);
    expect(await isOnline(next, espid)).toBe(true);
  }, 40_000);
});

test('a session that is ended from another one is dead within a second', async () => {
  const user = await server.signUp('two-browsers@example.com');
  const login = await server.api('POST', '/api/auth/login', { email: user.email, password });
  const live = await LiveSocket.open(server.http, login.body.access_token);
  const start = performance.now();
  expect((await user.api('DELETE', '/api/profile/sessions')).status).toBe(200);
  await live.whenClosed();
  expect(performance.now() - start).toBeLessThan(limitMs);
  expect((await user.api('GET', '/api/auth/session')).status).toBe(200);
});

test('a board goes on with the address that its account gave up', async () => {
  const { user, espid, username, board } = await owner();
  expect((await user.api('POST', '/api/profile/email', { email: 'moved@example.com' })).status).toBe(200);
  board.destroy();
  expect((await server.board({ espid, username })).returnCode).toBe(0);
  expect(await isOnline(user, espid)).toBe(true);
  // Also without the key a new board asks the same account.
  const { returnCode } = await server.board({ espid: 'ESP32-D0WDQ6-100_0a1b2cff', username: user.email });
  expect(returnCode).toBe(0);
  const { pending } = (await user.api('GET', '/api/pairing')).body;
  expect(pending).toMatchObject([{ espid: 'ESP32-D0WDQ6-100_0a1b2cff' }]);
});

describe('an export', () => {
  test('is asked for, made, and downloaded by a link that works once', async () => {
    const { user, espid } = await owner();
    expect((await user.api('GET', '/api/profile/export')).body).toBeNull();
    expect((await user.api('POST', '/api/profile/export/link')).status).toBe(404);
    expect((await user.api('POST', '/api/profile/export')).status).toBe(202);
    await vi.waitUntil(async () => (await user.api('GET', '/api/profile/export')).body.state === 'done', {
      timeout: 10_000,
    });
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
    const stranger = await server.signUp('stranger@example.com');
    expect((await stranger.api('GET', '/api/profile/export')).body).toBeNull();
    expect((await stranger.api('POST', '/api/profile/export/link')).body.code).toBe('not_found');
    expect((await admin.api('POST', '/api/profile/export/link')).body.code).toBe('not_found');
  });

  test('needs a proof', async () => {
    const user = await server.signUp('left@example.com');
    await server.database.pool.query(`update sessions set proved_at = now() - interval '11 minutes'`);
    await server.database.pool.query(`update accounts set name = 'x' where email = $1`, [user.email]);
    await vi.waitUntil(async () => (await user.api('POST', '/api/profile/export')).body.code === 'proof_needed', {
      timeout: 10_000,
    });
    expect((await user.api('POST', '/api/profile/export/link')).body.code).toBe('proof_needed');
    expect((await user.api('POST', '/api/auth/proof', { password })).status).toBe(200);
    expect((await user.api('POST', '/api/profile/export')).status).toBe(202);
  });
});
