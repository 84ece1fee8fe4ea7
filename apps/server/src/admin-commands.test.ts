import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, startTestAccounts, type TestAccounts } from '../test/accounts.ts';
import { totpAt } from '../test/people/totp.ts';
import { runAdminCommand } from './admin-commands.ts';
import { loadConfig } from './config.ts';
import { networkAddress } from './platform/network-address.ts';

let server: TestAccounts;
let bob: string;

/** What the command prints. */
const admin = (args: string[], environment: Record<string, string> = {}) =>
  runAdminCommand(args, () =>
    loadConfig({ DATABASE_URL: server.databaseUrl, PUBLIC_URL: 'https://cyno.test', ...environment }, tmpdir()),
  );

beforeAll(async () => {
  server = await startTestAccounts();
  await server.member('ann@example.com');
  bob = await server.member('bob@example.com');
});
afterAll(() => server.stop());

test('lists the accounts', async () => {
  const date = String.raw`\d{4}-\d\d-\d\d`;
  const pattern = new RegExp(String.raw`^ann@example\.com  admin  ${date}\nbob@example\.com  user   ${date}$`);
  expect(await admin(['list'])).toMatch(pattern);
});

test('grants the rights of an administrator, and takes them back', async () => {
  const member = async () => (await server.call('GET', '/api/auth/session', { token: bob })).body.member;
  expect(await member()).toBe('user');
  expect(await admin(['grant', 'Bob@Example.com'])).toBe('bob@example.com is an administrator now.');
  await expect.poll(member).toBe('admin');
  expect(await admin(['revoke', 'bob@example.com'])).toBe('bob@example.com is no administrator any more.');
  await expect.poll(member).toBe('user');
});

test('never takes them from the only administrator', async () => {
  await expect(admin(['revoke', 'ann@example.com'])).rejects.toThrow('is the only administrator');
});

test('disables an account and enables it, which the list shows', async () => {
  expect(await admin(['disable', 'bob@example.com'])).toBe('bob@example.com is disabled.');
  expect(await admin(['list'])).toMatch(/^bob@example\.com +user +\S+ +disabled$/m);
  await expect(admin(['disable', 'bob@example.com'])).rejects.toThrow('is disabled already');
  await expect(admin(['disable', 'ann@example.com'])).rejects.toThrow('is the only administrator');
  expect(await admin(['enable', 'bob@example.com'])).toBe('bob@example.com is enabled.');
  const body = { email: 'bob@example.com', password: goodPassword };
  bob = (await server.call('POST', '/api/auth/login', { body })).body.access_token;
});

test('confirms an address', async () => {
  await server.database.pool.query(`UPDATE accounts SET confirmed_at = NULL WHERE email = 'bob@example.com'`);
  expect(await admin(['list'])).toMatch(/^bob@example\.com +user +\S+ +not confirmed$/m);
  expect(await admin(['confirm', 'bob@example.com'])).toBe('bob@example.com is confirmed.');
});

test('invites anybody, or one address', async () => {
  const environment = { SIGNUP: 'invite' };
  const link = /^https:\/\/cyno\.test\/auth\/login\?mode=signup&invite=([\w-]{24})$/;
  expect(await admin(['invite'], environment)).toMatch(link);
  expect(await admin(['invite', 'Eve@Example.com'], environment)).toMatch(link);
  expect(await admin(['invite'])).toContain('SIGNUP is not "invite"');
  const { rows } = await server.database.pool.query('SELECT email, created_by FROM invitations ORDER BY id LIMIT 2');
  expect(rows).toEqual([
    { email: null, created_by: null },
    { email: 'eve@example.com', created_by: null },
  ]);
  await expect(admin(['invite'], { SIGNUP: 'closed' })).rejects.toThrow('Set SIGNUP=invite');
  await expect(admin(['invite', 'eve'], environment)).rejects.toThrow('eve is not an e-mail address.');
});

test('turns off two-step login of somebody who lost everything for it', async () => {
  await expect(admin(['two-step-off', 'bob@example.com'])).rejects.toThrow('Two-factor authentication is off.');
  const { secret } = (await server.call('POST', '/api/second-step/totp', { token: bob })).body;
  const code = totpAt(secret, server.clock.at);
  await server.call('POST', '/api/second-step/totp/confirm', { token: bob, body: { code } });
  const login = () =>
    server.call('POST', '/api/auth/login', { body: { email: 'bob@example.com', password: goodPassword } });
  expect((await login()).body.code).toBe('second_step_required');
  expect(await admin(['two-step-off', 'bob@example.com'])).toContain('the password is enough now');
  expect((await login()).status).toBe(200);
});

test('all of it stands in the audit log', async () => {
  await admin(['reset-password', 'bob@example.com']);
  const { rows } = await server.database.pool.query('SELECT actor, action FROM audit_log ORDER BY id');
  expect(new Set(rows.map((row) => row.actor))).toEqual(new Set(['command line']));
  expect(rows.map((row) => row.action)).toEqual([
    'member.granted',
    'member.revoked',
    'account.disabled',
    'account.enabled',
    'account.confirmed',
    'invitation.created',
    'invitation.created',
    'invitation.created',
    'two_step.off',
    'reset.shown',
  ]);
});

test('prints a link with which a new password can be chosen once', async () => {
  const link = await admin(['reset-password', 'bob@example.com']);
  const token = /^https:\/\/cyno\.test\/auth\/reset-password#token=([\w-]{43})$/.exec(link)?.[1];
  const reset = () => server.call('POST', '/api/auth/reset', { body: { token, password: 'another-house-8' } });
  expect((await reset()).status).toBe(200);
  expect((await reset()).body.code).toBe('link_expired');
  const old = await server.call('POST', '/api/auth/login', {
    body: { email: 'bob@example.com', password: goodPassword },
  });
  expect(old.status).toBe(401);
});

test.each([
  [{ PORT: '3210' }, `http://${networkAddress()}:3210/auth/reset-password#token=`],
  [{ PORT: '3210', HOST: '127.0.0.1' }, 'http://127.0.0.1:3210/auth/reset-password#token='],
  [
    { PORT: '0' },
    'Open this path at the address that the server printed when it started:\n/auth/reset-password#token=',
  ],
  [
    { IN_CONTAINER: '1' },
    'A container does not know the address and port of its machine: put them in, or set PUBLIC_URL.\nhttp://<address of this machine>:<published port>/auth/reset-password#token=',
  ],
])('without a public address and with %o the link says where others open it', async (environment, start) => {
  const link = await admin(['reset-password', 'bob@example.com'], { PUBLIC_URL: '', ...environment });
  expect(link.slice(0, -43)).toBe(start);
});

test.each([
  ['no command', [], {}, 'npm run admin -- list'],
  ['another command', ['constructor', 'x'], {}, 'npm run admin -- list'],
  ['no address', ['grant'], {}, 'npm run admin -- list'],
  ['an unknown address', ['grant', 'eve@example.com'], {}, 'No account has the address eve@example.com.'],
  ['nobody to help', ['reset-password', 'eve@example.com'], {}, 'No account has the address eve@example.com.'],
  ['no data', ['list'], { DATABASE_URL: '', DATA_DIR: '/nowhere' }, 'There is no Cyno in /nowhere.'],
  ['a wrong setting', ['list'], { PORT: 'x' }, 'PORT must be a port number'],
] as const)('with %s it says so', async (_, args, environment, sentence) => {
  await expect(admin([...args], environment)).rejects.toThrow(sentence);
});

test('a database of an earlier version is left to the start of the server, which makes a snapshot', async () => {
  const { pool } = server.database;
  const newest = 'SELECT max(created_at) FROM drizzle.__drizzle_migrations';
  await pool.query(
    `UPDATE drizzle.__drizzle_migrations SET created_at = created_at - 1 WHERE created_at = (${newest})`,
  );
  await expect(admin(['list'])).rejects.toThrow(/of an earlier version of Cyno\. Start Cyno/);
  await pool.query(
    `UPDATE drizzle.__drizzle_migrations SET created_at = created_at + 1 WHERE created_at = (${newest})`,
  );
  expect(await admin(['list'])).toContain('ann@example.com');
});

test('as a program it prints the sentence alone and fails', async () => {
  const script = fileURLToPath(new URL('./admin.ts', import.meta.url));
  const ended = promisify(execFile)(process.execPath, [script, 'grant']);
  await expect(ended).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^npm run admin/) });
});

test('without its libraries npm run admin reports in one line why they cannot be installed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-clone-'));
  await cp(fileURLToPath(new URL('../../../scripts', import.meta.url)), join(directory, 'scripts'), {
    recursive: true,
  });
  const npm = join(directory, 'npm.js');
  await writeFile(npm, `console.error('npm error network is away'); process.exitCode = 1;`);
  const ended = promisify(execFile)(process.execPath, [join(directory, 'scripts/admin.mjs'), 'list'], {
    env: { npm_execpath: npm },
  });
  await expect(ended).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/\nThe dependencies cannot be installed: network is away\n$/),
  });
  await rm(directory, { recursive: true });
});
