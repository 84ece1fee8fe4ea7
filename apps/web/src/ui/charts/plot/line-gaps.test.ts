import { expect, it } from 'vitest';
import { createGapRule, medianStep } from './line-gaps.ts';

const minute = 60_000;

it('a line of buckets breaks where the board left within one and came back within the next', () => {
  const breaks = (from: number, to: number) =>
    createGapRule({
      usualMs: 10 * minute,
      intervalMs: null,
      bucketMs: 10 * minute,
      offline: [{ from: from * minute, to: to * minute }],
    });
  expect(breaks(5, 17)(0, 10 * minute)).toBe(true);
  expect(breaks(5, 8)(0, 10 * minute)).toBe(false);
  expect(breaks(12, 18)(0, 10 * minute)).toBe(false);
});

it('a bucket without points breaks a line of buckets, unless the board sends so rarely', () => {
  const breaks = (intervalMs: number | null, usualMs = 10 * minute) =>
    [20, 30, 40].map((to) =>
      createGapRule({ usualMs, intervalMs, bucketMs: 10 * minute, offline: [] })(0, to * minute),
    );
  expect(breaks(10_000)).toEqual([true, true, true]);
  expect(breaks(5 * minute)).toEqual([false, true, true]);
  expect(breaks(11 * minute)).toEqual([false, false, true]);
  expect(breaks(null)).toEqual([false, false, true]);
  expect(breaks(10_000, 20 * minute)).toEqual([false, false, false]);
});

it('what is usual is not moved by a long gap', () => {
  expect(medianStep([0, 1, 2, 3, 100, 101])).toBe(1);
  expect(medianStep([5])).toBe(0);
});
