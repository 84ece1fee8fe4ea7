import { expect, test } from 'vitest';
import { DeviceLogBudget } from './device-log-budget.ts';

const day = 86_400_000;

test('a clock that was ahead silences no device, and its windows are forgotten', () => {
  const budget = new DeviceLogBudget();
  for (let line = 0; line < 61; line += 1) budget.take(1, 'debug', day);
  expect(budget.take(1, 'debug', day).accepted).toBe(false);
  expect(budget.take(1, 'debug', 0)).toEqual({ accepted: true, leftOut: 2 });
  budget.take(2, 'refused', day);
  budget.cleanup(0);
  expect(budget.take(2, 'refused', day + 1)).toEqual({ accepted: true, leftOut: 0 });
});
