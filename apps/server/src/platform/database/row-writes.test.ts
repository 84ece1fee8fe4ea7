import { expect, test } from 'vitest';
import { asAccount } from '../../../test/requesters.ts';
import { currentRequester } from '../requester.ts';
import { RowWrites } from './row-writes.ts';

interface Row {
  value: number;
}

/** Writes that a test lets through or refuses, one after the other. */
function makeWrites(maxWaiting?: number) {
  const written: number[][] = [];
  const running: PromiseWithResolvers<void>[] = [];
  const givenUp: number[] = [];
  const writes = new RowWrites<Row>({
    ...(maxWaiting !== undefined && { maxWaiting }),
    write(rows) {
      written.push(rows.map(({ value }) => value));
      const run = Promise.withResolvers<void>();
      running.push(run);
      return run.promise;
    },
    givenUp: ({ value }) => givenUp.push(value),
  });
  /** Ends the write that runs, as soon as it does. */
  const end = async (error?: unknown) => {
    await expect.poll(() => running.length).toBeGreaterThan(0);
    const run = running.shift();
    if (error === undefined) run?.resolve();
    else run?.reject(error);
  };
  return { writes, written, givenUp, end };
}

const refusedData = Object.assign(new Error('null value'), { code: '23502' });
const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('what changes while a write runs is written once by the next, as it is then', async () => {
  const { writes, written, end } = makeWrites();
  const row = { value: 1 };
  const first = writes.save(row);
  await expect.poll(() => written).toEqual([[1]]);
  row.value = 2;
  const second = writes.save(row);
  row.value = 3;
  const third = writes.save(row);
  expect(third).toBe(second);
  await end();
  await first;
  await end();
  await Promise.all([second, third]);
  expect(written).toEqual([[1], [3]]);
});

test('what the database did not take is written with the next, and anyone who waits is notified', async () => {
  const { writes, written, end } = makeWrites();
  const lost = writes.save({ value: 1 });
  await Promise.all([expect(lost).rejects.toThrow('ECONNREFUSED'), end(away)]);
  const saved = writes.saved();
  await end();
  await saved;
  expect(written).toEqual([[1], [1]]);
  await writes.saved();
  expect(written).toHaveLength(2);
});

test('a row that the database refuses for what it holds is given up, and holds up no other', async () => {
  const { writes, written, givenUp, end } = makeWrites();
  const saved = Promise.all([1, 2, 3].map((value) => writes.save({ value })));
  await end(refusedData);
  await end();
  await end(refusedData);
  await end();
  await saved;
  expect(written).toEqual([[1, 2, 3], [1], [2], [3]]);
  expect(givenUp).toEqual([2]);
});

test('work that must not meet a write waits for the one that runs, and the next waits for it', async () => {
  const { writes, written, end } = makeWrites();
  const first = writes.save({ value: 1 });
  await expect.poll(() => written).toEqual([[1]]);
  const order: string[] = [];
  const work = writes.exclusive(async () => void order.push(`after ${written.length}`));
  const second = writes.save({ value: 2 });
  await end();
  await Promise.all([first, work]);
  await end();
  await second;
  expect([order, written]).toEqual([['after 1'], [[1], [2]]]);
});

test('leaves out what comes above its bound while the database is away', async () => {
  const { writes, written, end } = makeWrites(2);
  const waiting = [1, 2, 3].map((value) => writes.save({ value }));
  await end();
  await Promise.all(waiting);
  expect(written).toEqual([[1, 2]]);
});

test('writes as the server, and so does what keeps all writes waiting', async () => {
  const requesters: string[] = [];
  const note = async () => void requesters.push(currentRequester().key);
  const writes = new RowWrites<Row>({ write: note, givenUp: () => undefined });
  await asAccount(() => Promise.all([writes.save({ value: 1 }), writes.exclusive(note)]));
  expect(requesters).toEqual(['server', 'server']);
});
