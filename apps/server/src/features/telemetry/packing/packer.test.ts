import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { rollupLevels } from '../storage/index.ts';
import { hourMs } from './codec/index.ts';

const start = noon - 24 * hourMs;

let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let count = 0;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());

/** Three hours of a message a minute, a day ago, packed. */
beforeEach(async () => {
  device = await bench.addDevice(`packed-${++count}`);
  bench.clock.at = start;
  for (let minute = 0; minute < 180; minute++) {
    bench.clock.at = start + minute * 60_000;
    void bench.send(device, { a: minute, b: minute / 4, mode: `m${minute % 3}` }, { durable: false });
  }
  await bench.send(device, { a: 1000 }, { at: start + 180 * 60_000 - 1 }).stored;
  // A batch may be stored before an earlier one.
  await expect.poll(async () => (await rows()).length).toBe(181);
  bench.clock.at = noon;
  await bench.telemetry.updateRollups();
  await bench.telemetry.pack();
});

const rows = async () =>
  (
    await bench.database.pool.query<{ at: number; numbers: (number | null)[]; texts: unknown }>(
      'SELECT at, numbers, texts FROM telemetry WHERE device_id = $1 ORDER BY at',
      [device.id],
    )
  ).rows;
const packed = async () =>
  (
    await bench.database.pool.query<{ at: number; messages: number }>(
      'SELECT at, messages FROM telemetry_packed WHERE device_id = $1 ORDER BY at',
      [device.id],
    )
  ).rows;
const hoursPacked = async () => (await packed()).map(({ at }) => (at - start) / hourMs);
const raw = async (from = start, to = noon) => {
  const { times, series } = await bench.telemetry.reader.history(device.id, { from, to, points: 10_000 });
  return times.map((at, index) => [
    at - start,
    series.a?.value[index],
    series.b?.value[index],
    series.mode?.value[index],
  ]);
};
/** What the hours' rollups hold of `a`, level by level. */
const rollups = async () => {
  const found: unknown[] = [];
  for (const { table } of rollupLevels) {
    const { rows: buckets } = await bench.database.pool.query(
      `SELECT at, counts[1], mins[1], maxs[1], sums[1], lasts[1] FROM ${table} WHERE device_id = $1 ORDER BY at`,
      [device.id],
    );
    found.push(buckets);
  }
  return found;
};
const packedRollups = async () =>
  (
    await bench.database.pool.query(
      'SELECT minutes, data FROM rollup_packed WHERE device_id = $1 AND at = $2 ORDER BY minutes',
      [device.id, start + hourMs],
    )
  ).rows;
/** Makes the rollups from rows that hold all messages. */
async function rollupsOfRows() {
  await bench.database.pool.query(
    `INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT DISTINCT device_id, at - at % ${hourMs} FROM telemetry`,
  );
  await bench.telemetry.updateRollups();
  return rollups();
}

test('an hour is packed six hours after its end, when its rollups are made', async () => {
  expect(await rows()).toEqual([]);
  expect(await packed()).toEqual(
    [0, 1, 2].map((hour) => ({ at: start + hour * hourMs, messages: hour === 2 ? 61 : 60 })),
  );
  bench.clock.at = noon - 6 * hourMs - 1;
  await bench.send(device, { a: 5 }).stored;
  bench.clock.at = noon - 1;
  await bench.telemetry.updateRollups();
  await bench.telemetry.pack();
  expect(await rows()).toHaveLength(1);
  bench.clock.at = noon;
  await bench.database.pool.query('INSERT INTO telemetry_dirty_hours (device_id, hour) VALUES ($1, $2)', [
    device.id,
    noon - 7 * hourMs,
  ]);
  await bench.telemetry.pack();
  expect(await rows()).toHaveLength(1);
  await bench.telemetry.updateRollups();
  await bench.telemetry.pack();
  expect(await rows()).toEqual([]);
  expect(await hoursPacked()).toEqual([0, 1, 2, 17]);
});

test('hours of very many messages stay rows, and are not listed again by each run', async () => {
  const { pool } = bench.database;
  await pool.query(
    `INSERT INTO telemetry (at, device_id, numbers)
     SELECT $2::bigint + hour * ${hourMs} + n, $1, '{1}' FROM generate_series(0, 1) AS hour, generate_series(0, 10000) AS n`,
    [device.id, start - 3 * hourMs],
  );
  const listed = vi.spyOn(pool, 'query');
  const lists = () => {
    const texts = listed.mock.calls.map(([text]) => String(text));
    return texts.filter((text) => text.includes('FROM telemetry\n') && text.includes('AS oldest')).length;
  };
  await bench.telemetry.pack();
  expect(await hoursPacked()).toEqual([0, 1, 2]);
  expect(lists()).toBe(3);
  listed.mockClear();
  await bench.telemetry.pack();
  expect(lists()).toBe(1);
  expect(await rows()).toHaveLength(20_002);
});

describe('a message for a packed hour', () => {
  test('that comes late joins the others, also in the rollups, and is packed with them', async () => {
    const before = await raw();
    // The board has its own clock and was away; one of them is of an instant that is stored.
    const late = { b: -1, ts: start + 60_000, mode: 'late' };
    await bench.send(device, late).stored;
    await bench.send(device, { a: 7, ts: start + 61_000 }).stored;
    await bench.send(device, { a: 8, ts: start + 5 * hourMs }).stored;
    expect(await hoursPacked()).toEqual([1, 2]);
    const expected = [
      before[0],
      [60_000, 1, -1, 'late'],
      [61_000, 7, null, null],
      ...before.slice(2),
      [5 * hourMs, 8, null, null],
    ];
    expect(await raw()).toEqual(expected);
    await bench.telemetry.updateRollups();
    const made = await rollups();
    await bench.telemetry.pack();
    expect(await rows()).toEqual([]);
    expect(await packed()).toEqual([
      { at: start, messages: 61 },
      { at: start + hourMs, messages: 60 },
      { at: start + 2 * hourMs, messages: 61 },
      { at: start + 5 * hourMs, messages: 1 },
    ]);
    expect(await raw()).toEqual(expected);
    await bench.telemetry.imports.store(device, [{ at: start + 30, values: { b: 0 } }], false);
    await bench.database.pool.query('DELETE FROM telemetry WHERE at = $1', [start + 30]);
    expect((await rollupsOfRows())[1]).toEqual(made[1]);
  });

  test('changes nothing when it is stored already', async () => {
    const before = await raw();
    await bench.send(device, { a: 1, b: 0.25, mode: 'm1', ts: start + 60_000 }).stored;
    expect(await raw()).toEqual(before);
    await bench.telemetry.updateRollups();
    await bench.telemetry.pack();
    expect(await raw()).toEqual(before);
    expect(await hoursPacked()).toEqual([0, 1, 2]);
  });

  test('from a file adds what is missing, or replaces what is there', async () => {
    const points: { at: number; values: Record<string, number> }[] = [
      { at: start + 60_000, values: { a: -5, c: 9 } },
      { at: start + 60_001, values: { a: -6 } },
    ];
    expect(await bench.telemetry.imports.store(device, points, false)).toEqual({
      added: 1,
      changed: 1,
      present: 0,
      empty: 0,
    });
    expect((await raw()).slice(1, 3)).toEqual([
      [60_000, 1, 0.25, 'm1'],
      [60_001, -6, null, null],
    ]);
    await bench.telemetry.updateRollups();
    await bench.telemetry.pack();
    expect(await bench.telemetry.imports.store(device, points, true)).toEqual({
      added: 0,
      changed: 1,
      present: 1,
      empty: 0,
    });
    expect((await raw())[1]).toEqual([60_000, -5, 0.25, 'm1']);
  });
});

test('what is computed is written into packed hours, and taken out again', async () => {
  const { computed } = bench.telemetry;
  computed.useDevices({
    findById: (id) => ({ id, accountId: device.accountId, name: '', paused: false }),
    mayView: () => true,
  });
  const owner = { id: device.id, accountId: device.accountId, name: 'Board', paused: false };
  const caller = { accountId: device.accountId, findDevice: () => owner };
  await computed.save(owner, 'double', { formula: 'a * 2', unit: null, label: null }, caller);
  const isDone = () => computed.list(device.id, device.accountId).variables[0]?.recomputed ?? null;
  await expect.poll(isDone).toBeNull();
  await bench.telemetry.updateRollups();
  await bench.telemetry.pack();
  expect(await hoursPacked()).toEqual([0, 1, 2]);
  const { series } = await bench.telemetry.reader.history(device.id, { from: start, to: noon, points: 10_000 });
  expect(series.double?.value).toEqual(series.a?.value.map((value) => Number(value) * 2));
  const statistics = await bench.telemetry.reader.statistics(device.id, { from: start, to: noon });
  expect(statistics.variables.double).toMatchObject({
    max: { value: 2_000, at: start + 180 * 60_000 - 1, withinMs: 0 },
  });
});

describe('what is not to be stored any more', () => {
  test('of a plan goes as whole hours', async () => {
    const account = device.accountId;
    bench.limits.rawDays = (id?: number) => (id === account ? 1 : null);
    bench.clock.at = noon + 1.5 * hourMs;
    await bench.telemetry.removeOld();
    expect(await hoursPacked()).toEqual([1, 2]);
    bench.limits.rawDays = () => null;
  });

  test('of a variable goes, and nothing of others', async () => {
    const before = await raw();
    await bench.telemetry.retention.set(device, 'b', 1);
    await bench.telemetry.retention.set(device, 'mode', 1);
    bench.clock.at = noon + 24 * hourMs + 90 * 60_000;
    await bench.telemetry.removeOld();
    await bench.telemetry.retention.set(device, 'b', null);
    await bench.telemetry.retention.set(device, 'mode', null);
    expect(await raw()).toEqual(before.map(([at, a]) => [at, a, null, null]));
    expect(await hoursPacked()).toEqual([0, 1, 2]);
    await bench.telemetry.retention.set(device, 'a', 1);
    bench.clock.at += 24 * hourMs;
    await bench.telemetry.removeOld();
    expect(await packed()).toEqual([]);
  });

  test('of a device goes with it', async () => {
    await bench.database.pool.query('DELETE FROM devices WHERE id = $1', [device.id]);
    await bench.telemetry.removeOld();
    expect(await packed()).toEqual([]);
  });
});

test('messages of a clock that was ahead are counted and removed also when they are packed', async () => {
  await bench.database.pool.query('DELETE FROM devices WHERE id <> $1', [device.id]);
  await bench.telemetry.removeOld();
  bench.clock.at = start + 90 * 60_000;
  expect(await hoursPacked()).toEqual([0, 1, 2]);
  const counted = await bench.telemetry.futureRows.count();
  expect(counted).toMatchObject({ newestAt: start + 180 * 60_000 - 1 });
  const past = (await raw()).filter(([at]) => Number(at) <= 90 * 60_000 + 5 * 60_000);
  await bench.telemetry.futureRows.remove(0);
  bench.clock.at = noon;
  expect(await raw()).toEqual(past);
});

test('an hour that cannot be packed stays as rows, and others are packed', async () => {
  await bench.send(device, { a: 1 }, { at: noon - 10 * hourMs }).stored;
  await bench.send(device, { a: 2 }, { at: noon - 9 * hourMs }).stored;
  await bench.database.pool.query(`UPDATE telemetry SET numbers[1] = 'NaN' WHERE device_id = $1 AND at = $2`, [
    device.id,
    noon - 10 * hourMs,
  ]);
  await bench.database.pool.query('DELETE FROM telemetry_dirty_hours');
  await bench.telemetry.pack();
  expect((await rows()).map(({ at }) => at)).toEqual([noon - 10 * hourMs]);
  expect(await hoursPacked()).toEqual([0, 1, 2, 15]);
  await bench.telemetry.pack();
  expect(await rows()).toHaveLength(1);
});

test('an hour of very many messages stays as rows', async () => {
  const hour = noon - 8 * hourMs;
  await bench.telemetry.imports.store(device, [{ at: hour, values: { a: 1 } }], false);
  await bench.database.pool.query(
    `INSERT INTO telemetry (device_id, at, numbers) SELECT $1::int, $2::bigint + n, '{1}' FROM generate_series(1, 10000) AS n`,
    [device.id, hour],
  );
  await bench.telemetry.updateRollups();
  await bench.telemetry.pack();
  expect(await rows()).toHaveLength(10_001);
  expect(await hoursPacked()).toEqual([0, 1, 2]);
  bench.clock.at += 30 * hourMs;
  const packedRollups = async () =>
    (
      await bench.database.pool.query('SELECT xmin::text, minutes FROM rollup_packed WHERE at = $1 ORDER BY minutes', [
        hour,
      ])
    ).rows;
  await bench.telemetry.pack();
  const once = await packedRollups();
  expect(once.map(({ minutes }) => minutes)).toEqual([1, 5]);
  await (await bench.restart()).pack();
  expect(await packedRollups()).toEqual(once);
});

describe('a damaged hour', () => {
  beforeEach(async () => {
    await bench.database.pool.query(
      `UPDATE telemetry_packed SET data = overlay(data placing '\\x0000'::bytea from 9) WHERE device_id = $1 AND at = $2`,
      [device.id, start + hourMs],
    );
  });

  test('does not keep a message from being stored, and stays as it is', async () => {
    await bench.send(device, { a: 7, ts: start + hourMs + 500 }).stored;
    await bench.send(device, { a: 8, ts: start + 500 }).stored;
    expect((await rows()).map(({ at }) => at)).toContain(start + hourMs + 500);
    expect((await rows()).map(({ at }) => at)).toContain(start + 500);
    expect(await hoursPacked()).toEqual([1, 2]);
    expect((await raw(start, start + hourMs)).slice(0, 2)).toEqual([
      [0, 0, 0, 'm0'],
      [500, 8, null, null],
    ]);
  });

  test('is left out of what is read, and administrators know', async () => {
    const read = await raw();
    expect(read.filter(([at]) => Number(at) < 3 * hourMs)).toHaveLength(121);
    expect(read.some(([at]) => Number(at) >= hourMs && Number(at) < 2 * hourMs)).toBe(false);
    const { series } = await bench.telemetry.reader.history(device.id, { from: start, to: noon, points: 24 });
    expect(series.a?.max?.slice(0, 3)).toEqual([59, 119, 1000]);
    const { variables } = await bench.telemetry.reader.statistics(device.id, { from: start, to: start + 3 * hourMs });
    expect(variables.a).toMatchObject({ min: { value: 0 }, max: { value: 1000 } });
    expect(await bench.telemetry.problems()).toContainEqual(
      expect.objectContaining({ part: 'storage', severity: 'warning', reason: 'history_damaged' }),
    );
    expect((await bench.telemetry.historySize())?.damagedHours).toBeGreaterThanOrEqual(1);
  });

  test('leaves its rollups as they are when a message comes late', async () => {
    bench.clock.at = noon + 24 * hourMs;
    await bench.telemetry.pack();
    const before = await packedRollups();
    expect(before).not.toEqual([]);
    await bench.send(device, { a: 7000 }, { at: start + hourMs + 500 }).stored;
    await bench.telemetry.updateRollups();
    expect(await packedRollups()).toEqual(before);
    const { rows: hour } = await bench.database.pool.query(
      'SELECT counts[1] AS count, maxs[1] AS max FROM rollup_1h WHERE device_id = $1 AND at = $2',
      [device.id, start + hourMs],
    );
    expect(hour).toEqual([{ count: 60, max: 119 }]);
    const { rows: marks } = await bench.database.pool.query(
      'SELECT FROM telemetry_dirty_hours WHERE device_id = $1 AND hour = $2',
      [device.id, start + hourMs],
    );
    expect(marks).toEqual([]);
  });

  test('does not keep others from being removed in time', async () => {
    const other = await bench.addDevice(`other-${count}`);
    await bench.send(other, { a: 1 }, { at: start }).stored;
    bench.clock.at = noon;
    await bench.telemetry.updateRollups();
    await bench.telemetry.pack();
    bench.limits.rawDays = (id?: number) => (id === device.accountId || id === other.accountId ? 1 : null);
    bench.clock.at = noon + 24 * hourMs;
    await bench.telemetry.removeOld();
    bench.limits.rawDays = () => null;
    expect(await packed()).toEqual([]);
    const { rows: left } = await bench.database.pool.query('SELECT FROM telemetry_packed WHERE device_id = $1', [
      other.id,
    ]);
    expect(left).toEqual([]);
  });
});

test('a database that is away for a moment leaves nothing unpacked for good', async () => {
  await bench.send(device, { a: 1 }, { at: noon - 10 * hourMs }).stored;
  await bench.telemetry.updateRollups();
  await bench.database.pool.query('ALTER TABLE telemetry_packed RENAME TO elsewhere');
  await expect(bench.telemetry.pack()).rejects.toThrow(/telemetry_packed/);
  await bench.database.pool.query('ALTER TABLE elsewhere RENAME TO telemetry_packed');
  await bench.telemetry.pack();
  expect(await hoursPacked()).toEqual([0, 1, 2, 14]);
});

test('lists have their lines of the last day although a clock that was ahead took it for old', async () => {
  const lines = () => bench.telemetry.reader.sparklines([device], { minutes: 1_440, points: 48 });
  const before = await lines();
  bench.clock.at = noon + 12 * hourMs;
  await bench.telemetry.pack();
  bench.clock.at = noon;
  await bench.telemetry.pack();
  expect(await lines()).toEqual(before);
  expect(await packedRollups()).toEqual([]);
  await bench.telemetry.updateRollups();
  await bench.telemetry.pack();
  expect(await lines()).toEqual(before);
  expect(await hoursPacked()).toEqual([0, 1, 2]);
});

test('a clock that is behind has nothing unpacked', async () => {
  bench.clock.at = noon + 12 * hourMs;
  await bench.telemetry.pack();
  bench.clock.at = start - 365 * 24 * hourMs;
  await bench.telemetry.pack();
  expect(await hoursPacked()).toEqual([0, 1, 2]);
});

test('what was packed before a restart is known after it', async () => {
  const telemetry = await bench.restart();
  await bench.send(device, { a: 7, ts: start + 61_000 }).stored;
  expect(await hoursPacked()).toEqual([1, 2]);
  expect(await telemetry.reader.span(device.id)).toEqual([start, start + 180 * 60_000 - 1]);
});
