import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatClock,
  formatDateTime,
  formatDbm,
  formatDuration,
  formatExact,
  formatSince,
  formatValue,
  noValue,
} from './format.ts';

describe('formatValue', () => {
  it.each([
    [20.333, null, '20.3'],
    [9.9871, null, '9.99'],
    [9.999, null, '10'],
    [-0.33333, null, '−0.333'],
    [31.05, null, '31.1'],
    [31.25, 1, '31.3'],
    [4, 2, '4.00'],
    [-61.5, null, '−61.5'],
    [-0.0001, 1, '0.0'],
    [1013.25, null, '1013.3'],
    [59_900.7, null, '59,901'],
    [59_900, null, '59,900'],
    [2_500_000_000, null, '2.5e9'],
    [0.00012, null, '1.2e−4'],
    [-1e12, 0, '−1e12'],
    [0, null, '0'],
    [Number.NaN, null, noValue],
    [null, null, noValue],
    [undefined, 2, noValue],
    [true, null, 'On'],
    [false, 2, 'Off'],
    ['<b>text-1</b>', null, '<b>text-1</b>'],
  ])('%s with %s digits is %s', (value, decimals, text) => {
    expect(formatValue(value, decimals)).toBe(text);
  });
});

it.each([
  [31.2518, null, '31.252'],
  [1013.25, null, '1013.25'],
  [1013.25, 1, '1013.3'],
  [0.00012, null, '1.2e−4'],
  [false, null, 'Off'],
  [null, null, noValue],
])('%s with %s digits is exactly %s', (value, decimals, text) => {
  expect(formatExact(value, decimals)).toBe(text);
});

it.each([
  [-5, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 h'],
  [47.9 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 days'],
])('a duration of %i ms is %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

it('calls the last second now', () => {
  expect(formatAge(999)).toBe('now');
  expect(formatAge(-3000)).toBe('now');
  expect(formatAge(45_900)).toBe('45 sec ago');
  expect(formatAge(240_000)).toBe('4 min ago');
  expect(formatAge(47 * 3_600_000)).toBe('47 hr ago');
  expect(formatAge(48 * 3_600_000)).toBe('2 days ago');
});

describe('instants', () => {
  const at = Date.UTC(2026, 10, 21, 17, 5, 9);

  it('are shown in the given time zone with a 24-hour clock', () => {
    expect(formatDateTime(at, { timeZone: 'Asia/Bangkok' })).toBe('11/22/2026 00:05');
    expect(formatClock(at, { timeZone: 'UTC', seconds: true })).toBe('17:05:09');
  });

  it('are shown in another format when it is requested', () => {
    expect(formatDateTime(at, { timeZone: 'UTC', dateFormat: 'yyyy-mm-dd' })).toBe('2026-11-21 17:05');
  });

  it('name the day only when it is another one', () => {
    expect(formatSince(at, at + 3_600_000, 'UTC')).toBe('since 17:05');
    expect(formatSince(at, at + 24 * 3_600_000, 'UTC')).toBe('since 11/21/2026 17:05');
  });
});

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [1_234_567, '1.2 MB'],
  [234_567_890, '235 MB'],
  [5e15, '5000 TB'],
])('a file of %i bytes is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

it('writes a signal with a real minus sign', () => {
  expect(formatDbm(-61)).toBe('−61 dBm');
});
