import { expect, test } from 'vitest';
import { brokenColumns } from './broken-columns.ts';

const minute = 60_000;
const notified = (times: number[], more: object = {}) => ({ times, offline: [], bucketMs: null, ...more });

test('a line continues from point to point, also past rows of other variables', () => {
  const { at, value } = brokenColumns(notified([0, 1_000, minute, 2 * minute]), [1, null, 2, 3]);
  expect([at, value]).toEqual([
    [0, minute, 2 * minute],
    [1, 2, 3],
  ]);
});

test('it breaks where nothing came for more than three usual intervals', () => {
  const times = [0, minute, 2 * minute, 3 * minute, 63 * minute, 64 * minute];
  expect(brokenColumns(notified(times), [1, 2, 3, 4, 5, 6])).toMatchObject({
    at: [0, minute, 2 * minute, 3 * minute, 33 * minute, 63 * minute, 64 * minute],
    value: [1, 2, 3, 4, null, 5, 6],
  });
  expect(brokenColumns(notified([0, minute, 3 * minute]), [1, 2, 3]).value).toEqual([1, 2, 3]);
});

test('it breaks where the board was offline, however short that was', () => {
  const offline = [
    { from: minute + 1_000, to: minute + 5_000 },
    { from: 5 * minute, to: 6 * minute },
  ];
  expect(brokenColumns(notified([0, minute, 2 * minute], { offline }), [1, 2, 3]).value).toEqual([1, 2, null, 3]);
});

test('buckets stand in their middle, and the line ends at the newest value', () => {
  const history = notified([0, 10 * minute], { bucketMs: 10 * minute });
  expect(brokenColumns(history, [1, 2], { at: 18 * minute, value: 5, intervalMs: null })).toMatchObject({
    at: [5 * minute, 15 * minute, 18 * minute],
    value: [1, 2, 5],
  });
  expect(brokenColumns(history, [1, 2], { at: 12 * minute, value: 5, intervalMs: null }).at).toEqual([
    5 * minute,
    12 * minute,
  ]);
});

test('averages of neighbouring stretches are one line', () => {
  const bucketMs = 5 * minute;
  const times = [0, bucketMs, 2 * bucketMs, 4 * bucketMs];
  expect(brokenColumns(notified(times, { bucketMs }), [1, 2, 3, 4]).value).toEqual([1, 2, 3, 4]);
});

test('a silence that leaves a bucket without points is a gap', () => {
  const bucketMs = 10 * minute;
  const history = notified([0, bucketMs, 4 * bucketMs, 5 * bucketMs], { bucketMs });
  expect(brokenColumns(history, [1, 2, 3, 4], { at: null, value: null, intervalMs: 10_000 })).toMatchObject({
    at: [5 * minute, 15 * minute, 30 * minute, 45 * minute, 55 * minute],
    value: [1, 2, null, 3, 4],
  });
});
