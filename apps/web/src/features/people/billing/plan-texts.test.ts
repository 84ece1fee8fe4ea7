import type { PlanUse } from '@cyno/contract';
import { expect, test } from 'vitest';
import { formatAmount, formatDays, formatPrice, nearness } from './plan-texts.ts';

test.each([
  [1, '1 day'],
  [30, '30 days'],
  [364, '364 days'],
  [365, '1 year'],
  [1825, '5 years'],
])('%i days are %j', (days, text) => expect(formatDays(days)).toBe(text));

test.each([
  [9900, 'thb', '99 THB'],
  [450, 'eur', '4.50 EUR'],
  [49_000, 'thb', '490 THB'],
  [1_234_500, 'usd', '12,345 USD'],
  [500, 'jpy', '500 JPY'],
])('%i of %s is %j', (minor, currency, text) => expect(formatAmount(minor, currency)).toBe(text));

test('a plan that costs nothing has no month, one that is not sold has no price', () => {
  expect(formatPrice({ priceMinor: 0, currency: 'thb' })).toBe('0 THB');
  expect(formatPrice({ priceMinor: 9900, currency: 'thb' })).toBe('99 THB a month');
  expect(formatPrice({ priceMinor: null, currency: 'thb' })).toBeUndefined();
});

const use = (used: number, allowed: number | null, limit: PlanUse['limit'] = 'devices'): PlanUse => ({
  limit,
  used,
  allowed,
  where: null,
});

test.each([
  [use(3, 5), 'far'],
  [use(4, 5), 'near'],
  [use(5, 5), 'reached'],
  [use(6, 5), 'reached'],
  [use(4000, null), 'far'],
  [use(30, 30, 'rawDays'), 'far'],
] as const)('%j is %s', (given, expected) => expect(nearness(given)).toBe(expected));
