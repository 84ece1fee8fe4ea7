import { beforeEach, expect, test } from 'vitest';
import { readableLogger } from '../../../test/log.ts';
import { ClockWatch, describeProblem } from './index.ts';

const hour = 3_600_000;
let wall: number;
let steady: number;
let output: ReturnType<typeof readableLogger>;
let watch: ClockWatch;
beforeEach(() => {
  wall = Date.UTC(2026, 5, 15, 12);
  steady = 0;
  output = readableLogger();
  watch = new ClockWatch({ clock: { now: () => wall }, monotonic: () => steady, log: output.log });
});

function pass(ms: number): void {
  wall += ms;
  steady += ms;
  watch.check();
}

test('time that passes is no jump, nor is what a time server corrects', () => {
  pass(5_000);
  wall += 2_000;
  pass(5_000);
  wall -= 4_000;
  pass(24 * hour);
  expect([watch.jumps, watch.problems(), output.texts()]).toEqual([[], [], []]);
});

test('a clock that is set ahead and back is noticed both times, in the log and for administrators', () => {
  pass(5_000);
  wall += 2 * hour;
  pass(5_000);
  const aheadAt = wall;
  wall -= 2 * hour;
  pass(5_000);
  expect(watch.jumps).toEqual([
    { at: wall, byMs: -2 * hour },
    { at: aheadAt, byMs: 2 * hour },
  ]);
  expect(output.texts()).toEqual([
    'The clock of this machine jumped ahead by 2 hours, unless it was asleep. Check that it is set by a time server.',
    'The clock of this machine jumped back by 2 hours. Check that it is set by a time server.',
  ]);
  expect(watch.problems().map(describeProblem)).toMatchObject([
    { part: 'clock', severity: 'warning', text: expect.stringContaining('jumped back by 2 hours'), since: wall },
  ]);
});

test('it is mentioned for a day, whatever the clock shows meanwhile', () => {
  wall -= 2 * hour;
  pass(5_000);
  pass(23 * hour);
  expect(watch.problems()).toHaveLength(1);
  pass(hour);
  expect(watch.problems()).toEqual([]);
});
