import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { rollupLevels } from './rollup-levels.ts';

let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let count = 0;

const hour = 3_600_000;
const day = 24 * hour;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.clock.at = noon;
  bench.limits.rollupDays = () => null;
  device = await bench.addDevice(`kept-${++count}`);
});

/** Ten days, a message every four hours, two variables and a text; the first at noon − 10 days + 30 minutes. */
async function fill(): Promise<void> {
  await bench.send(device, { a: 0, b: 0, mode: 'x' }).stored;
  const points = Array.from({ length: 60 }, (_, index) => ({
    at: noon - 10 * day + index * 4 * hour + hour / 2,
    values: { a: index, ...(index % 2 === 0 && { b: 100 + index }), ...(index % 10 === 0 && { mode: `m${index}` }) },
  }));
  await bench.telemetry.imports.store(device, points, false);
  bench.clock.at = noon + 2 * hour;
  await bench.telemetry.updateRollups();
  bench.clock.at = noon;
}
const keep = (key: string, days: number | null) => bench.telemetry.retention.set(device, key, days);
const all = { from: noon - 20 * day, to: noon + hour };
const oldest = async (key: string, points: number) => {
  const { times, series } = await bench.telemetry.reader.history(device.id, { ...all, keys: key, points });
  const first = series[key]?.value.findIndex((value) => value !== null) ?? -1;
  return first < 0 ? null : times[first];
};
const messages = async () =>
  (
    await bench.database.pool.query<{ at: number; numbers: (number | null)[]; texts: Record<string, string> | null }>(
      'SELECT at, numbers, texts FROM telemetry WHERE device_id = $1 ORDER BY at',
      [device.id],
    )
  ).rows;
const counts = async (table: string, slot: number) =>
  (
    await bench.database.pool.query<{ at: number; count: number }>(
      `SELECT at, coalesce(counts[${slot}], 0) AS count FROM ${table} WHERE device_id = $1 ORDER BY at`,
      [device.id],
    )
  ).rows;
/** All rows of all tables but the values of one slot. */
async function others(slot: number): Promise<unknown> {
  const tables = ['telemetry', ...rollupLevels.map(({ table }) => table)];
  const without = (list: readonly unknown[]) => list.map((value, index) => (index === slot - 1 ? null : value));
  const found = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await bench.database.pool.query(`SELECT * FROM ${table} WHERE device_id = $1 ORDER BY at`, [
        device.id,
      ]);
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, cell]) => [name, Array.isArray(cell) ? without(cell) : cell]),
        ),
      );
    }),
  );
  return found;
}

describe('a limit', () => {
  test('hides what is older at once, on every way to it, and nothing of other variables', async () => {
    await fill();
    const before = await messages();
    await keep('a', 3);
    const since = noon - 3 * day;
    const { telemetry } = bench;
    for (const points of [1000, 30, 12]) {
      expect(await oldest('a', points)).toBeGreaterThanOrEqual(since - 12 * hour);
      expect(await oldest('b', points)).toBeLessThan(noon - 9 * day);
      expect(await oldest('mode', points)).toBeLessThan(noon - 9 * day);
    }
    expect(await oldest('a', 1000)).toBe(since + hour / 2);
    const statistics = await telemetry.reader.statistics(device.id, all);
    expect(statistics.variables.a).toMatchObject({ count: 19, min: { value: 0, at: noon } });
    expect(statistics.variables.b?.count).toBe(31);
    expect((await telemetry.reader.valuesAt(device.id, since - 1)).values).toEqual({
      b: { value: 140, at: since - 8 * hour + hour / 2 },
      mode: { value: 'm40', at: since - 8 * hour + hour / 2 },
    });
    let csv = '';
    for await (const piece of telemetry.exports.text(device.id, { ...all, format: 'csv' })) csv += piece;
    const lines = csv
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    expect(lines).toHaveLength(61);
    expect(lines.filter(([, a]) => a !== '')).toHaveLength(19);
    const read: (number | string | null)[] = [];
    for await (const { values } of telemetry.reader.storedPoints(device.id, { ...all, keys: ['a'] }))
      read.push(...(values[0] ?? []));
    expect(read.filter((value) => value !== null)).toHaveLength(19);
    expect(await messages()).toEqual(before);
  });

  test('hides texts and the newest value of a silent board too', async () => {
    await bench.telemetry.imports.store(device, [{ at: noon - 5 * day, values: { mode: 'old', b: 1 } }], false);
    await keep('mode', 2);
    expect(bench.telemetry.variables(device.id)).toMatchObject([{ value: null, at: null }, { value: 1 }]);
    expect(await oldest('mode', 1000)).toBeNull();
    expect((await bench.telemetry.reader.valuesAt(device.id, noon)).values).toEqual({
      b: { value: 1, at: noon - 5 * day },
    });
  });

  test('that ends in the middle of a day cuts the buckets of that day exactly', async () => {
    await fill();
    await keep('a', 3);
    const range = { from: noon - 12 * day, to: noon + hour, keys: 'a', points: 15 };
    const { times, series, resolution } = await bench.telemetry.reader.history(device.id, range);
    expect(resolution).toBe('1d');
    const start = noon - 3 * day - 12 * hour;
    const place = times.indexOf(start);
    expect(place).toBeGreaterThanOrEqual(0);
    // Of the six values of that day the three before noon are not stored.
    expect(series.a?.min?.[place]).toBe(42);
    expect(series.a?.value[place]).toBe(43);
    expect(series.a?.value[place - 1] ?? null).toBeNull();
  });

  test('is at most what the plan keeps, and a day at least', async () => {
    await bench.send(device, { a: 1 }).stored;
    bench.limits.rollupDays = () => 30;
    await expect(keep('a', 31)).rejects.toMatchObject({ status: 400 });
    await keep('a', 30);
    expect(bench.telemetry.displaySettings.list(device)).toMatchObject([
      { kept: { days: 30, most: 30, removesFrom: bench.clock.at + day } },
    ]);
    await expect(keep('nothing', 1)).rejects.toMatchObject({ status: 404 });
  });

  test('reports before how much it would remove', async () => {
    await fill();
    const { retention } = bench.telemetry;
    expect(await retention.preview(device.id, 'a', 3)).toEqual({ values: 42, oldest: noon - 10 * day });
    expect(await retention.preview(device.id, 'b', 3)).toMatchObject({ values: 21 });
    expect(await retention.preview(device.id, 'mode', 3)).toMatchObject({ values: 5 });
    expect(await retention.preview(device.id, 'a', 11)).toEqual({ values: 0, oldest: null });
  });
});

describe('the nightly removal', () => {
  test('waits for a day, and removing the limit before keeps everything', async () => {
    await fill();
    const before = await messages();
    await keep('a', 3);
    bench.clock.at += day - 1;
    await bench.telemetry.removeOld();
    expect(await messages()).toEqual(before);
    await keep('a', null);
    bench.clock.at += 5 * day;
    await bench.telemetry.removeOld();
    expect(await messages()).toEqual(before);
    expect(await oldest('a', 1000)).toBe(noon - 10 * day + hour / 2);
  });

  test('takes one variable out of messages and all rollups to the hour, and leaves every other value alone', async () => {
    await fill();
    await keep('a', 3);
    const before = await others(1);
    const emptied = (await messages()).filter(({ numbers, texts }) => numbers[1] == null && texts === null);
    bench.clock.at = noon + day;
    await bench.telemetry.removeOld();
    const limit = noon - 2 * day;
    for (const { at, numbers } of await messages()) expect([at, numbers[0] == null]).toEqual([at, at < limit]);
    for (const { table, widthMs } of rollupLevels) {
      const end = limit - (limit % widthMs);
      for (const { at, count } of await counts(table, 1))
        expect([table, at, count > 0]).toEqual([table, at, at >= end]);
    }
    // Rows that held nothing else are gone; all others are as they were.
    const gone = new Set(emptied.filter(({ at }) => at < limit).map(({ at }) => at));
    expect(gone.size).toBeGreaterThan(10);
    const rows = (await others(1)) as { at: number }[][];
    expect(rows[0]).toEqual((before as { at: number }[][])[0]?.filter(({ at }) => !gone.has(at)));
    // Of each day there is a value of the other variable, so no day is gone.
    expect(rows[4]).toEqual((before as { at: number }[][])[4]);
    expect((await bench.telemetry.reader.statistics(device.id, all)).variables.b).toMatchObject({
      count: 31,
      min: { value: 0 },
    });
  });

  test('takes texts out, and a row goes with its last value whichever variable that was', async () => {
    await fill();
    await keep('mode', 2);
    await keep('a', 2);
    await keep('b', 2);
    const before = (await messages()).length;
    bench.clock.at = noon + day;
    await bench.telemetry.removeOld();
    const left = await messages();
    expect(left).toHaveLength(before - 54);
    expect(Math.min(...left.map(({ at }) => at))).toBeGreaterThanOrEqual(noon - day);
    for (const { table, widthMs } of rollupLevels) {
      const rows = await counts(table, 1);
      expect(Math.min(...rows.map(({ at }) => at))).toBeGreaterThanOrEqual(noon - day - widthMs);
    }
  });

  test('continues after an interruption at any piece, and doing it again changes nothing', async () => {
    await fill();
    await keep('a', 3);
    bench.clock.at = noon + day;
    const { pool } = bench.database;
    const query = pool.query.bind(pool);
    let left = 4;
    const failing = (...parts: unknown[]) => {
      const text = typeof parts[0] === 'string' ? parts[0] : '';
      if (/^(DELETE FROM|UPDATE) (telemetry|rollup)/.test(text.trim()) && left-- <= 0)
        throw new Error('The power failed');
      return (query as (...all: unknown[]) => unknown)(...parts);
    };
    Object.assign(pool, { query: failing });
    await bench.telemetry.removeOld();
    Object.assign(pool, { query });
    const half = await counts('rollup_1d', 1);
    expect(half.some(({ at, count }) => at < noon - 4 * day && count > 0)).toBe(true);
    await bench.restart();
    await bench.telemetry.removeOld();
    const done = await others(0);
    expect((await messages()).every(({ at, numbers }) => at >= noon - 2 * day || numbers[0] == null)).toBe(true);
    expect((await counts('rollup_1h', 1)).every(({ at, count }) => at >= noon - 2 * day || count === 0)).toBe(true);
    await bench.telemetry.removeOld();
    expect(await others(0)).toEqual(done);
  });

  test('leaves a variable alone whose limit is removed while others are processed', async () => {
    await fill();
    await bench.telemetry.imports.store(device, [{ at: noon - 9 * day, values: { silent: 1 } }], false);
    await keep('a', 3);
    await keep('silent', 3);
    bench.clock.at = noon + day;
    const { pool } = bench.database;
    const query = pool.query.bind(pool);
    let lifted: Promise<void> | undefined;
    const lifting = async (...parts: unknown[]) => {
      if (String(parts[0]).startsWith('DELETE FROM')) {
        lifted ??= keep('silent', null);
        await lifted;
      }
      return (query as (...all: unknown[]) => Promise<unknown>)(...parts);
    };
    Object.assign(pool, { query: lifting });
    await bench.telemetry.removeOld();
    Object.assign(pool, { query });
    await lifted;
    expect(bench.telemetry.variables(device.id).find(({ key }) => key === 'silent')).toMatchObject({ value: 1 });
    expect(await oldest('silent', 1000)).toBe(noon - 9 * day);
  });

  test('moves on each night, and what comes in again under a longer limit goes with the next shorter one', async () => {
    await fill();
    await keep('a', 3);
    bench.clock.at = noon + day;
    await bench.telemetry.removeOld();
    bench.clock.at = noon + 2 * day;
    await bench.telemetry.removeOld();
    const stored = async () => (await messages()).filter(({ numbers }) => numbers[0] != null).map(({ at }) => at);
    expect(Math.min(...(await stored()))).toBe(noon - day + hour / 2);
    await keep('a', 30);
    await bench.telemetry.imports.store(device, [{ at: noon - 20 * day, values: { a: 5, b: 6 } }], false);
    await keep('a', 3);
    bench.clock.at = noon + 3 * day;
    await bench.telemetry.removeOld();
    expect(Math.min(...(await stored()))).toBe(noon + 0);
    expect((await messages())[0]).toMatchObject({ at: noon - 20 * day, numbers: [null, 6] });
  });

  test('leaves a rollup that is made again without the value, and the newest value of a silent board goes', async () => {
    await fill();
    await keep('a', 1);
    bench.clock.at = noon + 3 * day;
    await bench.telemetry.removeOld();
    await bench.telemetry.imports.store(device, [{ at: noon - 10 * day + hour / 2, values: { b: 7 } }], true);
    await bench.telemetry.updateRollups();
    const [first] = await counts('rollup_1h', 1);
    expect(first).toEqual({ at: noon - 10 * day, count: 0 });
    expect((await counts('rollup_1h', 2))[0]).toEqual({ at: noon - 10 * day, count: 1 });
    await bench.restart();
    const { rows } = await bench.database.pool.query(
      'SELECT key, last_number, last_at FROM variables WHERE device_id = $1 ORDER BY slot',
      [device.id],
    );
    expect(rows).toMatchObject([{ key: 'a', last_number: null, last_at: null }, { last_number: 0 }, {}]);
  });
});
