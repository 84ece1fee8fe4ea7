import { expect, test } from 'vitest';
import { asAccount } from '../../test/requesters.ts';
import { currentRequester } from './requester.ts';
import { SharedRun } from './shared-run.ts';

/** Runs that end when the test ends them, and for whom each began. */
function heldRuns() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const shared = new SharedRun(async () => {
    begun.push(currentRequester().key);
    await new Promise<void>((resolve) => ends.push(resolve));
    begun.push(currentRequester().key);
  });
  return { shared, begun, end: () => ends.shift()?.() };
}

test('is the work of the server, anyone who asks first, and continues as that', async () => {
  const { shared, begun, end } = heldRuns();
  const requested = asAccount(async () => {
    await shared.run();
    return currentRequester().key;
  });
  end();
  expect(await requested).toBe('account 7');
  expect(begun).toEqual(['server', 'server']);
});

test('a request meanwhile shares the run, and one that needs a new one shares the next', async () => {
  const { shared, begun, end } = heldRuns();
  const first = [shared.run(), shared.run()];
  const next = [asAccount(() => shared.runAgain()), shared.runAgain()];
  expect(shared.isRunning).toBe(true);
  end();
  await Promise.all(first);
  await expect.poll(() => begun).toHaveLength(3);
  end();
  await Promise.all(next);
  expect(begun).toEqual(Array(4).fill('server'));
  expect(shared.isRunning).toBe(false);
});

test('a run that fails rejects for all who share it, and the next one begins', async () => {
  let isBroken = true;
  const shared = new SharedRun(async () => {
    if (isBroken) throw new Error('away');
  });
  const results = await Promise.allSettled([shared.run(), shared.run()]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  await shared.run();
});
