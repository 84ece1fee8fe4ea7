import type { HistoryResponse } from '@cyno/contract';
import { expect, test } from 'vitest';
import { numberOf, onSpans } from './on-spans.ts';

const raw = (value: (number | null)[], offline: HistoryResponse['offline'] = []): HistoryResponse => ({
  from: 0,
  to: 100,
  resolution: 'raw',
  bucketMs: null,
  offline,
  times: value.map((_value, index) => index * 10),
  series: { pump: { value, min: null, max: null } },
});

test('a value holds until the next one, and the last until now', () => {
  expect(onSpans(raw([0, 1, 1, 0, 1]), 'pump', 1)).toEqual([
    { from: 10, to: 30 },
    { from: 40, to: 100 },
  ]);
});

test('what is missing between values changes nothing, and a board that is away ends a span', () => {
  expect(onSpans(raw([1, null, 0]), 'pump', 1)).toEqual([{ from: 0, to: 20 }]);
  expect(onSpans(raw([1, 0], [{ from: 4, to: 8 }]), 'pump', 1)).toEqual([{ from: 0, to: 4 }]);
  expect(onSpans(raw([]), 'pump', 1)).toEqual([]);
  expect(onSpans(raw([1]), 'fan', 1)).toEqual([]);
});

test('a bucket counts when any of its values did, and no longer than it is', () => {
  const series = { pump: { value: [0.2, 0, 0.1], min: [0, 0, 0], max: [1, 0, 1] } };
  const history: HistoryResponse = { ...raw([]), bucketMs: 10, times: [0, 10, 40], series };
  expect(onSpans(history, 'pump', 1)).toEqual([
    { from: 0, to: 10 },
    { from: 40, to: 50 },
  ]);
});

test.each([
  [true, 1],
  [false, 0],
  [2.5, 2.5],
  ['on', null],
  [null, null],
])('%s as a number', (value, number) => expect(numberOf(value)).toBe(number));
