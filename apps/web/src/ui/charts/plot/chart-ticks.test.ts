import { expect, test } from 'vitest';
import { timeTicks, valueTickLabels, valueTicks, zoneOffsetMs } from './chart-ticks.ts';

const at = (text: string) => Date.parse(text);
const day = 86_400_000;

test('times are round in the reader’s zone, and midnight carries the date', () => {
  const to = at('2026-11-21T07:20:00Z');
  const labels = timeTicks({ from: to - day, to }, 13, { timeZone: 'Asia/Bangkok' }).map((tick) => tick.label);
  expect(labels.slice(0, 6)).toEqual(['16:00', '18:00', '20:00', '22:00', '11/21', '02:00']);
});

test('a day is written as the reader wants it', () => {
  const to = at('2026-11-21T07:20:00Z');
  const ticks = timeTicks({ from: to - day, to }, 13, { timeZone: 'UTC', day: (month, date) => `${date}.${month}.` });
  expect(ticks.filter((tick) => tick.isDay).map((tick) => tick.label)).toEqual(['21.11.']);
});

test('over a new year the first day of each year carries it', () => {
  const from = at('2024-11-21T07:20:00Z');
  const date = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const years = timeTicks({ from, to: from + 800 * day }, 8, { timeZone: 'UTC', date });
  expect(years.map((tick) => tick.label).filter((label) => label.length > 5)).toEqual([
    '2025-03-13',
    '2026-02-12',
    '2027-01-14',
  ]);
  const week = timeTicks({ from: at('2026-12-28T12:00:00Z'), to: at('2027-01-04T12:00:00Z') }, 8, {
    timeZone: 'UTC',
    date,
  });
  expect(week.map((tick) => tick.label)).toEqual([
    '2026-12-29',
    '12/30',
    '12/31',
    '2027-01-01',
    '01/02',
    '01/03',
    '01/04',
  ]);
});

test('a zone with half an hour keeps round local times', () => {
  const from = at('2026-11-21T00:00:00Z');
  const ticks = timeTicks({ from, to: from + 4 * 3_600_000 }, 8, { timeZone: 'Asia/Kolkata' });
  expect(ticks.map((tick) => tick.label)).toEqual(
    ['05:30', '06:00', '06:30', '07:00', '07:30', '08:00', '08:30', '09:00', '09:30'].slice(0, ticks.length),
  );
  expect(zoneOffsetMs(from, 'Asia/Kolkata')).toBe(5.5 * 3_600_000);
});

test('midnights stay at midnight when the clocks change inside the span', () => {
  const from = at('2026-10-24T12:00:00Z');
  const ticks = timeTicks({ from, to: from + 3 * day }, 4, { timeZone: 'Europe/Berlin' });
  expect(ticks.map((tick) => new Date(tick.at).toISOString())).toEqual([
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
    '2026-10-26T23:00:00.000Z',
  ]);
});

test('short spans show seconds', () => {
  const from = at('2026-11-21T00:00:03Z');
  const labels = timeTicks({ from, to: from + 60_000 }, 6, { timeZone: 'UTC' }).map((tick) => tick.label);
  expect(labels).toEqual(['00:00:10', '00:00:20', '00:00:30', '00:00:40', '00:00:50', '00:01:00']);
});

test('there are never more times than requested, up to years', () => {
  for (const length of [5_000, 900_000, 3_600_000, day, 7 * day, 92 * day, 800 * day]) {
    expect(timeTicks({ from: 1_000, to: 1_000 + length }, 8, { timeZone: 'UTC' }).length).toBeLessThanOrEqual(9);
  }
});

test.each([
  [18.4, 31.4, 4, ['15', '20', '25', '30', '35']],
  [0, 1, 4, ['0', '0.25', '0.50', '0.75', '1.00']],
  [42, 42, 4, ['38', '40', '42', '44', '46']],
  [0, 0, 4, ['0', '0.25', '0.50', '0.75', '1.00']],
  [-15.3, -9.5, 4, ['−16', '−14', '−12', '−10', '−8']],
  [3, 56_348, 4, ['0', '20k', '40k', '60k']],
  [9.6e8, 1.39e9, 4, ['0.8G', '1.0G', '1.2G', '1.4G']],
  [1.5e-7, 2.7e-7, 4, ['1.5e−7', '2e−7', '2.5e−7', '3e−7']],
  [
    1e20,
    2e20,
    4,
    [
      '100000000000000000000',
      '125000000000000000000',
      '150000000000000000000',
      '175000000000000000000',
      '200000000000000000000',
    ],
  ],
])('values from %d to %d get round, equally precise labels', (min, max, count, labels) => {
  expect(valueTickLabels(valueTicks(min, max, count))).toEqual(labels);
});

test('a scale always holds its values, also where floats are coarse', () => {
  for (const [min, max] of [
    [0.1, 0.3],
    [1e15, 1e15 + 3],
    [-1e-12, 1e-12],
    [5e-324, 1e-323],
    [-1.7e308, 1.7e308],
  ] as const) {
    const { low, high, ticks } = valueTicks(min, max, 4);
    expect(low).toBeLessThanOrEqual(min);
    expect(high).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThan(20);
  }
});
