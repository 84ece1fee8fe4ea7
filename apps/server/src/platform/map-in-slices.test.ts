import { afterEach, expect, test, vi } from 'vitest';
import { mapInSlices } from './map-in-slices.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('maps in order, and lets others in between when it takes long', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const order: string[] = [];
  setImmediate(() => order.push('the loop'));
  const made = await mapInSlices(['a', 'b', 'c'], (item, index) => {
    order.push(item);
    vi.advanceTimersByTime(3);
    return `${item}${index}`;
  });
  expect(made).toEqual(['a0', 'b1', 'c2']);
  expect(order).toEqual(['a', 'b', 'the loop', 'c']);
});
