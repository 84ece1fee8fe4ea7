import { expect, it } from 'vitest';
import { minutesUntilMorning } from './mute-choices.ts';

it.each([
  ['2026-11-21T20:30:00Z', 'UTC', 11 * 60 + 30],
  ['2026-11-21T20:30:00Z', 'Asia/Bangkok', 4 * 60 + 30 + 24 * 60],
  ['2026-11-21T00:00:00Z', 'UTC', 32 * 60],
])('counts the minutes from %s in %s until 8:00 of the next day', (now, timeZone, expected) => {
  expect(minutesUntilMorning(Date.parse(now), timeZone)).toBe(expected);
});
