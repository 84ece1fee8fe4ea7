import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Work that ends when released, and records when it began. */
function bench(max: number) {
  const queue = new FairQueue<string>(max);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (key: string, name: string) =>
    queue.run(key, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { queue, begun, add, end };
}

test('of a key one after the other, in the order in which they came', async () => {
  const { begun, add, end } = bench(3);
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  expect(begun).toEqual(['a1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});

test('a key with little to do does not wait for all that another one has', async () => {
  const { begun, add, end } = bench(1);
  for (const name of ['a1', 'a2', 'a3']) void add('a', name);
  void add('b', 'b1');
  await end('a1');
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('no more at once than allowed', async () => {
  const { begun, add, end } = bench(2);
  for (const key of ['a', 'b', 'c', 'd']) void add(key, key);
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
});

test('returns what the work returns, and continues after a failure', async () => {
  const queue = new FairQueue<string>(1);
  const failed = queue.run('a', () => Promise.reject(new Error('no')));
  const done = queue.run('a', async () => 7);
  await expect(failed).rejects.toThrow('no');
  await expect(done).resolves.toBe(7);
});
