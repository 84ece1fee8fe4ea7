import { expect, test } from 'vitest';
import { asAccount } from '../../test/requesters.ts';
import { Batches } from './batches.ts';
import { currentRequester } from './requester.ts';

/** Work whose batches end when the test ends them. */
function heldWork() {
  const batches: { items: readonly string[]; end: () => void }[] = [];
  const work = async (items: readonly string[]) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    batches.push({ items, end: resolve });
    await promise;
    return items.map((item) => item.toUpperCase());
  };
  return { batches, work };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test('does what comes in one turn together, and what comes meanwhile in the next batch', async () => {
  const { batches, work } = heldWork();
  const together = new Batches(work, 100);
  const first = [together.run('a'), together.run('b')];
  await turn();
  const later = [together.run('c'), together.run('d')];
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b']]);
  batches[0]?.end();
  expect(await Promise.all(first)).toEqual(['A', 'B']);
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  batches[1]?.end();
  expect(await Promise.all(later)).toEqual(['C', 'D']);
});

test('makes no batch larger than it may be', async () => {
  const { batches, work } = heldWork();
  const together = new Batches(work, 2);
  const results = ['a', 'b', 'c'].map((item) => together.run(item));
  for (const place of [0, 1]) {
    await turn();
    batches[place]?.end();
    await turn();
  }
  expect(batches.map(({ items }) => items)).toEqual([['a', 'b'], ['c']]);
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C']);
});

test('one that cannot be done fails alone', async () => {
  const done: string[] = [];
  const together = new Batches(async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    done.push(...items);
    return items;
  }, 100);
  const results = await Promise.allSettled(['a', 'bad', 'b'].map((item) => together.run(item)));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(done).toEqual(['a', 'b']);
});

test('continues after a failure', async () => {
  let isBroken = true;
  const together = new Batches(async (items: readonly string[]) => {
    if (isBroken) throw new Error('away');
    return items;
  }, 100);
  await expect(together.run('a')).rejects.toThrow('away');
  isBroken = false;
  expect(await together.run('b')).toBe('b');
});

test('is the work of the server, anyone who came first', async () => {
  const together = new Batches(async (items: readonly string[]) => items.map(() => currentRequester().key), 1);
  expect(await asAccount(() => Promise.all(['a', 'b'].map((item) => together.run(item))))).toEqual([
    'server',
    'server',
  ]);
});
