import { adminStoredHistoryResponse, storedHistoryResponse } from '@cyno/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

const hour = 3_600_000;
const day = 24 * hour;
let server: TestServer;
let admin: TestUser;
let bob: TestUser;
const mine = 'ESP32-D0WDQ6-100_00000c01';
const his = 'ESP32-D0WDQ6-100_00000c02';
const packedBytes = 5_000;

/** A board of somebody with ten days of packed hours. */
async function addBoard(user: TestUser, espid: string): Promise<void> {
  await server.board({ espid, username: `${user.email}/${await user.connectionKey()}` });
  const { pool } = server.database;
  const { rows } = await pool.query('SELECT id FROM devices WHERE espid = $1', [espid]);
  const now = Date.now() - (Date.now() % hour);
  const add = (table: string, columns: string, values: string) =>
    pool.query(
      `INSERT INTO ${table} (device_id, at, data, ${columns}) SELECT $1::int, at, $4::bytea, ${values}
       FROM generate_series($2::bigint, $3::bigint, ${hour}) AS at`,
      [rows[0].id, now - 10 * day, now - 7 * hour, Buffer.alloc(packedBytes)],
    );
  await add('telemetry_packed', 'first_at, last_at, messages', 'at, at, 1');
  await add('rollup_packed', 'minutes', '5');
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.signup('admin@example.com');
  bob = await server.signup('bob@example.com');
  await addBoard(admin, mine);
  await addBoard(bob, his);
});
afterAll(() => server.stop());

test('somebody sees what their own devices take, and nothing of others', async () => {
  for (const [user, espid] of [
    [admin, mine],
    [bob, his],
  ] as const) {
    const { status, body } = await user.api('GET', '/api/stored-history');
    expect(status).toBe(200);
    const { sizes } = storedHistoryResponse.strict().parse(body);
    expect(sizes?.devices.map((device) => device.espid)).toEqual([espid]);
    expect(sizes).toMatchObject({ otherDevices: 0, newDevices: 0, bytes: sizes?.devices[0]?.bytes });
    expect(Number(sizes?.bytes)).toBeGreaterThan(2 * 9 * 24 * packedBytes);
    expect(Number(sizes?.yearBytes)).toBeGreaterThan(2 * 365 * 24 * packedBytes);
  }
  expect((await server.api('GET', '/api/stored-history')).status).toBe(401);
});

test('who got a device sees it, and who gave it does not, also of what was counted before', async () => {
  const charlie = await server.signup('charlie@example.com');
  const given = 'ESP32-D0WDQ6-100_00000c03';
  await addBoard(charlie, given);
  const listed = async (user: TestUser) =>
    (await user.api('GET', '/api/stored-history')).body.sizes.devices.map((device: { espid: string }) => device.espid);
  expect(await listed(charlie)).toEqual([given]);
  await charlie.api('POST', `/api/device/${given}/transfer`, { email: bob.email, espid: given });
  const { offers } = (await bob.api('GET', '/api/offers')).body;
  expect((await bob.api('POST', `/api/offers/${offers[0].id}/accept`, {})).status).toBe(200);
  expect(await listed(charlie)).toEqual([]);
});

test('all devices are for administrators in a browser, with their owners', async () => {
  expect((await bob.api('GET', '/api/admin/stored-history')).status).toBe(403);
  expect((await server.api('GET', '/api/admin/stored-history')).status).toBe(401);
  const body = { name: 'app', scope: 'control', expiresInDays: null };
  const { token } = (await admin.api('POST', '/api/access-tokens', body)).body;
  expect((await server.api('GET', '/api/admin/stored-history', undefined, token)).status).toBe(403);
  const response = await admin.api('GET', '/api/admin/stored-history');
  expect(response.status).toBe(200);
  const { sizes } = adminStoredHistoryResponse.strict().parse(response.body);
  const owners = Object.fromEntries(sizes?.devices.map(({ espid, owner }) => [espid, owner]) ?? []);
  expect(owners).toMatchObject({ [mine]: admin.email, [his]: bob.email });
  expect(Number(sizes?.addedBytes)).toBeGreaterThan(3 * 2 * 365 * 24 * packedBytes);
});
