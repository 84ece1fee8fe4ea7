import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silentLogger } from '../../../test/log.ts';
import { describeProblem, TrustedClock } from './index.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
let db: TestDatabase;
let wall: number;
let steady: number;
let clock: TrustedClock;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  await db.database.pool.query(`DELETE FROM server_state WHERE key = 'trusted_clock'`);
  wall = Date.UTC(2026, 5, 15, 12);
  steady = 0;
  await start();
});
afterEach(() => clock.stop());

async function start(): Promise<void> {
  clock = new TrustedClock({
    database: db.database,
    clock: { now: () => wall },
    monotonic: () => steady,
    log: silentLogger,
  });
  await clock.start();
}

/** The server is off for so long, by its clock. */
async function restartAfter(ms: number): Promise<void> {
  await clock.stop();
  wall += ms;
  steady = 0;
  await start();
}

/** It looks at the clock each ten minutes. */
async function run(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 10 * minute) {
    wall += Math.min(left, 10 * minute);
    steady += Math.min(left, 10 * minute);
    await clock.check();
  }
}

test('the clock of a first start is trusted, and that of one which was off for some days', async () => {
  expect(clock.mayRemove).toBe(true);
  await run(2 * day);
  await restartAfter(6 * day);
  expect([clock.mayRemove, clock.problems()]).toEqual([true, []]);
});

test('nothing is removed before the start, when nothing is known', () => {
  const unstarted = new TrustedClock({ database: db.database, clock: { now: () => wall }, log: silentLogger });
  expect([unstarted.mayRemove, unstarted.problems()]).toEqual([false, []]);
});

test('one that is years ahead after a start is trusted after a day of running, over restarts', async () => {
  await restartAfter(3_650 * day);
  expect(clock.mayRemove).toBe(false);
  expect(clock.problems().map(describeProblem)).toMatchObject([
    { part: 'clock', severity: 'warning', text: expect.stringContaining('for another 24 hours') },
  ]);
  await run(20 * hour);
  await restartAfter(hour);
  await run(3.5 * hour);
  expect(clock.mayRemove).toBe(false);
  expect(clock.problems().map(describeProblem)[0]?.text).toContain('for another hour');
  await run(hour);
  expect([clock.mayRemove, clock.problems()]).toEqual([true, []]);
});

test('one that is set ahead while the server runs is not trusted from that moment on, until it is set right', async () => {
  wall += 8 * day;
  expect(clock.mayRemove).toBe(false);
  await run(hour);
  wall -= 8 * day;
  expect(clock.mayRemove).toBe(true);
  await run(hour);
  wall += 8 * day;
  expect(clock.problems()).toMatchObject([{ values: { hours: 24 } }]);
});

test('one that was behind for long, or asleep, is no other clock that is trusted sooner', async () => {
  wall -= 300 * day;
  await run(23 * hour);
  wall += 3_650 * day;
  await run(2 * hour);
  steady += 30 * hour;
  wall += 30 * hour;
  await clock.check();
  expect(clock.mayRemove).toBe(false);
});

test('an installation of an earlier version has its last heartbeat', async () => {
  await db.database.pool.query(`DELETE FROM server_state WHERE key = 'trusted_clock'`);
  await db.database.pool.query(`INSERT INTO server_state (key, value) VALUES ('heartbeat', $1)`, [String(wall)]);
  await restartAfter(3_650 * day);
  await db.database.pool.query(`DELETE FROM server_state WHERE key = 'heartbeat'`);
  expect(clock.mayRemove).toBe(false);
});

test('one that is behind removes nothing too early, and is what counts after a day', async () => {
  wall -= 300 * day;
  await run(hour);
  expect(clock.mayRemove).toBe(true);
  await run(24 * hour);
  wall += 300 * day;
  expect(clock.mayRemove).toBe(false);
});
