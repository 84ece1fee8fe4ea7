import { describe, expect, test } from 'vitest';
import {
  type HistoryView,
  presets,
  readHistory,
  refreshMsOf,
  shiftOf,
  spanOf,
  writeHistory,
} from './history-address.ts';

const day = 86_400_000;
const view: HistoryView = {
  preset: presets[3],
  span: { from: 1_700_000_000_000, to: 1_700_003_600_000 },
  variables: [
    { espid: 'ESP 1', key: 'a:b@c' },
    { espid: 'ESP2', key: 'temp' },
  ],
  hidden: ['ESP2:temp'],
  thresholds: new Map([['ESP 1:a:b@c', -2.5]]),
  compare: 'week',
  stacked: true,
  limits: false,
  table: true,
};

test.each([
  ['everything', view],
  ['a shift of one’s own', { ...view, compare: 3 * day, span: null }],
  ['no variable at all', { ...view, variables: [], compare: 'none', stacked: false, table: false } as HistoryView],
])('an address opens exactly the view that it was written for: %s', (_, written) => {
  expect(readHistory(new URLSearchParams(writeHistory(written).toString()), [{ espid: 'x', key: 'y' }])).toEqual(
    written,
  );
});

test('what makes no sense is ignored', () => {
  const params = new URLSearchParams('range=9y&from=5&to=2&v=:x&v=y:&v=a:b&above=x@a:b&above=7&compare=never&layout=?');
  expect(readHistory(params, [])).toEqual({
    preset: presets[2],
    span: null,
    variables: [{ espid: 'a', key: 'b' }],
    hidden: [],
    thresholds: new Map(),
    compare: 'none',
    stacked: false,
    table: false,
    limits: true,
  });
});

describe('comparisons', () => {
  const span = { from: Date.UTC(2024, 2, 1), to: Date.UTC(2024, 2, 2) };
  test.each([
    ['none', null],
    ['day', day],
    ['week', 7 * day],
    ['year', 366 * day],
    ['before', day],
    [12_345, 12_345],
  ] as const)('%s', (compare, shift) => expect(shiftOf({ compare }, span)).toBe(shift));
});

test('a preset ends now, and a span stands still', () => {
  expect(spanOf({ preset: presets[0], span: null }, 7_200_400)).toEqual({ from: 3_601_000, to: 7_201_000 });
  expect(spanOf(view, 0)).toBe(view.span);
});

test('a span that reaches beyond now is requested again until it is over', () => {
  expect(refreshMsOf(2_000, 1_999)).toBe(10_000);
  expect(refreshMsOf(2_000, 2_000)).toBe(false);
});
