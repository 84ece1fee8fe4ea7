import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTelemetryBench, noon, type TelemetryBench } from '../../../../test/telemetry.ts';
import { Plans } from './plans.ts';
import { subscriptionsRepository } from './subscriptions.repository.ts';

const dayMs = 24 * 3_600_000;

let bench: TelemetryBench;
let plans: Plans;
let device: { id: number; accountId: number; espid: string };

beforeEach(async () => {
  bench = await createTelemetryBench();
  plans = new Plans({
    repository: subscriptionsRepository(bench.database),
    clock: bench.clock,
    mode: 'manual',
    own: { storedIntervalMs: 0, rawHistoryDays: null, rollupHistoryDays: null },
  });
  bench.clock.at = noon - 40 * dayMs;
  await plans.load();
  bench.clock.at = noon;
  bench.limits.rawDays = (accountId) => plans.historyOf(accountId).rawDays;
  bench.limits.rollupDays = (accountId) => plans.historyOf(accountId).rollupDays;
  device = await bench.addDevice('board');
});
afterEach(() => bench.close());

/** Gives the plan so many days before now. */
async function give(plan: 'maker' | 'pro', daysAgo: number, until: number | null = null) {
  const given = { accountId: device.accountId, plan, until, at: noon - daysAgo * dayMs };
  await subscriptionsRepository(bench.database).assign(given, async () => undefined);
  await plans.load();
}

const send = (...daysAgo: number[]) =>
  Promise.all(daysAgo.map((days) => bench.send(device, { days }, { at: noon - days * dayMs }).stored));
const messages = async () => {
  const { rows } = await bench.database.pool.query<{ at: number }>('SELECT at FROM telemetry ORDER BY at');
  return rows.map(({ at }) => Math.round((noon - at) / dayMs));
};

const rollups = async () => {
  const { rows } = await bench.database.pool.query<{ at: number }>('SELECT at FROM rollup_1d ORDER BY at');
  // A day's rollup stands at its midnight.
  return rows.map(({ at }) => Math.floor((noon - at) / dayMs));
};

/** As each minute and each night; what is too old to be rolled up any more was, when it was new. */
async function updateRollupsAndRemove() {
  const { rawDays } = bench.limits;
  bench.limits.rawDays = () => null;
  await bench.telemetry.updateRollups();
  bench.limits.rawDays = rawDays;
  await bench.telemetry.removeOld();
}

test.each([
  ['free', 30],
  ['maker', 365],
  ['pro', 730],
] as const)('%s keeps messages for %d days, and their rollups longer', async (plan, days) => {
  if (plan !== 'free') await give(plan, 31);
  await send(days + 1, days - 1, 0);
  await updateRollupsAndRemove();
  expect(await messages()).toEqual([days - 1, 0]);
  expect(await rollups()).toEqual([days + 1, days - 1]);
});

test.each([
  ['free', 365],
  ['maker', 1_825],
  ['pro', 3_650],
] as const)('%s keeps rollups for %d days', async (plan, days) => {
  if (plan !== 'free') await give(plan, 31);
  await send(days + 2, days - 2);
  await updateRollupsAndRemove();
  expect(await rollups()).toEqual([days - 2]);
  expect(await messages()).toEqual([]);
  expect((await bench.telemetry.reader.oldest(device.accountId)).raw).toBeNull();
});

test('a plan that ended less than 30 days ago costs nothing, and after that what the smaller one does not keep', async () => {
  await give('maker', 100, noon - 29 * dayMs);
  await send(200, 10);
  await updateRollupsAndRemove();
  expect(await messages()).toEqual([200, 10]);
  expect(await bench.telemetry.reader.oldest(device.accountId)).toMatchObject({ raw: noon - 200 * dayMs });
  bench.clock.at = noon + dayMs;
  await updateRollupsAndRemove();
  expect(await messages()).toEqual([10]);
  expect(await bench.telemetry.reader.oldest(device.accountId)).toEqual({
    raw: noon - 10 * dayMs,
    rollup: noon - 200 * dayMs - (noon % dayMs),
  });
});

describe('when a board was connected', () => {
  /** Stores a connection of an hour for each, and returns those that the night leaves. */
  const leftOf = async (...daysAgo: number[]) => {
    const { pool } = bench.database;
    for (const days of daysAgo) {
      const from = noon - days * dayMs;
      await pool.query('INSERT INTO presence VALUES ($1, $2, $3)', [device.id, from, from + dayMs / 24]);
    }
    await bench.telemetry.removeOld();
    const { rows } = await pool.query<{ at: number }>('SELECT online_at AS at FROM presence ORDER BY at');
    return rows.map(({ at }) => (noon - at) / dayMs);
  };

  test('is stored for as long as the rollups, and the last connection before, since when it was away', async () => {
    expect(await leftOf(500, 400, 370, 360, 1)).toEqual([370, 360, 1]);
  });

  test('is stored for two years where the history is longer', async () => {
    await give('pro', 31);
    expect(await leftOf(800, 740, 720, 1)).toEqual([740, 720, 1]);
  });

  test('is not removed before that by a change of plan', async () => {
    await give('maker', 1);
    expect(await leftOf(500, 400, 1)).toEqual([500, 400, 1]);
  });
});
