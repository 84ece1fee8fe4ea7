import { expect, test } from 'vitest';
import { planHistory } from './history-plan.ts';

const hourMs = 3_600_000;
const request = { from: 0, to: 240 * hourMs, points: 10_000, variables: 1 };

/** How many points a response has at most. */
function pointsOf(variables: number, messages: number): number {
  const plan = planHistory({ ...request, variables, messages });
  return plan.kind === 'raw' ? messages : (request.to - request.from) / plan.widthMs;
}

test.each([1, 8, 12, 64, 300])('a response of %d variables has as many values as are written in time', (variables) => {
  for (const messages of [500, 9_999, 500_000]) {
    const points = pointsOf(variables, messages);
    expect(points * variables).toBeLessThanOrEqual(Math.max(120_000, 500 * variables));
  }
});

test('few variables have all the points that are requested', () => {
  expect(planHistory({ ...request, messages: 9_999 }).kind).toBe('raw');
  expect(planHistory({ ...request, variables: 12, messages: 9_999 }).kind).toBe('raw');
  expect(planHistory({ ...request, variables: 64, messages: 9_999 }).kind).toBe('buckets');
});
