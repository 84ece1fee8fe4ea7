import { expect, test } from 'vitest';
import { asAccount } from '../../../test/requesters.ts';
import { currentRequester } from '../requester.ts';
import { WorkShares } from './work-shares.ts';

const share = { bytesPerSecond: 1, burstBytes: 1_000, msPerSecond: 1, burstMs: 100 };
const maxWaiting = { ofKey: 150, inAll: 3_000 };
const limit = { bytesPerSecond: 1, burstBytes: 10_000, msPerSecond: 1, burstMs: 1_000 };

test('work within the share is done at once', () => {
  const shares = new WorkShares({ share, limit, maxWaiting });
  shares.charge('ann', { bytes: 10, ms: 10 });
  let done = 0;
  shares.schedule('ann', () => {
    done += 1;
  });
  expect(done).toBe(1);
});

test('work over the share is done one piece in a turn of the loop, and others come in between', async () => {
  const shares = new WorkShares({ share, limit, maxWaiting });
  shares.charge('ann', { bytes: 0, ms: 200 });
  const order: string[] = [];
  const done = new Promise<void>((resolve) => {
    shares.schedule('ann', () => order.push('ann 1'));
    shares.schedule('ann', () => {
      order.push('ann 2');
      resolve();
    });
    shares.schedule('bob', () => order.push('bob'));
    setImmediate(() => order.push('the loop'));
  });
  await done;
  expect(order).toEqual(['bob', 'ann 1', 'the loop', 'ann 2']);
});

test('who is over the limit is refused until there is budget again; others are not', () => {
  const shares = new WorkShares({ share, limit, maxWaiting });
  shares.charge('ann', { bytes: 10_060, ms: 0 });
  expect(shares.refusedForSeconds('ann')).toBeGreaterThan(50);
  expect(shares.refusedForSeconds('bob')).toBe(0);
});

test('who has as many pieces waiting as may wait is refused, until some are done', async () => {
  const shares = new WorkShares({ share, limit, maxWaiting });
  shares.charge('ann', { bytes: 0, ms: 200 });
  const { promise, resolve } = Promise.withResolvers<void>();
  for (let count = 0; count < maxWaiting.ofKey; count++) shares.schedule('ann', resolve);
  expect(shares.refusedForSeconds('ann')).toBe(1);
  expect(shares.refusedForSeconds('bob')).toBe(0);
  await promise;
  expect(shares.refusedForSeconds('ann')).toBe(0);
});

test('work that waits for its turn is done for whom it was begun', async () => {
  const shares = new WorkShares({ share, limit, maxWaiting });
  for (const key of ['ann', 'bob']) shares.charge(key, { bytes: 0, ms: 200 });
  const done = Promise.withResolvers<void>();
  const order: string[] = [];
  asAccount(() => shares.schedule('ann', () => order.push(currentRequester().key)), 1);
  asAccount(() => {
    shares.schedule('bob', () => {
      order.push(currentRequester().key);
      done.resolve();
    });
  }, 2);
  await done.promise;
  expect(order).toEqual(['account 1', 'account 2']);
});
