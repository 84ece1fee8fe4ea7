import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCore } from '../../../../test/core.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import type { Listening } from '../../../platform/database/index.ts';
import { followClusterEvents } from './cluster-events.ts';
import { createDevices } from './index.ts';

const limit = { planName: 'Self-hosted', devices: null, newPerHour: null };
/** Called when a row was read, before what follows from it. */
let afterFind = async (): Promise<void> => {};
let underWay = 0;
/** Called before the owners of all devices are read. */
let beforeOwners = async (): Promise<void> => {};
let db: TestDatabase;
let made: ReturnType<typeof createDevices>;
let following: Listening;
let owner = 0;
let heir = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.database.pool.query<{ id: number }>(
    `insert into accounts (email) values ('ann@example.com'), ('bob@example.com') returning id`,
  );
  [owner, heir] = rows.map(({ id }) => id) as [number, number];
  const plans = { deviceCapacity: () => limit };
  const core = testCore({ database: db.database });
  made = createDevices(core, { accounts: { timeZoneOf: () => 'UTC' }, plans, variablesOf: () => [] });
  const { devices, repository } = made;
  const find = async (id: number) => {
    underWay += 1;
    const stored = await repository.find(id);
    await afterFind();
    underWay -= 1;
    return stored;
  };
  const listOwners = async () => {
    await beforeOwners();
    return repository.listOwners();
  };
  const reads = { ...repository, find, listOwners };
  following = await followClusterEvents(db.database, silentLogger, { devices, repository: reads });
});
afterAll(async () => {
  await following.stop();
  await made.stop();
  await db.drop();
});

async function add(espid: string) {
  const device = await made.devices.add({ accountId: owner, espid, verifiedKeyId: null });
  if (!device) throw new Error('The device was not added.');
  return device;
}

test('what another server hands over or deletes goes', async () => {
  const [moved, deleted] = [await add('ESP-1'), await add('ESP-2')];
  await db.database.pool.query('update devices set account_id = $2 where id = $1', [moved.id, heir]);
  await db.database.pool.query('update devices set deleted_at = now() where id = $1', [deleted.id]);
  await expect.poll(() => made.devices.findById(deleted.id)).toBeUndefined();
  await expect.poll(() => made.devices.findOwned(heir, 'ESP-1')).toBe(moved);
});

test('a device that is restored while the notification of its deletion is read stays', async () => {
  const { id } = await add('ESP-3');
  const removed = Promise.withResolvers<void>();
  let restored = false;
  afterFind = async () => {
    afterFind = async () => {};
    await removed.promise;
    await made.devices.restore(owner, 'ESP-3');
    restored = true;
  };
  await made.devices.remove(owner, 'ESP-3');
  removed.resolve();
  await expect.poll(() => restored && underWay === 0).toBe(true);
  expect(made.devices.findOwned(owner, 'ESP-3')).toMatchObject({ id });
});

test('what could not be read is read again', async () => {
  const { id } = await add('ESP-4');
  const failOnce = (then: () => void) => async () => {
    then();
    throw new Error('Connection terminated unexpectedly');
  };
  afterFind = failOnce(() => {
    afterFind = async () => {};
  });
  beforeOwners = failOnce(() => {
    beforeOwners = async () => {};
  });
  await db.database.pool.query('delete from devices where id = $1', [id]);
  await expect.poll(() => made.devices.findById(id)).toBeUndefined();
});
