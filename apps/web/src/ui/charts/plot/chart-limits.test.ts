import { describe, expect, it } from 'vitest';
import { type ChartLimit, withNearLimits } from './chart-limits.ts';

const thin = (value: number): ChartLimit => ({ value, tone: 'danger', word: '', isThin: true });
const axis = { min: 20, max: 30 };

describe('an axis', () => {
  it.each([
    ['reaches for a limit just above', [33], { min: 20, max: 33 }],
    ['reaches for one just below', [16], { min: 16, max: 30 }],
    ['stays where the limit is in view', [25], axis],
    ['is not flattened by a limit far away', [60, -80], axis],
    ['gives half of its height at most to both sides together', [34, 16], { min: 20, max: 34 }],
    ['has room for both where they are close', [32, 18], { min: 18, max: 32 }],
  ])('%s', (_, values, expected) => {
    expect(withNearLimits(axis, values.map(thin))).toEqual(expected);
  });

  it('leaves limits that somebody put on the chart to others', () => {
    expect(withNearLimits(axis, [{ value: 33, tone: 'danger', word: '' }])).toEqual(axis);
  });

  it('without a height reaches for nothing', () => {
    expect(withNearLimits({ min: 20, max: 20 }, [thin(21)])).toEqual({ min: 20, max: 20 });
  });
});
