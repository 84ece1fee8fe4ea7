import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts';
import { silentLogger } from '../../../../../test/log.ts';
import { asAccount, watchRequesters } from '../../../../../test/requesters.ts';
import { EventBus } from '../../../../platform/bus/index.ts';
import { createMetrics } from '../../../../platform/metrics/index.ts';
import { createDeviceLog } from './device-log.ts';

const deviceCount = 400;
/** What one device may write at once. */
const burst = 60;

const bus = new EventBus({ log: silentLogger });
let db: TestDatabase;
const query = (sql: string) => db.database.pool.query(sql);

beforeAll(async () => {
  db = await createTestDatabase();
  await query(`with owner as (insert into accounts (email) values ('ann@example.com') returning id)
    insert into devices (account_id, espid, name, "order", family)
    select owner.id, 'ESP-' || n, 'ESP-' || n, n, 'other' from owner, generate_series(1, ${deviceCount}) as n`);
});
afterAll(() => db.drop());
beforeEach(() => query('delete from device_log'));

const firstDevice = async () => Number((await query('select min(id) as id from devices')).rows[0]?.id);
const storedFor = async (deviceId: number) =>
  (await query(`select kind, count(*)::int as lines from device_log where device_id = ${deviceId} group by kind`)).rows;

test('a stranger who is refused for weeks pushes out no other line', async () => {
  const clock = { at: 1_000, now: () => clock.at };
  const log = createDeviceLog({ database: db.database, bus, clock, log: silentLogger, metrics: createMetrics() });
  const id = await firstDevice();
  log.append(id, 'connected', 'connected from 10.0.0.7');
  await log.flush();
  // As many minutes as the log has lines, two tries in each.
  for (let minute = 0; minute < 10_500; minute += 1) {
    clock.at += 61_000;
    for (let n = 0; n < 2; n += 1) log.append(id, 'refused', 'refused a connection from 192.0.2.1');
    if (minute % 300 === 0) await log.flush();
  }
  await log.flush();
  await log.prune();
  expect(new Map((await storedFor(id)).map(({ kind, lines }) => [kind, lines]))).toEqual(
    new Map([
      ['connected', 1],
      ['refused', 1_000],
    ]),
  );
});

test('refusals take no place of other lines in memory while the database is away', async () => {
  const metrics = createMetrics();
  const clock = { at: 1_000, now: () => clock.at };
  const log = createDeviceLog({ database: db.database, bus, clock, log: silentLogger, metrics });
  const id = await firstDevice();
  await query('alter table device_log rename to device_log_away');
  for (let n = 0; n < 12_000; n += 1) {
    clock.at += 61_000;
    log.append(id, 'refused', `refusal ${n}`);
  }
  await log.flush();
  for (let n = 0; n < burst; n += 1) log.append(id, 'debug', `line ${n}`);
  await log.flush();
  await query('alter table device_log_away rename to device_log');
  await log.flush();
  expect(await storedFor(id)).toEqual(
    expect.arrayContaining([
      { kind: 'debug', lines: burst },
      { kind: 'refused', lines: 1_000 },
    ]),
  );
  expect(await metrics.getSingleMetricAsString('cyno_device_log_dropped_total')).toMatch(/reason="full"} 11000$/m);
});

test('keeps no more than 10,000 lines while the database is away, and counts what is lost', async () => {
  const metrics = createMetrics();
  const log = createDeviceLog({ database: db.database, bus, clock: { now: () => 1_000 }, log: silentLogger, metrics });
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
  const accepted = await query('select count(*)::int as lines from device_log');
  expect(accepted.rows[0]?.lines).toBe(10_000);
  expect(await metrics.getSingleMetricAsString('cyno_device_log_dropped_total')).toMatch(/reason="full"} 14000$/m);
});

test('the lines of all boards are written for the server, anyone who waits for them', async () => {
  const clock = { now: () => 1_000 };
  const log = createDeviceLog({ database: db.database, bus, clock, log: silentLogger, metrics: createMetrics() });
  log.append(await firstDevice(), 'connected', 'connected from 10.0.0.7');
  const requesters = watchRequesters(db.database.pool);
  await asAccount(() => log.flush());
  expect(requesters).toEqual(new Set(['server']));
});

test('a board that writes all the time does not wait for the night: its ring is pruned each hour, and no other is read', async () => {
  const clock = { at: 1_000, now: () => clock.at };
  const log = createDeviceLog({ database: db.database, bus, clock, log: silentLogger, metrics: createMetrics() });
  const id = await firstDevice();
  await query(`insert into device_log (device_id, at, kind, text)
    select device, 0, 'debug', 'old' from generate_series(1, 10500), unnest(array[${id}, ${id + 1}]) as device`);
  for (let minute = 0; minute < 20; minute += 1) {
    clock.at += 61_000;
    for (let n = 0; n < burst; n += 1) log.append(id, 'debug', 'new');
  }
  log.append(id + 1, 'debug', 'new');
  await log.flush();
  await log.pruneBusy();
  expect([await storedFor(id), await storedFor(id + 1)]).toEqual([
    [{ kind: 'debug', lines: 10_000 }],
    [{ kind: 'debug', lines: 10_501 }],
  ]);
  expect((await query("select count(*)::int as lines from device_log where text = 'new'")).rows[0].lines).toBe(1_201);
  await log.prune();
  expect(await storedFor(id + 1)).toEqual([{ kind: 'debug', lines: 10_000 }]);
});
