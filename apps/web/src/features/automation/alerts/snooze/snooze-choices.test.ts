import { expect, it } from 'vitest';
import { minutesUntil, minutesUntilMorning } from './snooze-choices.ts';

it.each([
  ['2026-11-21T20:30:00Z', 'UTC', 11 * 60 + 30],
  ['2026-11-21T20:30:00Z', 'Asia/Bangkok', 4 * 60 + 30 + 24 * 60],
  ['2026-11-21T00:00:00Z', 'UTC', 32 * 60],
  // The clock is put back by an hour in the night, and forward.
  ['2026-10-24T20:00:00Z', 'Europe/Berlin', 11 * 60],
  ['2026-03-28T21:00:00Z', 'Europe/Berlin', 9 * 60],
])('counts the minutes from %s in %s until 8:00 of the next day', (now, timeZone, expected) => {
  expect(minutesUntilMorning(Date.parse(now), timeZone)).toBe(expected);
});

it.each([
  [null, 'Enter the day and the time.'],
  [0, 'Choose a time in the future.'],
  [61_000, 2],
  [91 * 86_400_000, 'Choose a time within the next 90 days.'],
])('takes an instant after %s ms as %s', (after, expected) => {
  const now = Date.parse('2026-11-21T20:30:00Z');
  expect(minutesUntil(after === null ? null : now + after, now)).toBe(expected);
});
