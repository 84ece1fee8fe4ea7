import { serverStatus } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

const hour = 3_600_000;
const gigabyte = 1e9;
let server: TestServer;
let admin: TestUser;
let freeBytes = 80 * gigabyte;
beforeAll(async () => {
  server = await startTestServer({}, { readSpace: async () => ({ totalBytes: 100 * gigabyte, freeBytes, device: 1 }) });
  admin = await server.signup('admin@example.com');
});
afterAll(() => server.stop());

/** What it looks at is looked at every few seconds. */
const poll = { interval: 250 };

const status = async () => serverStatus.strict().parse((await admin.api('GET', '/api/admin/server')).body);
const readiness = async () => {
  const { status: code, body } = await server.api('GET', '/readyz');
  return { code, ...body };
};
const databaseName = () =>
  server.database.pool.query('SELECT current_database() AS name').then(({ rows }) => rows[0].name);

test('a server without problems is ready and reports it', async () => {
  expect(await readiness()).toEqual({ code: 200, ready: true, database: true, broker: true });
  expect(await status()).toMatchObject({
    ready: true,
    problems: [],
    disks: [{ name: 'data folder', path: server.directory, usedPercent: 20, level: 0, tooFull: false }],
    storage: { pendingMessages: 0, spoolBytes: 0, unreadable: [] },
    clock: { jumps: [], future: { rows: 0 } },
  });
});

test('the status is for administrators in a browser', async () => {
  const bob = await server.signup('bob@example.com');
  expect((await bob.api('GET', '/api/admin/server')).status).toBe(403);
  expect((await bob.api('POST', '/api/admin/server/remove-future', { laterThan: 0 })).status).toBe(403);
  expect((await server.api('GET', '/api/admin/server')).status).toBe(401);
  const body = { name: 'app', scope: 'control', expiresInDays: null };
  const { token } = (await admin.api('POST', '/api/access-tokens', body)).body;
  expect((await server.api('GET', '/api/admin/server', undefined, token)).status).toBe(403);
});

test('what boards stored by a clock that was ahead is counted, removed after a proof, and recorded', async () => {
  const espid = 'ESP32-D0WDQ6-100_00000f01';
  const { board } = await server.board({ espid, username: `${admin.email}/${await admin.connectionKey()}` });
  expect(board).toBeDefined();
  const { rows } = await server.database.pool.query('SELECT id FROM devices WHERE espid = $1', [espid]);
  const at = Date.now() + 2 * hour;
  await server.database.pool.query(
    `INSERT INTO telemetry (at, device_id, numbers) SELECT $1::bigint + n, $2::int, '{7}' FROM generate_series(1, 3) AS n`,
    [at, rows[0].id],
  );
  // What was counted is believed for a minute.
  const laterThan = Date.now() + hour;
  expect(await admin.api('POST', '/api/admin/server/remove-future', { laterThan: at + 1 })).toMatchObject({
    status: 200,
    body: { message: '2 messages removed.', rows: 2 },
  });
  expect((await status()).clock.future).toMatchObject({ rows: 1, devices: 1, newestAt: at + 1 });
  expect((await status()).problems).toMatchObject([{ part: 'clock', severity: 'warning' }]);
  const { entries } = (await admin.api('GET', '/api/admin/audit?action=future.removed')).body;
  expect(entries).toMatchObject([{ actor: admin.email, details: { rows: 2 } }]);
  await server.database.pool.query(`UPDATE sessions SET proved_at = now() - interval '1 hour'`);
  const late = () => admin.api('POST', '/api/admin/server/remove-future', { laterThan });
  await expect.poll(async () => (await late()).body.code, poll).toBe('proof_needed');
});

test('a disk with too little space makes it not ready', async () => {
  freeBytes = 0.1 * gigabyte;
  await expect.poll(readiness, poll).toMatchObject({
    code: 503,
    ready: false,
    reasons: [
      'The disk of the data folder is full: 100 MB are free. Free some space, or move the data to a larger disk.',
    ],
  });
  expect(await status()).toMatchObject({ ready: false, disks: [{ tooFull: true }] });
  freeBytes = 15 * gigabyte;
  await expect.poll(readiness, poll).toMatchObject({
    code: 200,
    ready: true,
    warnings: [
      'The disk of the data folder is 85 % full: 15.0 GB are free. Free some space, or move the data to a larger disk.',
    ],
  });
  freeBytes = 80 * gigabyte;
});

test('a database that is read-only makes it not ready, with the reason, and it comes back by itself', async () => {
  const name = await databaseName();
  // Sessions that are open know nothing of it.
  const reconnect = () =>
    server.database.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  await server.database.pool.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  await reconnect();
  await expect.poll(readiness, poll).toMatchObject({
    code: 503,
    ready: false,
    database: true,
    reasons: [expect.stringContaining('Nothing can be stored: the database is read-only.')],
  });
  await server.database.pool.query(
    `SET default_transaction_read_only = off; ALTER DATABASE ${name} RESET default_transaction_read_only`,
  );
  await reconnect();
  await expect.poll(async () => (await readiness()).ready, poll).toBe(true);
});
