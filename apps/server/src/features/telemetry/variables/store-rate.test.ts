import { describe, expect, test } from 'vitest';
import { StoreRate } from './store-rate.ts';

const now = Date.UTC(2026, 5, 15, 12);
const hourMs = 3_600_000;
const intervalMs = 500;

/** How many of these instants are stored when all come at `receivedAt`. */
const admitted = (rate: StoreRate, instants: readonly number[], receivedAt = now) =>
  instants.filter((at) => rate.admitInstant({ at, receivedAt }, intervalMs)).length;

const every = (stepMs: number, from: number, until: number) =>
  Array.from({ length: Math.floor((until - from) / stepMs) }, (_, index) => from + index * stepMs);

/** Instants of the last day in no order, each far from the one before. */
const scattered = (count: number) =>
  Array.from({ length: count }, (_, index) => now - ((index * 7_919_993) % (24 * hourMs)));

describe('messages with an instant of their own', () => {
  test('a day that a board buffered is stored whole, however fast it comes', () => {
    const rate = new StoreRate();
    rate.storedBefore(now - 24 * hourMs);
    const stored = every(intervalMs, now - 24 * hourMs, now);
    expect(admitted(rate, stored)).toBe(stored.length);
  });

  test('what was buffered is stored whole although the board sends live values meanwhile', () => {
    const rate = new StoreRate();
    rate.storedBefore(now - 6 * hourMs);
    const sent = every(intervalMs, now - 6 * hourMs, now);
    const stored = sent.filter((at, index) => {
      if (index % 10 === 0) rate.admitArrival(now + index, intervalMs);
      return rate.admitInstant({ at, receivedAt: now + index }, intervalMs);
    });
    expect(stored).toHaveLength(sent.length);
  });

  test('instants in no order give a device no more than the interval does', () => {
    const rate = new StoreRate();
    rate.storedBefore(now);
    // A minute at 1,000 a second; the interval counts as 400 ms, and five may come early.
    const stored = scattered(60_000).filter((at, index) =>
      rate.admitInstant({ at, receivedAt: now + index }, intervalMs),
    );
    expect(stored.length).toBeGreaterThanOrEqual(150);
    expect(stored.length).toBeLessThanOrEqual(157);
  });

  test('a device of which nothing is known may bring 10,000', () => {
    expect(admitted(new StoreRate(), scattered(50_000))).toBeLessThanOrEqual(10_006);
    const stored = every(10_000, now - 24 * hourMs, now);
    expect(admitted(new StoreRate(), stored)).toBe(stored.length);
  });

  test('messages with and without an instant are counted together', () => {
    const rate = new StoreRate();
    rate.storedBefore(now);
    let stored = 0;
    for (const [index, at] of scattered(60_000).entries()) {
      if (rate.admitArrival(now + index, intervalMs)) stored += 1;
      if (rate.admitInstant({ at, receivedAt: now + index }, intervalMs)) stored += 1;
    }
    expect(stored).toBeLessThanOrEqual(165);
  });

  test('several messages of one instant count as one', () => {
    const rate = new StoreRate();
    rate.storedBefore(now);
    expect(
      admitted(
        rate,
        Array.from({ length: 500 }, () => now - 1_000),
      ),
    ).toBe(500);
  });

  test('a clock that is set back does not silence the device', () => {
    const rate = new StoreRate();
    rate.storedBefore(now);
    admitted(rate, scattered(100));
    expect(admitted(rate, [now - 2 * hourMs], now - hourMs)).toBe(1);
  });
});
