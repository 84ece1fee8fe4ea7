import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type SendOptions, type TelemetryBench } from '../../../../test/telemetry.ts';
import { rollupLevels } from '../storage/index.ts';

const hour = 3_600_000;
let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let count = 0;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.clock.at = noon;
  device = await bench.addDevice(`board-${++count}`);
});

async function sendAt(at: number, values: object, options: SendOptions = {}): Promise<void> {
  bench.clock.at = at;
  await bench.send(device, values, options).stored;
}
const newest = () =>
  Object.fromEntries(bench.telemetry.variables(device.id).map(({ key, value, at }) => [key, { value, at }]));
const instants = async (table = 'telemetry') => {
  const { rows } = await bench.database.pool.query(`SELECT at FROM ${table} WHERE device_id = $1 ORDER BY at`, [
    device.id,
  ]);
  return rows.map(({ at }) => at as number);
};

/** Two hours ahead for a while, and back. */
async function jumpAheadAndBack(): Promise<void> {
  await sendAt(noon, { n: 1, often: 1 });
  await sendAt(noon + 2 * hour, { n: 2, seldom: 7 });
  await sendAt(noon + 10_000, { n: 3 });
}

describe('after the clock was two hours ahead', () => {
  test('the newest value is the one that came last', async () => {
    await jumpAheadAndBack();
    expect(newest()).toEqual({
      n: { value: 3, at: noon + 10_000 },
      often: { value: 1, at: noon },
      // It came before the clock was set back, so not later than this.
      seldom: { value: 7, at: noon + 10_000 },
    });
    await sendAt(noon + 11_000, { n: 4, seldom: 8 });
    expect(newest()).toMatchObject({ n: { value: 4 }, seldom: { value: 8, at: noon + 11_000 } });
    expect(bench.telemetry.recent(device.id).map(({ at }) => at)).toEqual([noon, noon + 10_000, noon + 11_000]);
  });

  test('and after a restart as well, also when nothing was received between', async () => {
    await sendAt(noon, { n: 1 });
    await sendAt(noon + 2 * hour, { n: 2 });
    bench.clock.at = noon + 10_000;
    await bench.restart();
    await sendAt(noon + 11_000, { n: 3 });
    expect(newest()).toEqual({ n: { value: 3, at: noon + 11_000 } });
    await bench.restart();
    expect(newest()).toEqual({ n: { value: 3, at: noon + 11_000 } });
  });

  test('a restart finds what came after the clock was set back, though it was not written down', async () => {
    await jumpAheadAndBack();
    // As a crash leaves it: the newest values of the time ahead were written, those after it were not.
    await bench.telemetry.stop();
    await bench.database.pool.query('UPDATE variables SET last_at = $2, last_number = 2 WHERE device_id = $1', [
      device.id,
      noon + 2 * hour,
    ]);
    await bench.restart();
    expect(newest()).toMatchObject({ n: { value: 3, at: noon + 10_000 } });
  });

  test('a board that sends the time itself is not held up either', async () => {
    await sendAt(noon, { n: 1 });
    await sendAt(noon + 2 * hour, { n: 2 });
    await sendAt(noon + 10_000, { n: 3, ts: noon + 9_000 });
    expect(newest()).toEqual({ n: { value: 3, at: noon + 9_000 } });
  });

  test('a late message of a board does not become the newest value', async () => {
    await sendAt(noon, { n: 1 });
    await sendAt(noon + 10_000, { n: 2, ts: noon - hour });
    expect(newest()).toEqual({ n: { value: 1, at: noon } });
  });

  test('what waited on the disk meanwhile is stored, and neither freezes values nor moves instants ahead', async () => {
    await sendAt(noon, { n: 1 });
    await bench.database.pool.query('ALTER TABLE telemetry RENAME TO telemetry_away');
    await sendAt(noon + 2 * hour, { n: 2 }, { maySpool: true });
    await sendAt(noon + 10_000, { n: 3 }, { maySpool: true });
    await bench.telemetry.stop();
    await bench.database.pool.query('ALTER TABLE telemetry_away RENAME TO telemetry');
    await bench.restart();
    await expect.poll(() => bench.metric('cyno_telemetry_spool_bytes')).toBe(0);
    expect(newest()).toEqual({ n: { value: 3, at: noon + 10_000 } });
    await sendAt(noon + 11_000, { n: 4 });
    expect(newest()).toEqual({ n: { value: 4, at: noon + 11_000 } });
    expect(await instants()).toEqual([noon, noon + 10_000, noon + 11_000, noon + 2 * hour]);
  });
});

describe('messages of the future', () => {
  test('are counted, and none is when there is none', async () => {
    const none = { laterThan: noon + 5 * 60_000, rows: 0, devices: 0, newestAt: null };
    await bench.restart();
    await sendAt(noon, { n: 1 });
    const { futureRows } = bench.telemetry;
    await bench.database.pool.query('DELETE FROM telemetry WHERE at > $1', [noon + 60_000]);
    expect(await futureRows.count()).toEqual(none);
    expect(futureRows.problems()).toEqual([]);
  });

  test('are removed with their rollups, and what is not in the future stays', async () => {
    await bench.database.pool.query('DELETE FROM telemetry');
    await sendAt(noon, { n: 1 });
    for (const minute of [0, 1, 2]) await sendAt(noon + 2 * hour + minute * 60_000, { n: 100, seldom: 7 });
    bench.clock.at = noon + 4 * hour;
    await bench.telemetry.updateRollups();
    await sendAt(noon + 10_000, { n: 3 });
    await bench.restart();
    const counted = await bench.telemetry.futureRows.count();
    expect(counted).toMatchObject({ rows: 3, devices: 1, newestAt: noon + 2 * hour + 120_000 });
    expect(bench.telemetry.futureRows.problems()).toMatchObject([
      { part: 'clock', severity: 'warning', reason: 'future_messages', values: { count: 3 } },
    ]);
    expect(await bench.telemetry.futureRows.remove(counted?.laterThan ?? 0)).toBe(3);
    expect(await instants()).toEqual([noon, noon + 10_000]);
    expect(await bench.telemetry.futureRows.count()).toMatchObject({ rows: 0 });
    expect(newest()).toMatchObject({ n: { value: 3 } });
    // The running hour ends, and the day has no trace of it.
    bench.clock.at = noon + hour + 10_000;
    await bench.telemetry.updateRollups();
    for (const { table } of rollupLevels) {
      const { rows } = await bench.database.pool.query(`SELECT maxs FROM ${table} WHERE device_id = $1`, [device.id]);
      expect(
        rows.map(({ maxs }) => maxs[0]),
        table,
      ).toEqual([3]);
    }
  });

  test('only those are removed that the clock has not reached, whatever is requested', async () => {
    await sendAt(noon - hour, { n: 1 });
    await sendAt(noon, { n: 2 });
    expect(await bench.telemetry.futureRows.remove(0)).toBe(0);
    expect(await instants()).toEqual([noon - hour, noon]);
  });
});
