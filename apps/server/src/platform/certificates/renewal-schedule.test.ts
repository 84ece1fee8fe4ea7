import { expect, test } from 'vitest';
import { nextAllowed, pauseAfter, renewalOf } from './renewal-schedule.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

test('a certificate is due at two thirds of its lifetime, some a little earlier', () => {
  const of = (fingerprint: string, lifetime = 90 * day) =>
    renewalOf({ names: [], issuer: '', notBefore: 0, notAfter: lifetime, fingerprint });
  expect(of('00:11')).toBe(60 * day);
  expect(of('FF:11')).toBe(60 * day - 2.7 * day);
  expect(of('00:11', 6 * day)).toBe(4 * day);
});

test('pauses grow to a day, with jitter that only makes them longer', () => {
  expect([1, 2, 3, 4, 5, 6, 60].map((failures) => pauseAfter(failures, 0) / minute)).toEqual([
    5, 15, 60, 180, 720, 1_440, 1_440,
  ]);
  expect(pauseAfter(1, 1)).toBe(6.25 * minute);
});

test('three attempts an hour are the limit, whoever wants another one', () => {
  expect(nextAllowed([], 1_000 * minute)).toBe(1_000 * minute);
  expect(
    nextAllowed(
      [990, 995].map((at) => at * minute),
      1_000 * minute,
    ),
  ).toBe(1_000 * minute);
  expect(
    nextAllowed(
      [900, 985, 990, 995].map((at) => at * minute),
      1_000 * minute,
    ),
  ).toBe(1_045 * minute);
});

test('attempts that a clock made which was ahead delay none', () => {
  expect(nextAllowed([2 * day, 2 * day, 2 * day], day)).toBe(day);
});
