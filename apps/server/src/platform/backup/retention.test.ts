import { expect, test } from 'vitest';
import { outdated } from './retention.ts';

const day = 86_400_000;
/** A Monday. */
const now = Date.UTC(2026, 5, 15, 2, 30);
const daily = Array.from({ length: 400 }, (_, age) => ({ at: now - age * day, kind: 'planned' as const }));
const retainedDates = (backups: Parameters<typeof outdated>[0], retention: Parameters<typeof outdated>[1]) => {
  const gone = new Set(outdated(backups, retention));
  return backups.filter((backup) => !gone.has(backup)).map(({ at }) => new Date(at).toISOString().slice(5, 10));
};

test('the newest of each of the last days, weeks and months stay', () => {
  expect(retainedDates(daily, { days: 3, weeks: 3, months: 3 })).toEqual([
    '06-15',
    '06-14',
    '06-13',
    '06-07',
    '05-31',
    '04-30',
  ]);
});

test('of a day with several the newest stays, and days without any do not count', () => {
  const backups = [0, 0.1, 0.2, 5, 5.1, 40].map((age) => ({ at: now + day / 2 - age * day, kind: 'planned' as const }));
  expect(retainedDates(backups, { days: 2, weeks: 0, months: 0 })).toEqual(['06-15', '06-10']);
});

test('the newest stays whatever the settings are', () => {
  expect(retainedDates(daily, { days: 0, weeks: 0, months: 0 })).toEqual(['06-15']);
});

test('what was made by hand stays beside those of the same day, for as many days as are set', () => {
  const backups = [0, 0.1, 1, 1.1, 2.5, 3.5].map((age, index) => ({
    at: now - age * day,
    kind: index % 2 === 0 ? ('planned' as const) : ('manual' as const),
  }));
  expect(retainedDates(backups, { days: 2, weeks: 0, months: 0 })).toEqual(['06-15', '06-15', '06-14', '06-14']);
  expect(retainedDates(backups, { days: 0, weeks: 0, months: 0 })).toEqual(['06-15']);
});

test('one by hand takes no place of a planned one of the same day', () => {
  const planned = { at: now, kind: 'planned' as const };
  const byHand = { at: now + day / 4, kind: 'manual' as const };
  expect(outdated([byHand, planned], { days: 7, weeks: 4, months: 6 })).toEqual([]);
});
