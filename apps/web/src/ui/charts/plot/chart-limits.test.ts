import { describe, expect, it } from 'vitest';
import { type ChartLimit, placeLabels, withNearLimits } from './chart-limits.ts';

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

describe('the labels of limits', () => {
  const plot = { top: 0, bottom: 100, right: 300 };
  const line = (y: number) => ({ y, width: 90, height: 12 });

  it('stand above their lines at the right', () => {
    expect(placeLabels([line(30), line(60)], plot)).toEqual([
      { right: 300, baseline: 26 },
      { right: 300, baseline: 56 },
    ]);
  });

  it('stand on either side of two lines that are close', () => {
    expect(placeLabels([line(50), line(53)], plot)).toEqual([
      { right: 300, baseline: 46 },
      { right: 300, baseline: 65 },
    ]);
  });

  it('stand beside each other where there are three', () => {
    expect(placeLabels([line(50), line(53), line(56)], plot).at(-1)).toEqual({ right: 198, baseline: 52 });
  });

  it('stand below a line at the top, and above one at the bottom', () => {
    expect(placeLabels([line(2), line(99)], plot)).toEqual([
      { right: 300, baseline: 14 },
      { right: 300, baseline: 95 },
    ]);
  });
});
