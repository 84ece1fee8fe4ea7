import { expect, test } from 'vitest';
import { lastPlanned, nextPlanned } from './backup-plan.ts';

/** Monday. */
const now = new Date(2026, 5, 15, 12, 0).getTime();
const day = (plan: { every: 'day' | 'week' | 'off'; at: string }) =>
  [lastPlanned(plan, now), nextPlanned(plan, now)].map((at) =>
    at === undefined ? undefined : new Date(at).toString().slice(0, 21),
  );

test.each([
  ['each day, earlier today', { every: 'day', at: '02:30' }, ['Mon Jun 15 2026 02:30', 'Tue Jun 16 2026 02:30']],
  ['each day, later today', { every: 'day', at: '23:05' }, ['Sun Jun 14 2026 23:05', 'Mon Jun 15 2026 23:05']],
  ['each day, at this minute', { every: 'day', at: '12:00' }, ['Mon Jun 15 2026 12:00', 'Tue Jun 16 2026 12:00']],
  ['each week', { every: 'week', at: '02:30' }, ['Sun Jun 14 2026 02:30', 'Sun Jun 21 2026 02:30']],
  ['never', { every: 'off', at: '02:30' }, [undefined, undefined]],
] as const)('%s', (_name, plan, expected) => {
  expect(day(plan)).toEqual(expected);
});
