import type { HistoryResponse } from '@cyno/contract';
import { expect, test } from 'vitest';
import { gapsOf, lineColumns } from './line-columns.ts';

const history = (part: Partial<HistoryResponse>): HistoryResponse => ({
  from: 0,
  to: 1e6,
  resolution: 'raw',
  bucketMs: null,
  times: [],
  series: {},
  offline: [],
  ...part,
});

test('a line breaks where nothing came for three usual intervals', () => {
  const times = [0, 10_000, 20_000, 90_000, 100_000];
  const columns = lineColumns(history({ times, series: { a: { value: [1, 2, 3, 4, 5], min: null, max: null } } }), 'a');
  expect(columns.value).toEqual([1, 2, 3, null, 4, 5]);
  expect(gapsOf(columns)).toEqual([{ from: 20_001, to: 90_000 }]);
});

test('messages without the variable do not break its line, and texts are left out', () => {
  const series = { a: { value: [1, null, 2, 'x', 3], min: null, max: null } };
  const columns = lineColumns(history({ times: [0, 1000, 2000, 3000, 4000], series }), 'a');
  expect(columns).toEqual({ at: [0, 2000, 4000], value: [1, 2, 3], min: null, max: null });
});

test('buckets stand in their middle, keep their extremes, and move by the shift', () => {
  const series = { a: { value: [1, 2], min: [0, 1], max: [2, 3] } };
  expect(lineColumns(history({ times: [0, 60_000], bucketMs: 60_000, series }), 'a', 500)).toEqual({
    at: [30_500, 90_500],
    value: [1, 2],
    min: [0, 1],
    max: [2, 3],
  });
});

test('a bucket that is not over stands where its history ends', () => {
  const series = { a: { value: [1, 2], min: [0, 1], max: [2, 3] } };
  const today = history({ times: [0, 60_000], bucketMs: 60_000, to: 70_000, series });
  expect(lineColumns(today, 'a', 500).at).toEqual([30_500, 70_500]);
});

test('a variable that is not there has no points', () => {
  expect(lineColumns(history({ times: [1] }), 'b').at).toEqual([]);
});
