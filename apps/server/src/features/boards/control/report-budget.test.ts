import { expect, test } from 'vitest';
import { ReportBudget } from './report-budget.ts';

test('a clock that was ahead leaves out no changes of a board', () => {
  const clock = { at: 86_400_000, now: () => clock.at };
  const budget = new ReportBudget(clock);
  const noted = Array.from({ length: 61 }, () => budget.mayNote(1));
  expect(noted.filter(Boolean)).toHaveLength(60);
  clock.at = 0;
  expect(budget.mayNote(1)).toBe(true);
});
