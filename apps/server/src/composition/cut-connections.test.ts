import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestBoard } from '../../test/boards/test-board.ts';
import { LiveSocket } from '../../test/live-socket.ts';
import { startTestServer, type TestServer, type TestUser } from '../../test/server.ts';
import { runAdminCommand } from '../admin-commands.ts';
import { loadConfig } from '../config.ts';

const espid = 'ESP32-1_0a1b2c';

let server: TestServer;
let ann: TestUser;
let bob: TestUser;
let bobId: number;
const apps: MqttClient[] = [];

beforeAll(async () => {
  server = await startTestServer();
  ann = await server.signup('ann@example.com');
  bob = await server.signup('bob@example.com');
  const { rows } = await sql('SELECT id FROM accounts WHERE email = $1', [bob.email]);
  bobId = rows[0].id;
});
afterAll(() => server.stop());

const sql = (text: string, values?: unknown[]) => server.database.pool.query(text, values);

interface Opened {
  readonly page: LiveSocket;
  readonly withToken: LiveSocket;
  readonly board: TestBoard;
  readonly waiting: TestBoard;
  readonly app: MqttClient;
  readonly token: string;
  readonly tokenId: number;
}
let open: Opened;

beforeEach(async () => {
  const login = { email: bob.email, password: 'a-long-Passphrase-7' };
  const session = (await server.api('POST', '/api/auth/login', login)).body.access_token;
  bob = { ...bob, token: session, api: (method, path, body) => server.api(method, path, body, session) };
  const made = await bob.api('POST', '/api/access-tokens', { name: 'app', scope: 'read', expiresInDays: null });
  const { token, id } = made.body;
  const board = await server.board({ espid, username: `${bob.email}/${await keyOf()}` });
  const waiting = await server.board({ espid: 'ESP32-1_waits', username: bob.email });
  expect([board.returnCode, waiting.returnCode]).toEqual([0, 0]);
  const app = connectApp(token);
  await happens(app, 'connect');
  open = {
    page: await LiveSocket.open(server.http, session),
    withToken: await LiveSocket.open(server.http, token),
    board: board.board,
    waiting: waiting.board,
    app,
    token,
    tokenId: id,
  };
});
afterEach(async () => {
  for (const app of apps.splice(0)) app.end(true);
  for (const one of [open.page, open.withToken]) one.socket.terminate();
  for (const board of [open.board, open.waiting]) board.destroy();
  await sql('UPDATE accounts SET disabled_at = NULL');
});

function connectApp(password: string): MqttClient {
  const options = { clientId: `app-${apps.length}`, username: bob.email, password, reconnectPeriod: 0 };
  const app = mqtt.connect(server.mqtt ?? '', options);
  app.on('error', () => {});
  apps.push(app);
  return app;
}

const happens = (app: MqttClient, event: 'connect' | 'close' | 'error') =>
  new Promise<unknown>((resolve) => {
    app.once(event, resolve as () => void);
  });

const closes = (page: LiveSocket) => once(page.socket, 'close');

const everythingClosed = (): Promise<unknown> =>
  Promise.all([
    closes(open.page),
    closes(open.withToken),
    open.board.whenClosed(),
    open.waiting.whenClosed(),
    happens(open.app, 'close'),
  ]);

async function nothingGetsIn(): Promise<void> {
  expect((await bob.api('GET', '/api/device/')).status).toBe(401);
  expect((await server.api('GET', '/api/device/', undefined, open.token)).status).toBe(401);
  const refused = await happens(connectApp(open.token), 'error');
  expect(refused).toMatchObject({ code: 4 });
  const again = await server.board({ espid, username: bob.email });
  expect(again.returnCode).toBe(5);
}

const environment = () => ({
  DATABASE_URL: server.database.pool.options.connectionString,
  DATA_DIR: server.directory,
});

/** What `npm run admin` does, over a connection of its own. */
const admin = (...args: string[]) => runAdminCommand(args, () => loadConfig(environment(), server.directory));

/** The same in a process of its own, which takes its time to start. */
const terminal = (...args: string[]) =>
  promisify(execFile)(process.execPath, [fileURLToPath(new URL('../admin.ts', import.meta.url)), ...args], {
    env: { ...process.env, ...environment() },
  });

test('disabling cuts pages, boards and apps, and refuses them until the account is enabled', async () => {
  const closed = everythingClosed();
  await ann.api('POST', `/api/admin/users/${bobId}/disable`, {});
  await closed;
  await nothingGetsIn();

  expect((await ann.api('POST', `/api/admin/users/${bobId}/enable`)).status).toBe(200);
  expect((await server.api('GET', '/api/device/', undefined, open.token)).status).toBe(200);
  expect((await server.board({ espid, username: `${bob.email}/${await keyOf()}` })).returnCode).toBe(0);
});

async function keyOf(): Promise<string> {
  const { rows } = await sql('SELECT key FROM connection_keys WHERE account_id = $1 AND retired_at IS NULL', [bobId]);
  return rows[0].key;
}

test('a ticket for the export ends with any session of its account, and with the account', async () => {
  const ticket = async () => (await bob.api('POST', '/api/profile/export/link')).body.path as string;
  await bob.api('POST', '/api/profile/export');
  await expect.poll(async () => (await bob.api('GET', '/api/profile/export')).body?.state).toBe('done');
  const [first, second] = [await ticket(), await ticket()];
  expect((await server.api('GET', first)).status).toBe(200);
  const login = { email: bob.email, password: 'a-long-Passphrase-7' };
  const token = (await server.api('POST', '/api/auth/login', login)).body.access_token;
  await server.api('DELETE', '/api/profile/sessions', undefined, token);
  expect((await server.api('GET', second)).status).toBe(400);

  const third = (await server.api('POST', '/api/profile/export/link', undefined, token)).body.path;
  await ann.api('POST', `/api/admin/users/${bobId}/disable`, {});
  expect((await server.api('GET', third)).status).toBe(400);
});

test('a ticket for a log file is of no use to an administrator who was disabled', async () => {
  await sql("UPDATE accounts SET member = 'admin' WHERE id = $1", [bobId]);
  await expect.poll(async () => (await bob.api('GET', '/api/admin/logs')).status).toBe(200);
  const { files } = (await bob.api('GET', '/api/admin/logs')).body;
  const { path } = (await bob.api('POST', `/api/admin/logs/${files[0].name}/download`)).body;
  await ann.api('POST', `/api/admin/users/${bobId}/disable`, {});
  expect((await server.api('GET', path)).status).toBe(403);
  await sql("UPDATE accounts SET member = 'user' WHERE id = $1", [bobId]);
});

test('so does npm run admin disable, from its own process', async () => {
  const closed = everythingClosed();
  await terminal('disable', bob.email);
  await closed;
  await nothingGetsIn();
  const entry = (await ann.api('GET', '/api/admin/audit?limit=1')).body.entries[0];
  expect(entry).toMatchObject({ actorId: null, actor: 'command line', action: 'account.disabled', ip: null });
});

test('rights that npm run admin gives and takes count for those who are logged in', async () => {
  const mayAdminister = async () => (await bob.api('GET', '/api/admin/users')).status;
  expect(await mayAdminister()).toBe(403);
  await admin('grant', bob.email);
  await expect.poll(mayAdminister).toBe(200);
  await admin('revoke', bob.email);
  await expect.poll(mayAdminister).toBe(403);
});

test('and end the pages that began with other rights, at once; tokens and boards have none and continue', async () => {
  const { page, withToken, board } = open;
  await admin('grant', bob.email);
  expect(await page.whenClosed()).toBe(1012);
  // The page is notified only after the old rights are dropped everywhere.
  expect((await bob.api('GET', '/api/admin/users')).status).toBe(200);
  const second = await LiveSocket.open(server.http, bob.token);
  await admin('revoke', bob.email);
  expect(await second.whenClosed()).toBe(1012);
  expect((await bob.api('GET', '/api/admin/users')).status).toBe(403);
  expect([withToken.closeCode, board.closed]).toEqual([undefined, false]);
});

test('a ticket for a log file ends with the rights, also when they are given again', async () => {
  const mayAdminister = async () => (await bob.api('GET', '/api/admin/users')).status;
  await admin('grant', bob.email);
  await expect.poll(mayAdminister).toBe(200);
  const { files } = (await bob.api('GET', '/api/admin/logs')).body;
  const { path } = (await bob.api('POST', `/api/admin/logs/${files[0].name}/download`)).body;
  for (const [action, status] of [
    ['revoke', 403],
    ['grant', 200],
  ] as const) {
    await admin(action, bob.email);
    await expect.poll(mayAdminister).toBe(status);
  }
  expect((await server.api('GET', path)).status).toBe(403);
  await admin('revoke', bob.email);
  await expect.poll(mayAdminister).toBe(403);
});

test('rights that changed while the server could not hear it count as soon as it hears again', async () => {
  await sql(`BEGIN;
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = 'cyno listener' AND datname = current_database();
    UPDATE accounts SET member = 'admin' WHERE id = ${bobId};
    COMMIT`);
  expect(await open.page.whenClosed()).toBe(1012);
  expect((await bob.api('GET', '/api/admin/users')).status).toBe(200);
  await sql(`UPDATE accounts SET member = 'user' WHERE id = ${bobId}`);
  await expect.poll(async () => (await bob.api('GET', '/api/admin/users')).status).toBe(403);
});

test('a session and a token that disappear from the database are cut, others continue', async () => {
  const withToken = Promise.all([closes(open.withToken), happens(open.app, 'close')]);
  await sql('DELETE FROM access_tokens WHERE id = $1', [open.tokenId]);
  await withToken;
  expect([open.page.closeCode, open.board.closed]).toEqual([undefined, false]);
  const page = closes(open.page);
  await sql('DELETE FROM sessions WHERE account_id = $1', [bobId]);
  await page;
  expect(open.board.closed).toBe(false);
});

test('what happened while the server could not hear it is made up for', async () => {
  const closed = everythingClosed();
  // One transaction: the listener is gone before anything is notified.
  await sql(`BEGIN;
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = 'cyno listener' AND datname = current_database();
    UPDATE accounts SET disabled_at = now() WHERE email = 'bob@example.com';
    COMMIT`);
  await closed;
  await nothingGetsIn();
});

test('so are sessions and tokens that ended in that time', async () => {
  const closed = Promise.all([closes(open.page), closes(open.withToken), happens(open.app, 'close')]);
  await sql(`BEGIN;
    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
      WHERE application_name = 'cyno listener' AND datname = current_database();
    DELETE FROM sessions WHERE account_id = ${bobId};
    DELETE FROM access_tokens WHERE account_id = ${bobId};
    COMMIT`);
  await closed;
  expect(open.board.closed).toBe(false);
});
