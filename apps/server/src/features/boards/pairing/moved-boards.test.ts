import { boardPassword } from '@cyno/device-protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCore } from '../../../../test/core.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { silentLogger } from '../../../../test/log.ts';
import { createDevices } from '../devices/index.ts';
import { HomeNetworks } from './home-networks.ts';
import { BoardLogin, type BoardLoginDeps } from './pairing.mqtt.ts';

let db: TestDatabase;
let made: ReturnType<typeof createDevices>;
beforeAll(async () => {
  db = await createTestDatabase();
  const plans = { deviceCapacity: () => ({ planName: 'Self-hosted', devices: null, newPerHour: null }) };
  const accounts = { timeZoneOf: () => 'UTC' };
  made = createDevices(testCore({ database: db.database }), { accounts, plans, variablesOf: () => [] });
  await made.start();
});
afterAll(async () => {
  await made.stop();
  await db.drop();
});

test('a board that signs in with another key while it is handed over is refused, and its device keeps its own', async () => {
  const { pool } = db.database;
  const { devices, deviceLog } = made;
  const accounts = await pool.query<{ id: number }>(
    `insert into accounts (email) values ('ann@example.com'), ('bob@example.com') returning id`,
  );
  const [ann, bob] = accounts.rows.map(({ id }) => id) as [number, number];
  const keys = await pool.query<{ id: number }>(
    `insert into connection_keys (account_id, key) values ($1, 'key') returning id`,
    [ann],
  );
  const key = { id: keys.rows[0]?.id ?? 0, current: true };
  const device = await devices.add({ accountId: ann, espid: 'BOARD', verifiedKeyId: null });
  if (!device) throw new Error('There is no device.');
  const pairing = { homes: new HomeNetworks(), findKey: async () => key };
  const login = new BoardLogin({
    ...{ pairing, devices, deviceLog, log: silentLogger },
    findAccountByEmail: async () => ({ id: ann }),
  } as unknown as BoardLoginDeps);

  const transfer = await pool.connect();
  await transfer.query('begin');
  await transfer.query('update devices set account_id = $1 where id = $2', [bob, device.id]);
  const username = 'ann@example.com/key';
  const request = { clientId: 'BOARD', username, password: boardPassword, remoteAddress: '192.0.2.1' };
  const decision = login.authenticate(request);
  const waiting = async () =>
    (await pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount;
  await expect.poll(waiting).toBe(1);
  await devices.handOver(device, bob, async () => {
    await transfer.query('commit');
    return { order: 0, verifiedKeyId: null };
  });
  transfer.release();

  expect(await decision).toEqual({ allow: false, returnCode: 3 });
  const { rows } = await pool.query('select account_id, verified_key_id from devices');
  expect(rows).toEqual([{ account_id: bob, verified_key_id: null }]);
  expect(device.verifiedKeyId).toBeNull();
});
