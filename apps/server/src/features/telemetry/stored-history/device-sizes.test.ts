import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { isCanceled, readsOf } from '../../../platform/database/index.ts';
import { type DeviceSizesRepository, deviceSizesRepository } from './device-sizes.repository.ts';
import { DeviceSizes, type SizedDevice } from './device-sizes.service.ts';

const hour = 3_600_000;
const day = 24 * hour;
const noLimits = { rawDays: null, rollupDays: null };
const tables = {
  messages: ['telemetry', 'telemetry_packed'],
  rollups: ['rollup_1m', 'rollup_5m', 'rollup_1h', 'rollup_1d', 'rollup_packed'],
} as const;

let bench: TelemetryBench;
/** Twelve days of a message a minute, and nine of one each ten minutes that ended twelve days ago; the third began this morning. */
let devices: { fast: number; ended: number; fresh: number };

beforeAll(async () => {
  bench = await createTelemetryBench();
  const [fast, ended, fresh] = [
    await bench.addDevice('fast'),
    await bench.addDevice('ended'),
    await bench.addDevice('fresh'),
  ];
  devices = { fast: fast.id, ended: ended.id, fresh: fresh.id };
  const { pool } = bench.database;
  bench.clock.at = noon - 40 * day;
  for (const board of [fast, ended, fresh]) await bench.send(board, { temp: 0, humid: 1, soil: 2, light: 3 }).stored;
  await pool.query('DELETE FROM telemetry');
  const insert = (id: number, { stepMs, from, to }: { stepMs: number; from: number; to: number }) =>
    pool.query(
      `INSERT INTO telemetry (at, device_id, numbers)
       SELECT $2::bigint + n * $3::bigint, $1,
         ARRAY[round((20 + 5 * sin(n / 50.0))::numeric, 2), n % 900, 2100 + n * 7919 % 50, round((n * 104729 % 1000 / 10.0)::numeric, 1)]::float8[]
       FROM generate_series(0, ($4::bigint - $2::bigint) / $3::bigint - 1) AS n`,
      [id, from, stepMs, to],
    );
  await bench.telemetry.imports.store(fast, [{ at: noon - 31 * day, values: { temp: 1 } }], false);
  await pool.query('DELETE FROM telemetry');
  await insert(fast.id, { stepMs: 60_000, from: noon - 12 * day, to: noon });
  await insert(ended.id, { stepMs: 600_000, from: noon - 21 * day, to: noon - 12 * day });
  await insert(fresh.id, { stepMs: 60_000, from: noon - 20 * hour, to: noon });
  await pool.query(
    'INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT DISTINCT device_id, at - at % $1 FROM telemetry',
    [hour],
  );
  bench.clock.at = noon;
  await bench.telemetry.updateRollups();
  await bench.telemetry.pack();
});
afterAll(() => bench.close());

const count = (limits: SizedDevice['limits'], ids = Object.values(devices)) => {
  const sizes = new DeviceSizes({
    repository: deviceSizesRepository(readsOf(bench.database.pool)),
    clock: bench.clock,
    log: silentLogger,
  });
  return sizes.of(
    'all',
    ids.map((id) => ({ id, limits })),
  );
};
const sizeOf = async (id: number, limits: SizedDevice['limits'] = noLimits) => {
  const found = (await count(limits))?.devices.find(({ deviceId }) => deviceId === id);
  if (!found) throw new Error('The device is not there.');
  return found;
};
/** What one table has of a device by the rows themselves. */
const dataOf = async (table: string, deviceId: number, from = 0, to = noon + day) => {
  const bytes = table.endsWith('_packed') ? 'octet_length(data)' : `pg_column_size(${table}.*)`;
  const { rows } = await bench.database.pool.query(
    `SELECT coalesce(sum(${bytes}), 0)::float8 AS bytes, count(*) AS rows FROM ${table} WHERE device_id = $1 AND at >= $2 AND at < $3`,
    [deviceId, from, to],
  );
  return { bytes: Number(rows[0].bytes), rows: Number(rows[0].rows) };
};

describe('what a device takes', () => {
  test('is the sum of its rows in all tables, with what each row takes besides', async () => {
    for (const id of Object.values(devices)) {
      let bytes = 0;
      for (const table of [...tables.messages, ...tables.rollups]) {
        const found = await dataOf(table, id);
        bytes += found.bytes + found.rows * (table.endsWith('_packed') ? 110 : 45);
      }
      expect((await sizeOf(id)).bytes / bytes).toBeCloseTo(1, 4);
    }
  });

  test('is about what the tables take on the disk', async () => {
    const all = [...tables.messages, ...tables.rollups];
    const { pool } = bench.database;
    // What rows left behind that were packed since is no history.
    for (const table of all) await pool.query(`VACUUM FULL ${table}`);
    const { rows } = await pool.query<{ bytes: number }>(
      `SELECT sum(pg_relation_size(relid) + pg_indexes_size(relid))::float8 AS bytes
       FROM unnest($1::text[]) AS name, LATERAL pg_partition_tree(name::regclass) UNION ALL
       SELECT sum(pg_relation_size(name::regclass) + pg_indexes_size(name::regclass))::float8 FROM unnest($2::text[]) AS name`,
      [['telemetry'], all.filter((table) => table !== 'telemetry')],
    );
    const onDisk = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    const { bytes } = (await count(noLimits)) ?? {};
    expect(Number(bytes) / onDisk).toBeGreaterThan(0.85);
    expect(Number(bytes) / onDisk).toBeLessThan(1.15);
  });
});

describe('what a device will take in a year', () => {
  test('is what it has and 365 days of the last week', async () => {
    const { bytes, yearBytes } = await sizeOf(devices.fast);
    const week = await dataOf('telemetry_packed', devices.fast, noon - 12 * hour - 7 * day, noon - 12 * hour);
    expect(week.rows).toBe(7 * 24);
    const fine = await dataOf('rollup_packed', devices.fast, noon - 36 * hour - 7 * day, noon - 36 * hour);
    let perDay = (week.bytes + fine.bytes + 110 * (week.rows + fine.rows)) / 7;
    for (const table of ['rollup_1h', 'rollup_1d']) {
      const rows = await dataOf(table, devices.fast, noon - 36 * hour - 7 * day, noon - 36 * hour);
      perDay += (rows.bytes + 45 * rows.rows) / 7;
    }
    expect(yearBytes).toBeCloseTo(bytes + 365 * perDay, 3);
  });

  test('is what the plan keeps: messages of 30 days, and their rollups of a minute afterwards', async () => {
    const unlimited = await sizeOf(devices.fast);
    const free = await sizeOf(devices.fast, { rawDays: 30, rollupDays: 365 });
    const short = await sizeOf(devices.fast, { rawDays: 30, rollupDays: 30 });
    expect(free.bytes).toBe(unlimited.bytes);
    // At a message a minute its rollups take what it took; what is there now is gone by then.
    expect(free.yearBytes).toBeCloseTo(Number(unlimited.yearBytes) - unlimited.bytes, 3);
    expect(short.yearBytes).toBeCloseTo((Number(free.yearBytes) * 30) / 365, 3);
  });

  test('holds what a plan of more than a year keeps of what there is', async () => {
    const { bytes, yearBytes } = await sizeOf(devices.ended, { rawDays: 365 + 16, rollupDays: 365 + 16 });
    const maker = await sizeOf(devices.ended, { rawDays: 365, rollupDays: 5 * 365 });
    // Its messages become rollups of a minute, at one in ten minutes about as large.
    expect(maker.yearBytes).toBe(bytes);
    expect(bytes).toBeGreaterThan(0);
    const { rows } = await bench.database.pool.query(
      'SELECT sum(octet_length(data) + 110)::float8 AS bytes FROM telemetry_packed WHERE device_id = $1 AND at >= $2',
      [devices.ended, noon - 16 * day],
    );
    expect(Number(yearBytes)).toBeGreaterThan(rows[0].bytes);
    expect(Number(yearBytes)).toBeLessThan(bytes / 2);
  });

  test('of a device that sends nothing any more is what it has', async () => {
    const { bytes, yearBytes } = await sizeOf(devices.ended);
    expect(yearBytes).toBe(bytes);
  });

  test('of a new device is not known', async () => {
    expect((await sizeOf(devices.fresh)).yearBytes).toBeNull();
    const all = await count(noLimits);
    const [fast, ended, fresh] = [await sizeOf(devices.fast), await sizeOf(devices.ended), await sizeOf(devices.fresh)];
    expect(all).toMatchObject({ newDevices: 1, bytes: fast.bytes + ended.bytes + fresh.bytes });
    expect(all?.yearBytes).toBeCloseTo(Number(fast.yearBytes) + Number(ended.yearBytes) + fresh.bytes, 3);
    expect(all?.addedBytes).toBeCloseTo(Number(fast.yearBytes) - fast.bytes, 3);
    expect(all?.devices.map(({ deviceId }) => deviceId)[0]).toBe(devices.fast);
  });
});

test('of more than fifty devices those are counted that grow most, and all of the growth', async () => {
  const others = Array.from({ length: 60 }, (_, index) => 1_000_000 + index);
  const found = await count(noLimits, [...others, ...Object.values(devices)]);
  expect(found?.devices).toHaveLength(50);
  expect(found?.devices[0]?.deviceId).toBe(devices.fast);
  expect(found).toMatchObject({ bytes: null, yearBytes: null, newDevices: 61 });
  expect(found?.addedBytes).toBe((await count(noLimits))?.addedBytes);
});

test('what was counted counts for five minutes, and what is under way for everybody who requests it', async () => {
  const { listWithin, listNow } = deviceSizesRepository(readsOf(bench.database.pool));
  let counts = 0;
  const counting: DeviceSizesRepository = {
    listWithin,
    listNow(given) {
      counts++;
      return listNow(given);
    },
  };
  const clock = { at: noon, now: () => clock.at };
  const sizes = new DeviceSizes({ repository: counting, clock, log: silentLogger });
  const request = () => sizes.of('1', [{ id: devices.fast, limits: noLimits }]);
  const [first, second] = await Promise.all([request(), request()]);
  expect(second).toBe(first);
  clock.at += 299_999;
  expect(await request()).toBe(first);
  expect(counts).toBe(1);
  clock.at += 1;
  expect((await request())?.countedAt).toBe(clock.at);
  expect(counts).toBe(2);
});

test('where not all can be counted in time, those are listed that were', async () => {
  const { listWithin, listNow } = deviceSizesRepository(readsOf(bench.database.pool));
  const canceled = Object.assign(new Error('canceling statement due to statement timeout'), {
    code: '57014',
    severity: 'ERROR',
  });
  let isFirst = true;
  const slow: DeviceSizesRepository = {
    listWithin,
    listNow(given) {
      if (!isFirst) return Promise.reject(canceled);
      isFirst = false;
      return listNow(given);
    },
  };
  const sizes = new DeviceSizes({ repository: slow, clock: bench.clock, log: silentLogger });
  const ids = [...Object.values(devices), 1_000_000, 1_000_001, 1_000_002];
  const found = await sizes.of(
    '1',
    ids.map((id) => ({ id, limits: noLimits })),
  );
  expect(found?.devices).toHaveLength(5);
  expect(found).toMatchObject({ bytes: null, yearBytes: null });
  expect(found?.addedBytes).toBe((await count(noLimits))?.addedBytes);
});

test('what takes the database too long is not counted', async () => {
  const { pool } = bench.database;
  const error = await pool.query('SET statement_timeout = 1; SELECT pg_sleep(10)').catch((reason: unknown) => reason);
  expect(isCanceled(error)).toBe(true);
  expect(isCanceled(new Error('The database is away.'))).toBe(false);
  const slow = { listWithin: () => Promise.reject(error), listNow: () => Promise.reject(error) };
  const sizes = new DeviceSizes({ repository: slow, clock: bench.clock, log: silentLogger });
  expect(await sizes.of('1', [])).toBeNull();
});
