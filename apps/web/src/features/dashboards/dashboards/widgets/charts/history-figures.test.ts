import type { HistoryResponse } from '@cyno/contract';
import { describe, expect, test } from 'vitest';
import { trackOf } from '../places/place-track.ts';
import { binsOf } from './bar-bins.ts';
import { sharesOf } from './histogram-bins.ts';
import { pointsOf } from './history-points.ts';
import { hourWeek } from './hour-week.ts';
import { compassPoint, windRose } from './wind-rose.ts';
import { hourStart } from './zone-time.ts';

const hour = 3_600_000;
/** A Saturday, midnight UTC. */
const from = Date.UTC(2026, 10, 21);

function history(values: Record<string, (number | string | null)[]>, more: Partial<HistoryResponse> = {}) {
  const length = Math.max(...Object.values(values).map((one) => one.length));
  const times = Array.from({ length }, (_, index) => from + index * hour);
  const series = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, { value, min: null, max: null }]),
  );
  const base = { from, to: from + length * hour, resolution: '1h' as const, bucketMs: hour, offline: [] };
  return { ...base, times, series, ...more };
}

describe('bars', () => {
  const bins = (
    given: HistoryResponse,
    figure: 'average' | 'lowest' | 'highest' | 'rise' | 'total',
    by: 'hour' | 'day',
  ) => binsOf(pointsOf(given, 'x'), { ...given, figure, by, timeZone: 'UTC' }).map(({ value }) => value);

  test('have the figure of each hour, and none where nothing came', () => {
    expect(bins(history({ x: [1, null, 3] }), 'average', 'hour')).toEqual([1, null, 3]);
  });

  test('end with the hour that has just begun', () => {
    const given = history({ x: [1, 2] }, { from: from - 2 * hour + 60_000, to: from + hour + 60_000 });
    const bars = binsOf(pointsOf(given, 'x'), { ...given, figure: 'average', by: 'hour', timeZone: 'UTC' });
    expect(bars.map(({ value }) => value)).toEqual([null, 1, 2]);
  });

  test('are of whole hours and days, but for the one that is not over, and one alone', () => {
    const given = history({ x: [5, 1, 2] }, { from: from + 60_000 });
    expect(bins(given, 'lowest', 'hour')).toEqual([1, 2]);
    expect(bins(given, 'lowest', 'day')).toEqual([1]);
  });

  test('stand for the days of the time zone', () => {
    const given = history({ x: Array.from({ length: 48 }, (_, index) => index) });
    const bangkok = binsOf(pointsOf(given, 'x'), { ...given, figure: 'lowest', by: 'day', timeZone: 'Asia/Bangkok' });
    // Midnight in Bangkok is 17:00 UTC.
    expect(bangkok.map(({ value }) => value)).toEqual([17, 41]);
  });

  test('know lowest and highest of buckets, not only their averages', () => {
    const given = history({ x: [5, 6] });
    given.series.x = { value: [5, 6], min: [1, 2], max: [9, 8] };
    expect(bins(given, 'lowest', 'day')).toEqual([1]);
    expect(bins(given, 'highest', 'day')).toEqual([9]);
  });

  test('count a counter that restarted at zero from there', () => {
    expect(bins(history({ x: [10, 14, 3, 5] }), 'rise', 'day')).toEqual([4 + 3 + 2]);
  });

  test('take a counter that falls a little for one that continues, also of buckets, and are never below zero', () => {
    const jitter = history({ x: [1000, 1000.4, 1000.3, 1000.9] });
    expect(bins(jitter, 'rise', 'day')[0]).toBeCloseTo(0.9);
    jitter.series.x = {
      value: [1000, 1000.3, 1000.2, 1000.8],
      min: [1000, 1000, 1000.1, 1000.7],
      max: [1000, 1000.4, 1000.3, 1000.9],
    };
    expect(bins(jitter, 'rise', 'day')[0]).toBeCloseTo(0.9);
    // A calibration that takes off 30 from now on.
    expect(bins(history({ x: [1000, 970, 971] }), 'rise', 'hour')).toEqual([0, 0, 1]);
  });

  test('count what a bucket has that began at zero, however high it came', () => {
    const given = history({ x: [7, 7] });
    given.series.x = { value: [7, 7], min: [0, 0], max: [14, 13.5] };
    expect(bins(given, 'rise', 'hour')).toEqual([14, 13.5]);
  });

  test('multiply by the hours that a value held, which end when the board goes away', () => {
    expect(bins(history({ x: [100, 100] }), 'total', 'day')).toEqual([200]);
    const away = history({ x: [100, 100] }, { offline: [{ from: from + 1.5 * hour, to: from + 2 * hour }] });
    expect(bins(away, 'total', 'day')).toEqual([150]);
  });
});

describe('a histogram', () => {
  test('weighs values by how long they held and adds up to the whole', () => {
    const shares = sharesOf(pointsOf(history({ x: [0, 0, 0, 10] }), 'x'), 5);
    expect(shares).toHaveLength(5);
    expect(shares[0]).toMatchObject({ from: 0, to: 2, share: 0.75 });
    expect(shares[4]).toMatchObject({ to: 10, share: 0.25 });
    expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  });

  test('of one value has one bar, of none none', () => {
    expect(sharesOf(pointsOf(history({ x: [7, 7] }), 'x'), 9)).toEqual([{ from: 7, to: 7, share: 1 }]);
    expect(sharesOf([], 9)).toEqual([]);
  });
});

test.each([
  ['UTC', '2026-03-01T05:00:00Z'],
  ['Asia/Kolkata', '2026-03-01T04:30:00Z'],
  ['Asia/Kathmandu', '2026-03-01T05:15:00Z'],
])('an hour begins by the clock of %s', (zone, start) => {
  expect(hourStart(Date.parse('2026-03-01T05:17:00Z'), zone)).toBe(Date.parse(start));
});

test('a heat map has the mean of each hour of each weekday', () => {
  const given = history({ x: [1, 2] });
  given.times.push(from + 7 * 24 * hour);
  given.series.x?.value.push(5);
  const cells = hourWeek(pointsOf({ ...given, to: from + 8 * 24 * hour }, 'x'), 'UTC');
  expect(cells[6]?.slice(0, 3)).toEqual([3, 2, null]);
  expect(cells[0]?.every((value) => value === null)).toBe(true);
});

describe('a compass', () => {
  test.each([
    [0, 'N'],
    [11, 'N'],
    [12, 'NNE'],
    [349, 'N'],
    [-90, 'W'],
    [450, 'E'],
  ])('%d degrees are %s', (degrees, point) => expect(compassPoint(degrees)).toBe(point));

  test('reports how often and how fast it blew from where', () => {
    const rose = windRose(history({ dir: [0, 1, 90, 359], speed: [2, 4, 9, 6] }), ['dir', 'speed']);
    expect(rose.filter(({ share }) => share > 0)).toMatchObject([
      { point: 'N', share: 0.75, speed: 4 },
      { point: 'E', share: 0.25, speed: 9 },
    ]);
    expect(windRose(undefined, ['dir'])).toEqual([]);
  });
});

test('a track leaves out what is no place', () => {
  const given = history({ lat: [13.7, 0, 95, null, 13.8], lon: [100.5, 0, 1, 2, 100.6] });
  expect(trackOf(given, ['lat', 'lon'])).toEqual([
    { latitude: 13.7, longitude: 100.5 },
    { latitude: 13.8, longitude: 100.6 },
  ]);
});

test('a track leaves out means of places and of the 0, 0 of a receiver without a fix', () => {
  const given = history({ lat: [13.7, 6.85, 13.8, -0.1], lon: [100.5, 50.25, 100.6, 0.2] });
  given.series.lat = { value: [13.7, 6.85, 13.8, -0.1], min: [13.6, 0, 13.7, -0.2], max: [13.8, 13.7, 13.9, 0] };
  given.series.lon = { value: [100.5, 50.25, 100.6, 0.2], min: [100.4, 0, 100.5, 0], max: [100.6, 100.5, 100.7, 0.4] };
  expect(trackOf(given, ['lat', 'lon'])).toEqual([
    { latitude: 13.7, longitude: 100.5 },
    { latitude: 13.8, longitude: 100.6 },
    { latitude: -0.1, longitude: 0.2 },
  ]);
});
