import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { devicesRepository } from './devices.repository.ts';
import { addDevices, type NewDevice } from './new-devices.sql.ts';
import { NewDevices } from './new-devices.ts';

let db: TestDatabase;
let accounts: number[];
let serial = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.database.pool.query<{ id: number }>(
    `insert into accounts (email) values ('ann@example.com'), ('bob@example.com') returning id`,
  );
  accounts = rows.map(({ id }) => id);
});
afterAll(() => db.drop());

const newEspid = () => {
  serial += 1;
  return `ESP-${serial}`;
};
const board = (account: number, espid: string, more: Partial<NewDevice> = {}): NewDevice => ({
  accountId: accounts[account] ?? 0,
  espid,
  family: 'other',
  verifiedKeyId: null,
  unlessDeleted: false,
  ...more,
});
const add = (...wanted: NewDevice[]) => addDevices(db.database, wanted);
const remove = (espid: string) =>
  db.database.pool.query('update devices set deleted_at = now() where espid = $1', [espid]);
const rowsOf = async (account: number) => {
  const { rows } = await db.database.pool.query<{ espid: string; order: number; created_at: Date }>(
    'select espid, "order", created_at from devices where account_id = $1 order by "order"',
    [accounts[account]],
  );
  return rows;
};

test('200 boards that come at once are added by a few statements, each at a place of its own', async () => {
  const repository = devicesRepository(db.database);
  const notified: number[] = [];
  const devices = new NewDevices({
    addAll: (wanted) => repository.addAll(wanted),
    added: (added) => notified.push(added.length),
  });
  const before = (await rowsOf(0)).length;
  const espids = Array.from({ length: 200 }, newEspid);
  const added = await Promise.all(espids.map((espid) => devices.add(board(0, espid))));
  expect(added.map((device) => device?.espid)).toEqual(espids);
  const rows = (await rowsOf(0)).slice(before);
  expect(rows.map(({ espid }) => espid)).toEqual(espids);
  expect(new Set(rows.map(({ order }) => order)).size).toBe(200);
  // The time of a row is that of its transaction.
  expect(new Set(rows.map(({ created_at }) => created_at.getTime())).size).toBe(1);
  expect(notified).toEqual([200]);
});

test('each account has an order of its own', async () => {
  const [first, second, third] = [newEspid(), newEspid(), newEspid()];
  const last = (await rowsOf(0)).at(-1)?.order ?? -1;
  await add(board(0, first), board(1, second), board(0, third));
  expect((await rowsOf(0)).slice(-2)).toMatchObject([
    { espid: first, order: last + 1 },
    { espid: third, order: last + 2 },
  ]);
  expect((await rowsOf(1)).at(-1)).toMatchObject({ espid: second, order: 0 });
});

test('a board of somebody else is taken, and the others of the statement are added', async () => {
  const [theirs, mine] = [newEspid(), newEspid()];
  await add(board(1, theirs));
  expect(await add(board(0, theirs), board(0, mine))).toEqual(['taken', expect.objectContaining({ espid: mine })]);
});

test('a deleted board comes back as what it was, unless it is to be left alone', async () => {
  const espid = newEspid();
  const [first] = await add(board(0, espid));
  await remove(espid);
  expect(await add(board(0, espid, { unlessDeleted: true }))).toEqual(['deleted']);
  expect(await add(board(0, espid))).toEqual([
    expect.objectContaining({ id: (first as { id: number }).id, deletedAt: null }),
  ]);
});

test('a deleted board that somebody else has meanwhile is taken', async () => {
  const espid = newEspid();
  await add(board(0, espid));
  await remove(espid);
  await add(board(1, espid));
  expect(await add(board(0, espid))).toEqual(['taken']);
});

test('of two accounts that want a board at once one gets it, and two logins of one board get one device', async () => {
  const repository = devicesRepository(db.database);
  const devices = new NewDevices({ addAll: (wanted) => repository.addAll(wanted), added: () => undefined });
  const espid = newEspid();
  const [first, again, theirs] = await Promise.allSettled([
    devices.add(board(0, espid)),
    devices.add(board(0, espid)),
    devices.add(board(1, espid)),
  ]);
  expect(first).toMatchObject({ status: 'fulfilled', value: { espid } });
  expect(again).toEqual(first);
  expect(theirs).toMatchObject({ status: 'rejected', reason: { status: 400 } });
});

test('a board of an account that was removed meanwhile keeps no other one out', async () => {
  const repository = devicesRepository(db.database);
  const devices = new NewDevices({ addAll: (wanted) => repository.addAll(wanted), added: () => undefined });
  const [gone, espid] = [newEspid(), newEspid()];
  const results = await Promise.allSettled([
    devices.add({ ...board(0, gone), accountId: 999_999 }),
    devices.add(board(0, espid)),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
});
