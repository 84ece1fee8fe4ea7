import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const days = 60;

let bench: TelemetryBench;
let device: { id: number; accountId: number; espid: string };
let count = 0;

beforeAll(async () => {
  bench = await createTelemetryBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.clock.at = noon;
  bench.limits.rawDays = () => null;
  device = await bench.addDevice(`past-${++count}`);
});

const computed = () => bench.telemetry.computed;
const save = (key: string, formula: string) =>
  computed().save(
    device,
    key,
    { formula, unit: null, label: null },
    { accountId: device.accountId, findDevice: () => undefined },
  );
const send = (message: object) => bench.send(device, message).stored;
const store = (at: number, values: Record<string, number>) =>
  bench.telemetry.imports.store(device, [{ at, values }], false);
const keep = (key: string, days: number) => bench.telemetry.retention.set(device, key, days);
const settled = () =>
  expect
    .poll(() => computed().list(device.id, device.accountId).variables)
    .toSatisfy((all: { recomputed: unknown }[]) => all.every(({ recomputed }) => recomputed === null));

/** As two minutes later: what formulas remember is stored. */
async function remember(): Promise<void> {
  await computed().saveCheckpoints();
  await computed().saveCheckpoints();
}

/** By the days before noon: what is stored of a variable. */
async function stored(key: string): Promise<Map<number, number | null>> {
  const { rows } = await bench.database.pool.query<{ at: number; number: number | null }>(
    `SELECT at, numbers[slot] AS number FROM telemetry JOIN variables USING (device_id)
     WHERE device_id = $1 AND key = $2 ORDER BY at`,
    [device.id, key],
  );
  return new Map(rows.map(({ at, number }) => [(noon - at) / dayMs, number]));
}

/** A 1 each day up to now, added up by a formula that was there from the first day on. */
async function countDays(): Promise<void> {
  bench.clock.at = noon - (days - 1) * dayMs;
  await send({ x: 1 });
  await save('sum', 'total(x)');
  await settled();
  await remember();
  while (bench.clock.at < noon) {
    bench.clock.at += dayMs;
    await send({ x: 1 });
    await remember();
  }
}

describe('what cannot be made again stays', () => {
  test('a counter continues after an import although its first messages are removed', async () => {
    await countDays();
    bench.limits.rawDays = () => 30;
    await bench.telemetry.updateRollups();
    await bench.telemetry.removeOld();
    const before = await stored('sum');
    expect([Math.max(...before.keys()), before.get(30), before.get(0)]).toEqual([30, 30, 60]);
    const { rows } = await bench.database.pool.query('SELECT FROM computed_checkpoints WHERE device_id = $1', [
      device.id,
    ]);
    expect(rows.length).toBeLessThan(20);
    await store(noon - 10 * dayMs + hourMs, { other: 1 });
    await settled();
    const ofOthers = await stored('sum');
    for (const [day, sum] of before) expect([day, ofOthers.get(day)]).toEqual([day, sum]);
    await store(noon - 10 * dayMs + 2 * hourMs, { x: 5 });
    await settled();
    const after = await stored('sum');
    expect([after.get(11), after.get(10), after.get(9), after.get(0)]).toEqual([49, 50, 56, 65]);
    bench.clock.at += hourMs;
    await send({ x: 1 });
    expect([...(await stored('sum')).values()].at(-1)).toBe(66);
  });

  test('a counter continues after an import from just above the limit, which it may not count', async () => {
    await countDays();
    bench.limits.rawDays = () => 30;
    await bench.telemetry.updateRollups();
    await bench.telemetry.removeOld();
    const before = await stored('sum');
    await store(noon - 30 * dayMs + hourMs, { x: 5 });
    await settled();
    const after = await stored('sum');
    for (const [day, sum] of before) expect([day, after.get(day)]).toEqual([day, sum]);
  });

  test('results of an input that is kept for a shorter time outlive an import', async () => {
    await countDays();
    await save('double', 'x * 2');
    await settled();
    const before = [await stored('sum'), await stored('double')] as const;
    await keep('x', 30);
    await store(noon - 50 * dayMs + hourMs, { other: 1, x: 5 });
    await settled();
    const after = [await stored('sum'), await stored('double')] as const;
    for (const [place, results] of before.entries()) {
      for (const [day, result] of results) expect([place, day, after[place]?.get(day)]).toEqual([place, day, result]);
    }
    await store(noon - 10 * dayMs + hourMs, { x: 5 });
    await settled();
    expect((await stored('sum')).get(0)).toBe(65);
    expect((await stored('double')).get(10 - 1 / 24)).toBe(10);
  });

  test('a counter that is changed begins with the first message that is stored', async () => {
    await countDays();
    bench.limits.rawDays = () => 30;
    await bench.telemetry.updateRollups();
    await bench.telemetry.removeOld();
    await save('sum', 'total(x) * 2');
    await settled();
    const sums = await stored('sum');
    expect([sums.get(30), sums.get(0)]).toEqual([2, 62]);
  });

  test('what a limit of its own removed of a computed variable does not come back', async () => {
    await countDays();
    await keep('sum', 7);
    bench.clock.at += 2 * dayMs;
    await bench.telemetry.updateRollups();
    await bench.telemetry.removeOld();
    expect((await stored('sum')).get(20)).toBeNull();
    await store(noon - 40 * dayMs + hourMs, { x: 5 });
    await settled();
    const sums = await stored('sum');
    expect([sums.get(20), sums.get(0)]).toEqual([null, 65]);
    await save('sum', 'total(x) * 2');
    await settled();
    const changed = await stored('sum');
    expect([changed.get(20), changed.get(0)]).toEqual([null, 130]);
  });
});

test('an import has only the formulas gone through that it may change', async () => {
  await send({ x: 1, y: 1 });
  await save('double', 'x * 2');
  await save('other', 'y * 2');
  await save('sum', 'total(y)');
  await settled();
  await store(noon - hourMs, { x: 5 });
  const { variables } = computed().list(device.id, device.accountId);
  expect(variables.map(({ key, recomputed }) => [key, recomputed])).toEqual([
    ['double', 0],
    ['other', null],
    ['sum', 0],
  ]);
  await settled();
});

test('what is imported counts although its formula was gone through before it was there', async () => {
  await send({ x: 1 });
  await save('double', 'x * 2');
  await settled();
  const other = await bench.database.pool.connect();
  await other.query('BEGIN');
  await other.query('LOCK TABLE telemetry_dirty_hours IN ACCESS EXCLUSIVE MODE');
  const imported = store(noon - hourMs, { x: 5 });
  await expect.poll(() => computed().list(device.id, device.accountId).variables[0]?.recomputed).toBe(0);
  await settled();
  await other.query('COMMIT');
  other.release();
  await imported;
  await settled();
  expect([...(await stored('double')).values()]).toEqual([10, 2]);
});

describe('a clock that was ahead', () => {
  test('and was set right while the server was stopped leaves live results, and counters as they were', async () => {
    await countDays();
    await save('step', 'x - previous(x)');
    await settled();
    await bench.telemetry.stop();
    bench.clock.at = noon + 3_650 * dayMs;
    await bench.restart();
    await settled();
    await send({ x: 1 });
    await bench.telemetry.stop();
    bench.clock.at = noon + hourMs;
    await bench.restart();
    await settled();
    await send({ x: 3 });
    expect(bench.telemetry.recent(device.id).at(-1)?.values).toEqual({ x: 3, sum: 63, step: 2 });
  });

  test('by some days takes nothing from counters whose first messages are removed', async () => {
    await countDays();
    bench.limits.rawDays = () => 30;
    await bench.telemetry.updateRollups();
    await bench.telemetry.removeOld();
    bench.clock.at = noon + 9 * dayMs;
    await send({ x: 1 });
    await remember();
    bench.clock.at = noon + hourMs;
    await send({ x: 3 });
    await settled();
    bench.clock.at += minuteMs;
    await send({ x: 1 });
    expect(bench.telemetry.recent(device.id).at(-1)?.values).toEqual({ x: 1, sum: 64 });
  });
});
