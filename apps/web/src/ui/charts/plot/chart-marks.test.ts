import { expect, test } from 'vitest';
import { withLevels } from './chart-marks.ts';

test.each([
  [[], { min: 20, max: 30 }],
  [[25], { min: 20, max: 30 }],
  [[35, 18], { min: 18, max: 35 }],
  [[500], { min: 20, max: 30 }],
])('levels near the line come into view, and one far away does not flatten it: %j', (levels, range) => {
  expect(withLevels({ min: 20, max: 30 }, levels)).toEqual(range);
});

test('a flat line makes room for its level', () => {
  expect(withLevels({ min: 5, max: 5 }, [40])).toEqual({ min: 5, max: 40 });
});
