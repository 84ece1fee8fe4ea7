import { historyResponse } from '@cyno/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** 40 days of a message each 100 s. */
const start = noon - 40 * day;
const stepMs = 100_000;

let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let messages: { at: number; temp: number; on: number | null }[];

beforeAll(async () => {
  bench = await createTelemetryBench();
  device = await bench.addDevice('board');
  const { pool } = bench.database;
  bench.clock.at = start;
  await bench.send(device, { temp: 0, on: false, mode: 'first' }).stored;
  bench.clock.at = start + 35 * day;
  await bench.send(device, { temp: 0 }).stored;
  await pool.query('DELETE FROM telemetry');
  await pool.query(
    `INSERT INTO telemetry (at, device_id, numbers, texts)
     SELECT at, $1, ARRAY[sin(at / 3e7) * 20, CASE WHEN at / $3 % 3 = 0 THEN at / $3 % 2 END],
       CASE WHEN at / $3 % 100 = 0 THEN jsonb_build_object('3', 'text ' || at / $3) END
     FROM generate_series($2::bigint, $4::bigint - 1, $3::bigint) AS at`,
    [device.id, start, stepMs, noon],
  );
  await pool.query(
    `INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT DISTINCT device_id, at - at % ${hour} FROM telemetry`,
  );
  bench.clock.at = noon - 2 * hour;
  await bench.telemetry.updateRollups();
  bench.clock.at = noon;
  const { rows } = await pool.query<{ at: number; numbers: (number | null)[] }>(
    'SELECT at, numbers FROM telemetry ORDER BY at',
  );
  messages = rows.map(({ at, numbers }) => ({ at, temp: numbers[0] ?? Number.NaN, on: numbers[1] ?? null }));
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.clock.at = noon;
});

const read = async (query: { from: number; to: number; keys?: string; points?: number }) =>
  historyResponse.parse(await bench.telemetry.reader.history(device.id, { points: 1000, ...query }));

/** The same buckets, worked out from the messages. */
function bucketsOf(from: number, to: number, widthMs: number) {
  const first = from - (from % widthMs);
  const end = to - 1 - ((to - 1) % widthMs) + widthMs;
  const buckets = Map.groupBy(
    messages.filter(({ at }) => at >= first && at < end),
    ({ at }) => at - (at % widthMs),
  );
  return [...buckets].map(([at, members]) => {
    const temps = members.map(({ temp }) => temp);
    return {
      at,
      mean: temps.reduce((sum, temp) => sum + temp, 0) / temps.length,
      min: Math.min(...temps),
      max: Math.max(...temps),
    };
  });
}

describe('every resolution gives what the messages give', () => {
  test.each([
    ['an hour', noon - hour, noon, 1000, 'raw', null],
    ['a day', noon - day, noon, 1000, 'raw', null],
    ['a day on a small screen', noon - day, noon, 200, '5m', 10 * minute],
    ['seven days', noon - 7 * day, noon, 1000, '5m', 15 * minute],
    ['ten odd days', noon - 10 * day - 123_457, noon - 54_321, 300, '1h', hour],
    ['forty days', start, noon, 1000, '1h', hour],
    ['forty days on a small screen', start, noon, 100, '1h', 12 * hour],
    ['two years, of which the last 40 days have data', noon - 2 * 365 * day, noon + day, 500, '1h', 2 * hour],
    ['a range in the past', noon - 30 * day, noon - 20 * day, 1000, '5m', 15 * minute],
  ] as const)('%s', async (_, from, to, points, resolution, bucketMs) => {
    const response = await read({ from, to, points, keys: 'temp' });
    expect([response.resolution, response.bucketMs]).toEqual([resolution, bucketMs]);
    expect(response.times.length).toBeLessThanOrEqual(points);
    expect(Object.keys(response.series)).toEqual(['temp']);
    const { temp } = response.series;
    if (bucketMs === null) {
      const wanted = messages.filter(({ at }) => at >= from && at < to);
      expect([response.times, temp?.value]).toEqual([
        wanted.map(({ at }) => at),
        wanted.map((message) => message.temp),
      ]);
      return;
    }
    const wanted = bucketsOf(from, to, bucketMs);
    expect(response.times).toEqual(wanted.map(({ at }) => at));
    expect(temp?.min).toEqual(wanted.map(({ min }) => min));
    expect(temp?.max).toEqual(wanted.map(({ max }) => max));
    for (const [index, { mean }] of wanted.entries()) expect(temp?.value[index]).toBeCloseTo(mean, 9);
  });

  test('a message that comes late is in the response at once, at every resolution', async () => {
    const late = await bench.addDevice('late');
    const at = (index: number) => noon - 20 * hour + index * 10_000;
    for (let index = 0; index < 60; index++) await bench.send(late, { n: 1, ts: at(index) }).stored;
    await bench.telemetry.updateRollups();
    await bench.send(late, { n: 1000, ts: at(3) + 1 }).stored;
    for (const points of [10, 20, 50]) {
      const response = await bench.telemetry.reader.history(late.id, { from: noon - 30 * day, to: noon, points });
      expect(response.bucketMs).not.toBeNull();
      expect(Math.max(...(response.series.n?.max ?? []).map(Number))).toBe(1000);
    }
  });

  test('the buckets of a young board follow the span that has data', async () => {
    const young = await bench.addDevice('young');
    const born = noon - 14 * minute;
    for (let index = 0; index < 420; index++) await bench.send(young, { n: index, ts: born + index * 2000 }).stored;
    const { bucketMs, times, from } = await bench.telemetry.reader.history(young.id, {
      from: noon - day,
      to: noon,
      points: 200,
    });
    expect([bucketMs, times[0], from]).toEqual([5000, born, noon - day]);
  });

  test('where only rollups are left of its beginning a range is buckets, however few messages it has', async () => {
    const rare = await bench.addDevice('rare');
    const at = (days: number) => noon - days * day;
    for (const days of [30, 29, 2, 1]) {
      bench.clock.at = at(days);
      await bench.send(rare, { n: days }).stored;
    }
    bench.clock.at = noon;
    await bench.telemetry.updateRollups();
    await bench.database.pool.query('DELETE FROM telemetry WHERE device_id = $1 AND at < $2', [rare.id, at(10)]);
    const readFrom = (days: number) =>
      bench.telemetry.reader.history(rare.id, { from: at(days), to: noon, points: 1000 });
    const whole = await readFrom(40);
    expect([whole.resolution, whole.series.n?.value]).toEqual(['1h', [30, 29, 2, 1]]);
    const lately = await readFrom(10);
    expect([lately.resolution, lately.times]).toEqual(['raw', [at(2), at(1)]]);
  });

  test('texts and booleans: the bucket’s last text, the share of time that was on', async () => {
    const { series, times } = await read({ from: start, to: noon, points: 100 });
    expect(Object.keys(series)).toEqual(['temp', 'on', 'mode']);
    expect(series.mode).toMatchObject({ min: null, max: null });
    expect(series.mode?.value).toHaveLength(times.length);
    expect(series.mode?.value[5]).toMatch(/^text \d+$/);
    expect(series.on?.min?.[5]).toBe(0);
    expect(series.on?.max?.[5]).toBe(1);
  });

  test('keys that nobody knows are left out, and an empty range is empty', async () => {
    expect((await read({ from: start, to: noon, keys: 'temp,nothing' })).series).not.toHaveProperty('nothing');
    const empty = await read({ from: noon + day, to: noon + 2 * day });
    expect([empty.times, empty.series.temp?.value, empty.resolution]).toEqual([[], [], 'raw']);
  });
});

describe('time that the board was away', () => {
  const offline = async (from: number, to: number) => (await read({ from, to })).offline;
  const presence = (online: number, until: number | null) =>
    bench.database.pool.query('INSERT INTO presence (device_id, online_at, offline_at) VALUES ($1, $2, $3)', [
      device.id,
      online,
      until,
    ]);

  test('is what lies between connections, cut to the range', async () => {
    expect(await offline(start, noon)).toEqual([]);
    await presence(noon - 10 * hour, noon - 8 * hour);
    await presence(noon - 5 * hour, noon - 3 * hour);
    await presence(noon - 2 * hour, null);
    // Nobody could see that it was away between these two.
    await presence(noon - 12 * hour, noon - 10 * hour - 1);
    const gaps = [
      { from: noon - 8 * hour, to: noon - 5 * hour },
      { from: noon - 3 * hour, to: noon - 2 * hour },
    ];
    expect(await offline(noon - 12 * hour, noon)).toEqual(gaps);
    expect(await offline(noon - 7 * hour, noon - 6 * hour)).toEqual([{ from: noon - 7 * hour, to: noon - 6 * hour }]);
    expect(await offline(noon - 9 * hour, noon - 4 * hour)).toEqual([gaps[0]]);
    await bench.database.pool.query('UPDATE presence SET offline_at = $1 WHERE offline_at IS NULL', [noon - hour]);
    expect(await offline(noon - 4 * hour, noon + hour)).toEqual([gaps[1], { from: noon - hour, to: noon }]);
  });
});

describe('sparklines', () => {
  test('are the averages of the last minutes of all devices, from rollups and from messages', async () => {
    const other = await bench.addDevice('other');
    await Promise.all([1, 3].map((n) => bench.send(other, { n, note: 'x' }).stored));
    bench.clock.at = noon + 1;
    const response = await bench.telemetry.reader.sparklines([device, other, { id: 999_999, espid: 'silent' }], {
      minutes: 600,
      points: 60,
    });
    expect(response).toMatchObject({ bucketMs: 10 * minute, to: noon + 10 * minute, from: noon - 590 * minute });
    expect(response.devices.silent).toEqual({});
    expect(response.devices.other).toEqual({ n: [...Array(59).fill(null), 2] });
    const wanted = bucketsOf(noon - 590 * minute, noon, 10 * minute).map(({ mean }) => mean);
    expect(response.devices.board?.temp).toHaveLength(60);
    for (const [index, mean] of wanted.entries()) expect(response.devices.board?.temp?.[index]).toBeCloseTo(mean, 9);
    expect(response.devices.board?.temp?.at(-1)).toBeNull();
  });

  test('of buckets below a minute', async () => {
    const { devices, bucketMs } = await bench.telemetry.reader.sparklines([device], { minutes: 5, points: 20 });
    expect(bucketMs).toBe(15_000);
    expect(devices.board?.temp?.filter((value) => value !== null)).toHaveLength(2);
  });
});
