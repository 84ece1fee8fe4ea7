import { describe, expect, it } from 'vitest';
import { FairLane } from './fair-lane.ts';
import { WorkBudget } from './work-budget.ts';
import { WorkBudgets } from './work-budgets.ts';

const limits = { bytesPerSecond: 1_000, burstBytes: 2_000, msPerSecond: 100, burstMs: 50 };

describe('WorkBudget', () => {
  it('lets a burst through, then waits until time has paid for it', () => {
    const budget = new WorkBudget(limits, 0);
    budget.spend({ bytes: 1_999, ms: 0 }, 0);
    expect(budget.waitMs(0)).toBe(0);
    budget.spend({ bytes: 501, ms: 0 }, 0);
    expect(budget.waitMs(0)).toBe(500);
    expect(budget.waitMs(400)).toBe(100);
    expect(budget.waitMs(501)).toBe(0);
  });

  it('counts handling time as well, and waits for the scarcer of both', () => {
    const budget = new WorkBudget(limits, 0);
    budget.spend({ bytes: 2_100, ms: 150 }, 0);
    expect(budget.waitMs(0)).toBe(1_000);
  });

  it('reports since when everything is used as fast as it comes', () => {
    const budget = new WorkBudget(limits, 0);
    for (let now = 0; now <= 10_000; now += 100) budget.spend({ bytes: 0, ms: now === 0 ? 60 : 10 }, now);
    expect(budget.overForMs(10_000)).toBe(10_000);
    expect(budget.overForMs(10_400)).toBe(0);
  });

  it('is not confused by an instant before the last one', () => {
    const budget = new WorkBudget(limits, 1_000);
    budget.spend({ bytes: 3_000, ms: 0 }, 1_000);
    expect(budget.waitMs(500)).toBe(1_000);
    expect(budget.waitMs(1_500)).toBe(500);
  });
});

describe('WorkBudgets', () => {
  it('keeps what a key has used, and forgets keys that have used nothing for long', () => {
    const budgets = new WorkBudgets<number>(limits);
    budgets.of(0, 0).spend({ bytes: 100_000, ms: 0 }, 0);
    for (let key = 1; key <= 5_000; key++) budgets.of(key, key);
    expect(budgets.of(0, 5_000).waitMs(5_000)).toBeGreaterThan(0);
  });
});

describe('FairLane', () => {
  it('gives each key one piece of work in its turn, and others the loop between them', async () => {
    const lane = new FairLane<string>();
    const order: string[] = [];
    const done = new Promise<void>((resolve) => {
      for (const piece of ['busy 1', 'busy 2', 'busy 3']) lane.add('busy', () => order.push(piece));
      lane.add('other', () => order.push('other'));
      setImmediate(() => order.push('the loop'));
      lane.add('busy', resolve);
    });
    await done;
    expect(order).toEqual(['busy 1', 'the loop', 'other', 'busy 2', 'busy 3']);
  });
});
