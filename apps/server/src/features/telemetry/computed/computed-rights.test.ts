import type { ComputedList, DeviceOffer } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestBoard } from '../../../../test/boards/test-board.ts';
import { startTestServer, type TestServer, type TestUser } from '../../../../test/server.ts';

let server: TestServer;
let owner: TestUser;
let manager: TestUser;
let serial = 0;
let farm: { espid: string; board: TestBoard };
let tank: { espid: string; board: TestBoard };

beforeAll(async () => {
  server = await startTestServer({ BILLING: 'manual' });
  owner = await server.signup('owner@example.com');
  manager = await server.signup('manager@example.com');
  const ids = await server.database.pool.query('select id from accounts');
  for (const { id } of ids.rows) await owner.api('POST', `/api/admin/users/${id}/plan`, { plan: 'pro' });
});
afterAll(() => server.stop());

async function connect(user: TestUser) {
  serial += 1;
  const espid = `ESP32-D0WDQ6-100_f0${serial.toString(16).padStart(6, '0')}`;
  const { board } = await server.board({ espid, username: `${user.email}/${await user.connectionKey()}` });
  return { espid, board };
}
async function sends({ board }: { board: TestBoard }, values: object): Promise<void> {
  board.publish('data/update', JSON.stringify(values), 1);
  await board.message('data/update');
}
const of = (espid: string, path = '') => `/api/device/${encodeURIComponent(espid)}${path}`;
const written = (espid: string) => ({ formula: `near + value("${espid}", "far")`, unit: null, label: null });
const save = (user: TestUser, espid: string) => user.api('PUT', of(farm.espid, '/computed/sum'), written(espid));
const formulaFor = async (user: TestUser, espid = farm.espid) =>
  ((await user.api('GET', of(espid, '/computed'))).body as ComputedList).variables[0];
const settled = (user = owner) => expect.poll(async () => (await formulaFor(user))?.recomputed).toBeNull();
async function accept(user: TestUser, espid: string): Promise<void> {
  const { offers } = (await user.api('GET', '/api/offers')).body as { offers: DeviceOffer[] };
  const offer = offers.find((one) => one.espid === espid);
  expect((await user.api('POST', `/api/offers/${offer?.id}/accept`)).status).toBe(200);
}
async function share(espid: string, role: string): Promise<void> {
  await owner.api('POST', of(espid, '/shares'), { email: manager.email, role, expiresAt: null });
  await accept(manager, espid);
}
async function unshare(espid: string): Promise<void> {
  const { shares } = (await owner.api('GET', of(espid, '/shares'))).body as { shares: { id: number }[] };
  for (const { id } of shares) await owner.api('DELETE', of(espid, `/shares/${id}`));
}
async function storedSums(): Promise<number[]> {
  const { rows } = await server.database.pool.query<{ number: number }>(
    `SELECT numbers[slot] AS number FROM telemetry JOIN variables USING (device_id) JOIN devices ON devices.id = device_id
     WHERE espid = $1 AND key = 'sum' AND numbers[slot] IS NOT NULL ORDER BY at`,
    [farm.espid],
  );
  return rows.map(({ number }) => number);
}

beforeEach(async () => {
  await server.database.pool.query('delete from throttle_counts');
  farm = await connect(owner);
  tank = await connect(owner);
  await sends(farm, { near: 1 });
  await sends(tank, { far: 10 });
});

describe('a formula reads no device that its author may not view', () => {
  test('neither of another account, nor one that is not there, and both are refused alike', async () => {
    const foreign = await connect(manager);
    await sends(foreign, { far: 77 });
    for (const espid of [foreign.espid, 'ESP32-D0WDQ6-100_00000000']) {
      const refused = await save(owner, espid);
      expect(refused).toMatchObject({
        status: 400,
        body: { error: `You have no device “${espid}” with a variable “far”.` },
      });
      const preview = { ...written(espid), key: null, hours: 1, label: undefined };
      expect((await owner.api('POST', of(farm.espid, '/computed/preview'), preview)).status).toBe(400);
    }
  });

  test('nor one of their own on the device of somebody who shares with them', async () => {
    const own = await connect(manager);
    await sends(own, { far: 77 });
    await share(farm.espid, 'manager');
    expect((await save(manager, own.espid)).status).toBe(400);
    expect((await save(manager, tank.espid)).status).toBe(400);
    expect((await save(owner, own.espid)).status).toBe(400);
  });

  test('a share that is revoked stops the formulas of that person at once; their ids are hidden from others', async () => {
    await share(farm.espid, 'manager');
    await share(tank.espid, 'viewer');
    expect((await save(manager, tank.espid)).status).toBe(200);
    await settled();
    await sends(tank, { far: 20 });
    await expect.poll(storedSums).toEqual([11, 21]);
    await unshare(tank.espid);
    await sends(tank, { far: 30 });
    await sends(farm, { near: 2 });
    expect(await storedSums()).toEqual([11, 21]);
    expect(await formulaFor(manager)).toMatchObject({
      problem: expect.stringMatching(/^Its author may not view the device “ESP32-D0WDQ6-100_f0.*” any more\./),
    });
    // With the rights of the owner it continues, and the manager sees what comes of it, not where from.
    expect((await save(owner, tank.espid)).status).toBe(200);
    await settled();
    await expect.poll(storedSums).toEqual([11, 21, 31, 32]);
    const seen = { formula: 'near + value("…", "far")' };
    expect(await formulaFor(manager)).toMatchObject({ ...seen, problem: null });
    // What they read cannot be saved in the place of what the owner wrote.
    const saved = await manager.api('PUT', of(farm.espid, '/computed/sum'), { ...written(tank.espid), ...seen });
    expect([saved.status, JSON.stringify(saved.body)]).toEqual([400, expect.not.stringContaining(tank.espid)]);
    expect(await formulaFor(owner)).toMatchObject({ formula: written(tank.espid).formula, problem: null });
    expect((await save(manager, tank.espid)).status).toBe(400);
  });
});

describe('a device that is given away', () => {
  const give = async (espid: string) => {
    expect((await owner.api('POST', of(espid, '/transfer'), { email: manager.email, espid })).status).toBe(201);
    await accept(manager, espid);
  };

  test('is read no more by formulas of its former owner', async () => {
    await save(owner, tank.espid);
    await settled();
    await give(tank.espid);
    const board = await server.board({
      espid: tank.espid,
      username: `${manager.email}/${await manager.connectionKey()}`,
    });
    await sends(board, { far: 99 });
    await sends(farm, { near: 2 });
    expect(await storedSums()).toEqual([11]);
    expect((await formulaFor(owner))?.problem).toContain('which is deleted or belongs to somebody else now.');
    expect((await save(owner, tank.espid)).status).toBe(400);
  });

  test('takes its formulas along, which read nothing of the former owner and do not name it', async () => {
    await save(owner, tank.espid);
    await settled();
    await give(farm.espid);
    await sends(tank, { far: 99 });
    expect(await storedSums()).toEqual([11]);
    expect(await formulaFor(manager)).toMatchObject({
      formula: 'near + value("…", "far")',
      problem: 'It reads another device, which is deleted or belongs to somebody else now. Change the formula.',
    });
  });
});

test('a device that is deleted is missed, and read again when it is back', async () => {
  await save(owner, tank.espid);
  await settled();
  await owner.api('DELETE', of(tank.espid));
  await sends(farm, { near: 2 });
  expect(await storedSums()).toEqual([11]);
  expect((await formulaFor(owner))?.problem).toContain('which is deleted or belongs to somebody else now.');
  expect((await owner.api('POST', of(tank.espid, '/restore'))).status).toBe(200);
  expect((await formulaFor(owner))?.problem).toBeNull();
  await sends(farm, { near: 3 });
  await expect.poll(storedSums).toEqual([11, 12, 13]);
});

test('a variable that only a formula of a deleted device reads can be deleted', async () => {
  const twice = of(tank.espid, '/computed/twice');
  expect((await owner.api('PUT', twice, { formula: 'far * 2', unit: null, label: null })).status).toBe(200);
  const reads = { formula: `value("${tank.espid}", "twice")`, unit: null, label: null };
  expect((await owner.api('PUT', of(farm.espid, '/computed/sum'), reads)).status).toBe(200);
  expect((await owner.api('DELETE', twice)).body).toMatchObject({ reason: 'read_by_formula' });
  await owner.api('DELETE', of(farm.espid));
  expect((await owner.api('DELETE', twice)).status).toBe(200);
  expect((await owner.api('POST', of(farm.espid, '/restore'))).status).toBe(200);
  expect((await formulaFor(owner))?.problem).toContain('does not have any more');
});
