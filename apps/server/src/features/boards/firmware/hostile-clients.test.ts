import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { esp32Image } from '../../../../test/boards/firmware-image.ts';
import { type JoinedServer, joinServer, type TestUser } from '../../../../test/server.ts';

const espid = 'ESP32-D0WDQ6-100_0a7c2c3d';
let server: JoinedServer;
let owner: TestUser;
let board: Awaited<ReturnType<JoinedServer['board']>>['board'];
/** Offline, so that it is sent nothing of a rollout. */
const offline = 'ESP32-D0WDQ6-100_0a7c2c3e';
let imageId: number;

beforeAll(async () => {
  server = await joinServer();
  owner = await server.signup('owner@example.com');
  const username = `${owner.email}/${await owner.connectionKey()}`;
  ({ board } = await server.board({ espid, username, keepalive: 3_600 }));
  await board.subscribe();
  const other = await server.board({ espid: offline, username, keepalive: 3_600 });
  other.board.destroy();
  imageId = await uploaded('1.0.0');
});
afterAll(() => server.stop());

/** Keeps everybody from a table while `work` runs. */
async function withLocked(table: string, work: () => Promise<void>): Promise<void> {
  const client = await server.database.pool.connect();
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await client.query('commit');
    client.release();
  }
}

/** How many queries wait for a table that is locked. */
async function countWaiting(): Promise<number> {
  const { rows } = await server.database.pool.query(
    `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'
     and datname = current_database()`,
  );
  return rows[0].waiting;
}

/** Sends a request that needs a locked table, and whose client is gone before the server knows the response. */
async function requestAndLeave(request: string): Promise<void> {
  const socket = connect(Number(new URL(server.http).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(request);
  await expect.poll(countWaiting).toBeGreaterThan(0);
  // What waits already may be for an earlier request: this one has come when one behind it gets its response.
  await server.api('GET', '/api/config');
  socket.resetAndDestroy();
  await server.api('GET', '/api/config');
}

async function upload(content: Buffer, token: string): Promise<Response> {
  return fetch(`${server.http}/api/firmware/images?fileName=a.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(content),
  });
}

async function uploaded(version: string): Promise<number> {
  const response = (await (await upload(esp32Image({ version }), owner.token)).json()) as { image: { id: number } };
  return response.image.id;
}

test('uploads whose clients left while their token was looked up take no place', async () => {
  const made = await owner.api('POST', '/api/access-tokens', { name: 'ci', scope: 'control', expiresInDays: 1 });
  const { token } = made.body;
  const head = `POST /api/firmware/images?fileName=a.bin HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}`;
  await withLocked('access_tokens', async () => {
    for (let left = 0; left < 3; left += 1) {
      await requestAndLeave(`${head}\r\nContent-Type: application/octet-stream\r\nContent-Length: 100\r\n\r\nabc`);
    }
  });
  expect((await upload(esp32Image({ version: '1.1.0' }), token)).status).toBe(201);
});

test('a board that reports its update thousands of times takes no connection to the database from others', async () => {
  await withLocked('firmware_jobs', async () => {
    for (let count = 0; count < 2_000; count += 1) board.publish('ota/status', 'OTA success');
    await board.puback(board.publish('ota/status', 'OTA failed', 1));
    expect(await countWaiting()).toBeLessThanOrEqual(3);
    expect((await owner.api('GET', '/api/projects')).status).toBe(200);
  });
});

test('an image that is deleted while a rollout of it begins is there, or the rollout is not', async () => {
  for (let version = 10; version < 25; version += 1) {
    const raced = await uploaded(String(version));
    const request = { imageId: raced, espids: [offline], strategy: 'all' };
    const [begun, deleted] = await Promise.all([
      owner.api('POST', '/api/firmware/rollouts', request),
      owner.api('DELETE', `/api/firmware/images/${raced}`),
    ]);
    expect([
      [202, 409],
      [404, 204],
    ]).toContainEqual([begun.status, deleted.status]);
    if (begun.status === 202) await owner.api('POST', `/api/firmware/rollouts/${begun.body.id}/stop`);
  }
});

test.each([
  ['PATCH', '/api/firmware/images/1', { version: '1', notes: 'a\0b' }],
  ['PATCH', '/api/firmware/images/1', { version: '1', notes: 'half \ud800 of a sign' }],
  ['POST', '/api/firmware/images?fileName=a.bin&notes=%00', undefined],
  ['POST', '/api/firmware/rollouts', { imageId: 3_000_000_000, espids: [espid], strategy: 'all' }],
  ['GET', `/api/device/${espid}/commands?kind=event&target=a%00b`, undefined],
  ['GET', `/api/device/${espid}/log?search=%00`, undefined],
  ['POST', `/api/device/${espid}/event`, { name: 'led', value: 'half \ud800 of a sign' }],
])('%s %s with what the database cannot keep is a bad request', async (method, path, body) => {
  expect((await owner.api(method, path, body)).status).toBe(400);
});

test('notes of an image keep their lines', async () => {
  const notes = 'First line\n\tsecond line 🌱';
  const { body } = await owner.api('PATCH', `/api/firmware/images/${imageId}`, { version: '1', notes });
  expect(body.notes).toBe(notes);
});

// The last one: a board is sent the update when it has been connected for some seconds.
test('a board that leaves while its token is looked up does not keep the place of a download', async () => {
  await owner.api('POST', '/api/firmware/rollouts', { imageId: await uploaded('2'), espids: [espid], strategy: 'all' });
  const token = (await board.message('ota/start')).text;
  await withLocked('firmware_images', () =>
    requestAndLeave(
      `GET /api/ota/${token}/update HTTP/1.0\r\nUser-Agent: ESP32-http-Update\r\nx-ESP32-sta-mac: 24:6F:0A:7C:2C:3D\r\n\r\n`,
    ),
  );
  await expect
    .poll(async () => (await owner.api('GET', `/api/device/${espid}/firmware`)).body.jobs[0])
    .toMatchObject({ state: 'failed', reason: expect.stringContaining('connection broke') });
});
