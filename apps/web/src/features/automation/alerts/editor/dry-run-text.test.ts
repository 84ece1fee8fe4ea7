import { expect, it } from 'vitest';
import { countText } from './dry-run-text.ts';

it.each([
  [0, 0, 'Would not have alerted in the last 7 days.'],
  [1, 0, 'Would have alerted once in the last 7 days.'],
  [1, 1, 'Would have alerted once in the last 7 days, at night.'],
  [2, 2, 'Would have alerted 2 times in the last 7 days, 2 of them at night.'],
  [14, 3, 'Would have alerted 14 times in the last 7 days, 3 of them at night.'],
])('%i alerts, %i at night', (count, atNight, text) => {
  expect(countText({ count, atNight, from: 0, to: 7 * 86_400_000 })).toBe(text);
});
