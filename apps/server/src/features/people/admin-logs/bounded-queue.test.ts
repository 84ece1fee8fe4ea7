import { expect, test } from 'vitest';
import { BoundedQueue } from './bounded-queue.ts';

test('so many at once, so many wait, and the next is refused; who fails makes room all the same', async () => {
  const queue = new BoundedQueue({ atOnce: 2, maxWaiting: 1 });
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const begun: number[] = [];
  const run = (number: number) =>
    queue.run(async () => {
      begun.push(number);
      await gates[number]?.promise;
      return number;
    });
  const [first, second, third] = [run(0), run(1), run(2)];
  await expect(run(3)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  expect(begun).toEqual([0, 1]);
  gates[0]?.reject(new Error('this one fails'));
  await expect(first).rejects.toThrow('this one fails');
  gates[2]?.resolve();
  expect(await third).toBe(2);
  gates[1]?.resolve();
  expect(await second).toBe(1);
  expect(await run(4)).toBe(4);
});
