import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RecentRate } from './recent-rate.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the rate is that of the last ten seconds', () => {
  let count = 1_000;
  const rate = new RecentRate(() => count);
  expect(rate.perSecond).toBeNull();
  count += 3;
  vi.advanceTimersByTime(1_000);
  expect(rate.perSecond).toBe(3);
  count += 17;
  vi.advanceTimersByTime(9_000);
  expect(rate.perSecond).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(rate.perSecond).toBe(0);
  rate.end();
});

test('nothing is measured after its end', () => {
  const read = vi.fn(() => 1);
  const rate = new RecentRate(read);
  rate.end();
  vi.advanceTimersByTime(5_000);
  expect(read).toHaveBeenCalledTimes(1);
});
