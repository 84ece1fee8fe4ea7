import { expect, test } from 'vitest';
import { formatShort, formatStats, isStale, variableKind } from '../../../lib/format/variable-kind.ts';
import { csvName } from './export-csv.ts';
import { summarize } from './history-query.ts';
import { filledView, fittingRange, followedView, ranges, readView, writeView } from './view-params.ts';

const [quarter, hour, , day] = ranges;
const read = (query: string) => readView(new URLSearchParams(query), day);

test('the address has the range and the zoom; nonsense is ignored', () => {
  expect(read('')).toMatchObject({ range: { id: '24h' }, zoom: null });
  expect(read('range=7d')).toMatchObject({ range: { id: '7d' }, zoom: null });
  expect(read('range=15m&from=100&to=200').zoom).toEqual({ from: 100, to: 200 });
  for (const query of [
    'from=200&to=100',
    'from=1',
    'from=x&to=2',
    'from=-5&to=9',
    'from=1&to=9999999999999999',
    'range=x',
  ]) {
    expect(read(query)).toMatchObject({ range: { id: '24h' }, zoom: null });
  }
});

test('writing and reading a view gives it back and leaves other parameters alone', () => {
  for (const range of ranges) {
    for (const zoom of [null, { from: 1_000, to: 2_000 }]) {
      const params = writeView(new URLSearchParams('tab=x&from=5&to=6'), { range, zoom });
      expect(readView(params, day)).toEqual({ range, zoom });
      expect(params.get('tab')).toBe('x');
    }
  }
});

test('a board that is new gets a range that its values fill', () => {
  const now = 1_000_000_000;
  expect(fittingRange(now - 60_000, now)).toBe(quarter);
  expect(fittingRange(now - 25 * 60_000, now)).toBe(quarter);
  expect(fittingRange(now - 50 * 60_000, now)).toBe(hour);
  expect(fittingRange(now - 23 * 3_600_000, now)).toBe(day);
  expect(fittingRange(null, now)).toBe(day);
});

test('a followed view moves by whole pixels and always holds the present', () => {
  const first = followedView(hour, 1_000_000_000, 1_000);
  const soon = followedView(hour, 1_000_000_000 + 100, 1_000);
  expect(soon).toEqual(first);
  expect(first.to).toBeGreaterThanOrEqual(1_000_000_000);
  expect(first.to - first.from).toBe(hour.ms);
});

test('a value is stale after three of its intervals, but never within seconds or while they are unknown', () => {
  expect(isStale({ at: 0, intervalMs: 10_000 }, 30_000)).toBe(false);
  expect(isStale({ at: 0, intervalMs: 10_000 }, 30_001)).toBe(true);
  expect(isStale({ at: 0, intervalMs: 500 }, 4_900)).toBe(false);
  expect(isStale({ at: 0, intervalMs: null }, 3_600_000)).toBe(false);
  expect(isStale({ at: 0, intervalMs: null }, 3_600_001)).toBe(true);
  expect(isStale({ at: null, intervalMs: 500 }, 1e9)).toBe(false);
});

test('the kind of a variable follows its value', () => {
  expect([1, true, 'on', null].map((value) => variableKind({ value }))).toEqual(['number', 'switch', 'text', 'number']);
});

test('a mean gets four digits unless the variable defines its decimals', () => {
  expect(formatStats(null, { min: 16.5, avg: 24.3681, max: 31 })).toEqual(['16.5', '24.37', '31']);
  expect(formatStats(0, { min: 16.5, avg: 24.3681, max: 31 })).toEqual(['17', '24', '31']);
  const means = [12_345.678, 0.012_34, 2.342e-7, -5.678_91].map((avg) => formatStats(null, { min: 0, avg, max: 0 })[1]);
  expect(means).toEqual(['12,346', '0.012', '2.34e−7', '−5.679']);
});

test('long numbers become short where there is little room', () => {
  const short = [31.4, 975_800_000, -0.123_456, -12_345_678.9].map((value) => formatShort(value, null));
  expect(short).toEqual(['31.4', '9.76e8', '−0.123', '−1.23e7']);
});

test('the day range reads raw values and buckets', () => {
  const series = {
    temp: { value: [5, null, 7], min: [4, null, 6], max: [6, null, 9] },
    mode: { value: ['a'], min: null, max: null },
  };
  expect([...summarize({ series, times: [1, 2, 3] }).values]).toEqual([['temp', { low: 4, high: 9 }]]);
});

test('ids with blanks and parentheses are safe in file names', () => {
  expect(csvName('My (board)', 0, 60_000)).toBe('My_board__19700101-0000_19700101-0001.csv');
});

test.each([
  ['nothing is known yet', null, { from: 0, to: 900_000 }],
  ['the board is older than the view', -5_000, { from: 0, to: 900_000 }],
  ['it sends for five minutes', 590_000, { from: 590_000, to: 890_000 }],
  ['it sends for 20 s', 870_000, { from: 830_000, to: 890_000 }],
])('the axis of a followed view when %s', (_when, begins, axis) => {
  expect(filledView({ from: 0, to: 900_000 }, 890_000, begins)).toEqual(axis);
});
