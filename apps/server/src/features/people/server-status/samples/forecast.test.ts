import { expect, test } from 'vitest';
import { daysUntilNothing, memoryGrowth } from './forecast.ts';

const hour = 3_600_000;
const day = 24 * hour;
const begin = Date.UTC(2026, 0, 1);

/** One value for each ten minutes. */
const series = (ms: number, valueAt: (passed: number) => number) =>
  Array.from({ length: ms / 600_000 }, (_, index) => ({
    at: begin + index * 600_000,
    value: valueAt(index * 600_000),
  }));

test('a disk that loses 1 GB a day of 10 that are left is full in nine days', () => {
  expect(daysUntilNothing(series(3 * day, (passed) => 10e9 + 3e9 - (passed / day) * 1e9))).toBe(10);
});

test('one large file, and what is cleaned up each night, do not mislead it', () => {
  const jump = series(4 * day, (passed) => 50e9 - (passed / day) * 1e9 - (passed > 3.5 * day ? 20e9 : 0));
  expect(daysUntilNothing(jump)).toBeGreaterThan(20);
  const nights = series(6 * day, (passed) => 50e9 - ((passed % day) / day) * 2e9);
  expect(daysUntilNothing(nights)).toBeNull();
});

test('nothing is said within the first day, of what does not fill, nor of a far future', () => {
  expect(daysUntilNothing(series(20 * hour, (passed) => 10e9 - passed * 100))).toBeNull();
  expect(daysUntilNothing(series(3 * day, () => 10e9))).toBeNull();
  expect(daysUntilNothing(series(3 * day, (passed) => 10e9 + passed))).toBeNull();
  expect(daysUntilNothing(series(3 * day, (passed) => 1e12 - (passed / day) * 1e6))).toBeNull();
  expect(daysUntilNothing([])).toBeNull();
});

test('memory that rises for hours and is never given back is a leak', () => {
  const leak = series(14 * hour, (passed) => 300e6 + (passed / hour) * 40e6 + (passed % hour) * 5);
  expect(memoryGrowth(leak, begin)).toEqual({ grown: 400e6, hours: 10 });
});

test('what a process takes at its start, a peak, a sawtooth and a steady state are none', () => {
  const start = series(14 * hour, (passed) => 200e6 + Math.min(passed / hour, 2) * 300e6);
  const peak = series(14 * hour, (passed) => (passed === 10 * hour ? 2e9 : 300e6));
  const sawtooth = series(14 * hour, (passed) => 300e6 + (passed % (4 * hour)) * 60);
  const noise = series(14 * hour, (passed) => 300e6 + ((passed / 600_000) % 3) * 20e6);
  for (const points of [start, peak, sawtooth, noise, []]) expect(memoryGrowth(points, begin)).toBeNull();
});

test('a process that began lately is not judged', () => {
  const leak = series(14 * hour, (passed) => 300e6 + (passed / hour) * 60e6);
  expect(memoryGrowth(leak, begin + 8 * hour)).toBeNull();
});
