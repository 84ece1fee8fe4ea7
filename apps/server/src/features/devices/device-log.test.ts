import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { createMetrics } from '../../platform/metrics/index.ts';
import { createDeviceLog } from './device-log.ts';

const deviceCount = 400;
/** What one device may write at once. */
const burst = 60;

let db: TestDatabase;
const query = (sql: string) => db.database.pool.query(sql);

beforeAll(async () => {
  db = await createTestDatabase();
  await query(`with owner as (insert into accounts (email) values ('ann@example.com') returning id)
    insert into devices (account_id, espid, name, "order", family)
    select owner.id, 'ESP-' || n, 'ESP-' || n, n, 'other' from owner, generate_series(1, ${deviceCount}) as n`);
});
afterAll(() => db.drop());

test('keeps no more than 10,000 lines while the database is away, and counts what is lost', async () => {
  const metrics = createMetrics();
  const log = createDeviceLog({ database: db.database, clock: { now: () => 1_000 }, log: silentLogger, metrics });
  const { rows } = await query('select id from devices order by id');
  const ids = rows.map(({ id }) => Number(id));
  const write = (some: number[]) => {
    for (const id of some) for (let n = 0; n < burst; n += 1) log.append(id, 'debug', `line ${n}`);
  };
  await query('alter table device_log rename to device_log_away');
  // 12,000 lines fill the memory; while these are being written as many again come.
  write(ids.slice(0, deviceCount / 2));
  const writing = log.flush();
  await Promise.resolve();
  write(ids.slice(deviceCount / 2));
  await writing;
  await query('alter table device_log_away rename to device_log');
  await log.flush();
  const kept = await query('select count(*)::int as lines from device_log');
  expect(kept.rows[0]?.lines).toBe(10_000);
  expect(await metrics.getSingleMetricAsString('cyno_device_log_dropped_total')).toMatch(/reason="full"} 14000$/m);
});
