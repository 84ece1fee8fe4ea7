import type { HistoryResponse } from '@cyno/contract';
import { expect, it } from 'vitest';
import { type Piece, pastValue, pastWindow } from './replay-track.ts';

const second = 1_000;

function piece(change: Partial<HistoryResponse>, before: Piece['before'] = {}): Piece {
  const history: HistoryResponse = {
    from: 0,
    to: 60 * second,
    resolution: 'raw',
    bucketMs: null,
    offline: [],
    times: [10 * second, 20 * second, 30 * second],
    series: {
      temp: { value: [1, 2, null], min: null, max: null },
      mode: { value: [null, null, 'eco'], min: null, max: null },
    },
    ...change,
  };
  return { history, before, until: 60 * second };
}

it('finds the newest value at or before a moment', () => {
  const raw = piece({}, { temp: { value: 0.5, at: -5 * second } });
  expect(pastValue(raw, 'temp', 9_999)).toEqual({ value: 0.5, at: -5 * second });
  expect(pastValue(raw, 'temp', 10 * second)).toEqual({ value: 1, at: 10 * second });
  expect(pastValue(raw, 'temp', 19_999)).toEqual({ value: 1, at: 10 * second });
  expect(pastValue(raw, 'temp', 60 * second)).toEqual({ value: 2, at: 20 * second });
  expect(pastValue(raw, 'mode', 29_999)).toBeUndefined();
  expect(pastValue(raw, 'mode', 30 * second)).toEqual({ value: 'eco', at: 30 * second });
});

it('shows an average only when all of it has been', () => {
  const buckets = piece({ resolution: '1m', bucketMs: 10 * second });
  expect(pastValue(buckets, 'temp', 19_999)).toBeUndefined();
  expect(pastValue(buckets, 'temp', 20 * second)).toEqual({ value: 1, at: 20 * second });
  expect(pastValue(buckets, 'temp', 25 * second)?.value).toBe(1);
  expect(pastValue(buckets, 'temp', 55 * second)).toEqual({ value: 2, at: 30 * second });
});

it('ends a chart at the moment and joins the pieces before it', () => {
  const next = piece({
    from: 60 * second,
    to: 120 * second,
    times: [70 * second, 80 * second],
    series: { temp: { value: [7, 8], min: null, max: null } },
    offline: [{ from: 60 * second, to: 65 * second }],
  });
  const first = piece({
    offline: [
      { from: 5 * second, to: 8 * second },
      { from: 50 * second, to: 60 * second },
    ],
  });
  const frame = pastWindow([first, next], 60 * second, 75 * second);
  expect(frame).toMatchObject({ from: 15 * second, to: 75 * second, bucketMs: null });
  expect(frame.times).toEqual([20, 30, 70].map((at) => at * second));
  expect(frame.series.temp?.value).toEqual([2, null, 7]);
  expect(frame.series.mode?.value).toEqual([null, 'eco', null]);
  expect(frame.offline).toEqual([{ from: 50 * second, to: 65 * second }]);
});

it('keeps the band of averages next to single points', () => {
  const buckets = piece({
    bucketMs: 10 * second,
    series: { temp: { value: [1, 2, null], min: [0, 1, null], max: [2, 3, null] } },
  });
  const raw = piece({
    from: 60 * second,
    times: [61 * second],
    series: { temp: { value: [5], min: null, max: null } },
  });
  const { temp } = pastWindow([buckets, raw], 60 * second, 62 * second).series;
  expect(temp).toEqual({ value: [1, 2, null, 5], min: [0, 1, null, 5], max: [2, 3, null, 5] });
});
