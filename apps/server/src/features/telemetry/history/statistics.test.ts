import { statisticsResponse, type VariableStatistics } from '@cyno/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { figuresOfBuckets, figuresOfPoints } from './statistics-figures.ts';

const hour = 3_600_000;
const day = 24 * hour;
/** 40 days of a message each minute, with an hour's gap each day. */
const stepMs = 60_000;
const start = noon - 40 * day;

let bench: TelemetryBench;
let device: Awaited<ReturnType<TelemetryBench['addDevice']>>;
let messages: { at: number; temp: number; on: number }[];

beforeAll(async () => {
  bench = await createTelemetryBench();
  device = await bench.addDevice('board');
  const { pool } = bench.database;
  for (let ahead = -40; ahead <= 0; ahead += 20) {
    bench.clock.at = noon + ahead * day;
    await bench.send(device, { temp: 0, on: false, note: 'x' }).stored;
  }
  await pool.query('DELETE FROM telemetry');
  await pool.query(
    `INSERT INTO telemetry (at, device_id, numbers)
     SELECT at, $1, ARRAY[sin(at / 3e7) * 20 + at % 7, at / 600000 % 2]
     FROM generate_series($2::bigint, $4::bigint - 1, $3::bigint) AS at WHERE at % ${day} >= ${hour}`,
    [device.id, start, stepMs, noon],
  );
  await pool.query(
    `INSERT INTO telemetry_dirty_hours (device_id, hour)
     SELECT DISTINCT device_id, at - at % ${hour} FROM telemetry ON CONFLICT DO NOTHING`,
  );
  bench.clock.at = noon - 2 * hour;
  await bench.telemetry.updateRollups();
  bench.clock.at = noon;
  const { rows } = await pool.query<{ at: number; numbers: number[] }>('SELECT at, numbers FROM telemetry ORDER BY at');
  messages = rows.map(({ at, numbers: [temp = 0, on = 0] }) => ({ at, temp, on }));
});
afterAll(() => bench.close());

const read = async (from: number, to: number, above?: number) =>
  statisticsResponse.parse(
    await bench.telemetry.reader.statistics(device.id, { from, to, ...(above !== undefined && { above }) }),
  );

/** The same figures, worked out from each message in the plainest way. */
function bruteForce(
  key: 'temp' | 'on',
  { from, to, above }: { from: number; to: number; above: number },
): VariableStatistics {
  const own = messages.filter(({ at }) => at >= from && at < to);
  const values = own.map((message) => message[key]);
  const sorted = values.toSorted((a, b) => a - b);
  const held = own.map(({ at }, index) => Math.min((own[index + 1]?.at ?? Math.min(to, noon)) - at, 3 * stepMs));
  const time = (of: (value: number) => number) => held.reduce((sum, ms, index) => sum + ms * of(values[index] ?? 0), 0);
  const [min, max] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  const at = (value: number) => own.find((message) => message[key] === value)?.at ?? 0;
  const half = sorted.length / 2;
  return {
    count: own.length,
    min: { value: min, at: at(min), withinMs: 0 },
    max: { value: max, at: at(max), withinMs: 0 },
    mean: time((value) => value) / time(() => 1),
    median: ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2,
    last: values.at(-1) ?? 0,
    sum: values.reduce((a, b) => a + b, 0),
    coveredMs: time(() => 1),
    integral: time((value) => value) / hour,
    aboveMs: time((value) => Number(value > above)),
    belowMs: time((value) => Number(value < above)),
  };
}

const ranges = [
  ['an hour', noon - hour, noon],
  ['a day and a bit', noon - 27 * hour - 1234, noon - 321],
  ['ten odd days', noon - 10 * day - 123_457, noon - 54_321],
  ['forty days', start, noon],
  ['all years', noon - 3 * 365 * day, noon + day],
] as const;

describe.each(ranges)('%s agrees with each message', (_, from, to) => {
  test.each([
    ['temp', 4],
    ['on', 0.5],
  ] as const)('%s', async (key, above) => {
    const { variables, estimated } = await read(from, to, above);
    const found = variables[key];
    const wanted = bruteForce(key, { from, to, above });
    expect(estimated).toBe(to - from > 2 * day);
    expect(found).toMatchObject({ count: wanted.count, min: wanted.min, max: wanted.max, last: wanted.last });
    expect(found?.sum).toBeCloseTo(wanted.sum, 4);
    const near = (value: number | null | undefined, right: number | null, share: number, scale: number) =>
      expect(Math.abs((value ?? Number.NaN) - (right ?? 0))).toBeLessThanOrEqual(share * scale);
    const slack = estimated ? 0.02 : 1e-9;
    near(found?.mean, wanted.mean, slack, key === 'on' ? 1 : 20);
    near(found?.coveredMs, wanted.coveredMs, slack, wanted.coveredMs);
    near(found?.integral, wanted.integral, slack, (20 * wanted.coveredMs) / hour);
    near(found?.aboveMs, wanted.aboveMs, slack, wanted.coveredMs);
    near(found?.belowMs, wanted.belowMs, slack, wanted.coveredMs);
    near(found?.median, wanted.median, estimated ? 0.05 : 1e-9, key === 'on' ? 20 : 40);
  });
});

test('texts have no figures, an empty range has none, and no threshold means no times', async () => {
  const { variables } = await read(noon - hour, noon);
  expect(variables).not.toHaveProperty('note');
  expect(variables.temp).toMatchObject({ aboveMs: null, belowMs: null });
  expect((await read(noon + day, noon + 2 * day)).variables).toEqual({ temp: null, on: null });
});

test('a message that came late is in the figures before its hour is rolled up again', async () => {
  const at = noon - 20 * hour + 7;
  await bench.send(device, { temp: 1000, ts: at }).stored;
  expect((await read(start, noon)).variables.temp?.max).toEqual({ value: 1000, at, withinMs: 0 });
  await bench.database.pool.query('DELETE FROM telemetry WHERE at = $1', [at]);
  await bench.telemetry.updateRollups();
});

test('when the messages are gone, the stored hours are still shown', async () => {
  const pool = bench.database.pool;
  await pool.query('DELETE FROM telemetry WHERE at < $1', [noon - 20 * day]);
  const from = noon - 40 * day;
  const { variables, estimated } = await read(from, from + 4 * hour);
  const wanted = bruteForce('temp', { from, to: from + 4 * hour, above: 0 });
  expect(estimated).toBe(true);
  expect(variables.temp).toMatchObject({ count: wanted.count, max: { value: wanted.max.value }, last: wanted.last });
  expect(variables.temp?.max.withinMs).toBeGreaterThan(0);
});

test('a value holds for at most three usual intervals, and not into the future', () => {
  const figures = figuresOfPoints([0, 10_000, 20_000, 200_000], [1, 2, 3, 4], { from: 0, to: 205_000, above: 2 });
  expect(figures).toMatchObject({ coveredMs: 10_000 + 10_000 + 30_000 + 5_000, aboveMs: 35_000, belowMs: 10_000 });
  expect(figures?.mean).toBeCloseTo((10_000 * 1 + 10_000 * 2 + 30_000 * 3 + 5_000 * 4) / 55_000, 9);
});

test('the mean weighs a value by the time that it held, from messages and from buckets', () => {
  // One value for an hour, then sixty of the other within a minute.
  const times = [0, ...Array.from({ length: 60 }, (_, index) => hour + index * 1_000)];
  const values = times.map((_, index) => (index === 0 ? 10 : 20));
  const range = { from: 0, to: hour + 60_000, above: undefined };
  expect(figuresOfPoints(times, values, range)?.mean).toBeCloseTo((5_000 * 10 + 60_000 * 20) / 65_000, 9);
  const buckets = { widthMs: hour, starts: [0, hour, 2 * hour], counts: [60, 60, 30] };
  const sums = { mins: [10, 10, 20], maxs: [10, 10, 20], sums: [600, 600, 600] };
  const ofBuckets = figuresOfBuckets([{ ...buckets, ...sums }], { ...range, to: 3 * hour, isSwitch: false });
  expect(ofBuckets?.mean).toBeCloseTo((2 * 10 + 0.5 * 20) / 2.5, 9);
});

test('a value that held for no time is the mean', () => {
  const range = { from: 0, to: 1_000, above: undefined };
  expect(figuresOfPoints([1_000], [7], range)?.mean).toBe(7);
});

test('of a switch’s buckets the mean is the share of time that it was on', () => {
  const bucket = { widthMs: hour, starts: [0], counts: [100], mins: [0], maxs: [1], sums: [25] };
  const range = { from: 0, to: hour, above: 0.5, isSwitch: true };
  expect(figuresOfBuckets([bucket], range)).toMatchObject({ aboveMs: hour / 4, belowMs: (hour * 3) / 4, median: 0 });
});
