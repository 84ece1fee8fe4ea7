import { expect, test } from 'vitest';
import { maxHandshakesPerTurn } from './limits.ts';
import { paced } from './paced.ts';

test('begins everything in order, a few in each turn of the event loop', async () => {
  const begun: number[] = [];
  const begin = paced((value: number) => begun.push(value));
  const count = maxHandshakesPerTurn * 2 + 1;
  for (let value = 0; value < count; value += 1) begin(value);
  const perTurn: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise(setImmediate);
    perTurn.push(begun.length);
  }
  expect(perTurn).toEqual([maxHandshakesPerTurn, maxHandshakesPerTurn * 2, count, count]);
  expect(begun).toEqual([...Array(count).keys()]);
  begin(-1);
  await new Promise(setImmediate);
  expect(begun.at(-1)).toBe(-1);
});
