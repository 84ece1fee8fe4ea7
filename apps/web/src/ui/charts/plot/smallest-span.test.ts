import { expect, it } from 'vitest';
import { smallestSpan, widened } from './smallest-span.ts';

it.each([
  ['°C', null, 2],
  ['°C', 2, 2],
  ['°C', 0, 5],
  ['m', 1, 0.5],
  ['', null, 0],
])('an axis of %s with %s digits spans at least %d', (unit, decimals, span) => {
  expect(smallestSpan({ unit, decimals })).toBe(span);
});

it.each([
  [{ min: 21.4, max: 21.6 }, 2, { min: 20.5, max: 22.5 }],
  [{ min: 18, max: 25 }, 2, { min: 18, max: 25 }],
  [{ min: 0, max: 0.1 }, 5, { min: 0, max: 5 }],
  [{ min: -0.5, max: 0.5 }, 2, { min: -1, max: 1 }],
])('%o on an axis of at least %d is %o', (span, smallest, visible) => {
  expect(widened(span, smallest)).toEqual(visible);
});
