import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noon as benchNoon, createTelemetryBench, type TelemetryBench } from '../../../../test/telemetry.ts';
import { hourMs } from './codec/index.ts';

const day = 24 * hourMs;
/** What is stored began in the month before. */
const noon = benchNoon - 10 * day;
const start = noon - 8 * day;
/** Packed are the hours that ended more than six hours ago. */
const packedUntil = noon - 6 * hourMs;

interface Filled {
  readonly bench: TelemetryBench;
  readonly device: { id: number; accountId: number; espid: string };
  readonly slow: Filled['device'];
}

/** Eight days of a board and of a slow one. */
async function fill(): Promise<Filled> {
  const bench = await createTelemetryBench();
  const device = await bench.addDevice('board');
  const slow = await bench.addDevice('slow');
  const { pool } = bench.database;
  bench.clock.at = noon - 30 * day;
  for (const board of [device, slow]) await bench.send(board, { temp: 0, on: false, mode: 'first', rare: 1.5 }).stored;
  await pool.query('DELETE FROM telemetry');
  // Instants that no bucket begins with, gaps of hours, values that are missing, texts, and a text where a number was.
  const insert = (id: number, stepMs: number) =>
    pool.query(
      `INSERT INTO telemetry (at, device_id, numbers, texts)
       SELECT at, $1, ARRAY[
           CASE WHEN n % 7 > 0 THEN round((20 + 5 * sin(n / 50.0))::numeric, 2)::float8 END,
           CASE WHEN n % 3 = 0 THEN n % 2 END, NULL,
           CASE WHEN n % 400 = 0 THEN sqrt(n) END],
         CASE WHEN n % 40 = 0 THEN jsonb_build_object('3', 'text ' || n) WHEN n % 901 = 0 THEN '{"1": "broken"}' END
       FROM generate_series(0, ($4::bigint - $2::bigint) / $3::bigint - 1) AS n, LATERAL (SELECT $2::bigint + n * $3::bigint + n % 13 AS at) AS t
       WHERE n / 500 % 9 <> 4`,
      [id, start, stepMs, noon],
    );
  await insert(device.id, 90_000);
  await insert(slow.id, 3 * hourMs + 60_000);
  await pool.query(
    `INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT DISTINCT device_id, at - at % ${hourMs} FROM telemetry`,
  );
  bench.clock.at = noon;
  await bench.telemetry.updateRollups();
  return { bench, device, slow };
}

let filled: Filled;
/** How it read when nothing of it was packed. */
let asRows: Record<string, unknown>;
beforeAll(async () => {
  filled = await fill();
  asRows = await readEverything(filled);
});
afterAll(() => filled.bench.close());

async function all<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const found: Piece[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

/** What is read in every way; sums of the same numbers may differ in their last bits. */
async function readEverything({ bench, device, slow }: Filled): Promise<Record<string, unknown>> {
  const { reader, exports, retention } = bench.telemetry;
  const found: Record<string, unknown> = {};
  const spans: [string, number, number][] = [
    ['everything', start - day, noon],
    ['three days', noon - 3 * day, noon],
    ['a day, partly packed', noon - day, noon],
    ['begins and ends within hours', noon - 3 * day - 1_234_567, noon - 2 * day + 765_432],
    ['within one packed hour', packedUntil - 2_000_000, packedUntil - 700_000],
    ['around the border', packedUntil - 2_000_000, packedUntil + 2_000_000],
    ['a minute', noon - 4 * day, noon - 4 * day + 60_000],
    ['before anything', start - 3 * day, start - day],
  ];
  for (const { id, espid } of [device, slow]) {
    for (const [name, from, to] of spans) {
      for (const points of [137, 1_000, 10_000]) {
        found[`history ${espid} ${name} ${points}`] = await reader.history(id, { from, to, points });
      }
      found[`statistics ${espid} ${name}`] = await reader.statistics(id, { from, to, above: 21 });
      found[`csv ${espid} ${name}`] = (await all(exports.text(id, { from, to, format: 'csv' }))).join('');
      const points = await all(reader.storedPoints(id, { from, to, keys: ['temp', 'rare', 'mode', 'unknown'] }));
      found[`points ${espid} ${name}`] = points.flatMap(({ times, values }) =>
        times.map((at, index) => [at, ...values.map((column) => column[index])]),
      );
      const extremes = await all(reader.storedExtremes({ deviceId: id, from, to }, 'temp'));
      found[`extremes ${espid} ${name}`] = extremes.flatMap(({ times, lows, highs }) =>
        times.map((at, index) => [at, lows[index], highs[index]]),
      );
      const variables = [{ key: 'temp', slot: 1, isText: false, since: null }];
      const ofSlots = await all(reader.messages({ deviceId: id, from, to, slots: [4] }, variables, 50));
      found[`with a slot ${espid} ${name}`] = ofSlots.flatMap(({ times }) => times);
      found[`estimate ${espid} ${name}`] = await reader.estimateMessages({ deviceId: id, from, to }, variables);
      found[`values ${espid} ${name}`] = await reader.valuesAt(id, to);
    }
    found[`span ${espid}`] = await reader.span(id);
    found[`oldest ${espid}`] = await reader.oldest(device.accountId);
    found[`heard ${espid}`] = await reader.minutesHeard({ deviceId: id, from: start, to: noon });
    found[`hours ${espid}`] = await reader.storedHours({ deviceId: id, from: start, to: noon - 2 * hourMs }, 'temp');
    found[`removed ${espid}`] = await retention.preview(id, 'temp', 3);
  }
  found['last instants'] = [
    ...(await reader.lastInstants([device.id, slow.id, 99], { from: 0, to: noon, limit: 100 })),
  ];
  found.sparklines = await reader.sparklines([device, slow], { minutes: 1_440, points: 48 });
  return JSON.parse(
    JSON.stringify(found, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value)),
  );
}

/** Compares piece by piece, so that a difference is short. */
function expectSame(after: Record<string, unknown>, before: Record<string, unknown>): void {
  expect(Object.keys(after)).toEqual(Object.keys(before));
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
}

describe('history that is packed', () => {
  test('reads as it did before, in every way', async () => {
    const { pool } = filled.bench.database;
    const { rows: stored } = await pool.query('SELECT count(*) FROM telemetry WHERE at < $1', [packedUntil]);
    await filled.bench.telemetry.pack();
    const { rows: left } = await pool.query('SELECT FROM telemetry WHERE at < $1', [packedUntil]);
    expect(left).toEqual([]);
    const { rows: packed } = await pool.query('SELECT sum(messages) AS count FROM telemetry_packed');
    expect(packed).toEqual(stored);
    for (const table of ['rollup_1m', 'rollup_5m']) {
      const { rows } = await pool.query(`SELECT FROM ${table} WHERE at < $1`, [noon - 30 * hourMs]);
      expect(rows).toEqual([]);
    }
    expectSame(await readEverything(filled), asRows);
  });

  test('is as before again after it was unpacked and packed once more', async () => {
    const { bench, device } = filled;
    const { pool } = bench.database;
    const all = () => pool.query('SELECT * FROM telemetry_packed ORDER BY device_id, at');
    const { rows: packed } = await all();
    const first = (await bench.telemetry.reader.span(device.id))?.[0] ?? 0;
    // Of a file with what is there already nothing is added, but it takes the hours apart.
    const { rows: known } = await pool.query<{ at: number }>(
      'SELECT first_at AS at FROM telemetry_packed WHERE device_id = $1',
      [device.id],
    );
    expect(known.length).toBeGreaterThan(150);
    const points = known.map(({ at }) => ({ at, values: { mode: 'other' } }));
    await bench.telemetry.imports.store(device, points, false);
    const { rows: unpacked } = await pool.query('SELECT FROM telemetry WHERE at < $1', [packedUntil]);
    // More than are unpacked at once.
    expect(unpacked.length).toBeGreaterThan(5_000);
    await pool.query(`UPDATE telemetry SET texts = nullif(texts - '3', '{}'::jsonb) WHERE texts->>'3' = 'other'`);
    await bench.telemetry.updateRollups();
    expect(first).toBe(start);
    expectSame(await readEverything(filled), asRows);
    await bench.telemetry.pack();
    expectSame(await readEverything(filled), asRows);
    expect((await all()).rows).toEqual(packed);
  });

  test('is the same where the plan keeps rollups only, down to the minute', async () => {
    const never = await fill();
    for (const { bench } of [filled, never]) {
      bench.limits.rawDays = () => 4;
      // A packed hour goes when all of it may.
      bench.clock.at = noon - (noon % hourMs);
      await bench.telemetry.removeOld();
    }
    const before = await readEverything(never);
    expectSame(await readEverything(filled), before);
    // The rollups that rows had are packed as well.
    await never.bench.telemetry.pack();
    const { rows } = await never.bench.database.pool.query('SELECT FROM rollup_1m WHERE at < $1', [noon - 30 * hourMs]);
    expect(rows).toEqual([]);
    expectSame(await readEverything(never), before);
    for (const { bench } of [filled, never]) {
      bench.limits.rollupDays = () => 6;
      await bench.telemetry.removeOld();
    }
    expectSame(await readEverything(filled), await readEverything(never));
    await never.bench.close();
  });
});
