import { afterEach, expect, test, vi } from 'vitest';
import { asAccount } from '../../../../test/requesters.ts';
import { currentRequester } from '../../../platform/requester.ts';
import { WakeUps } from './wake-ups.ts';

let wakeUps: WakeUps;
afterEach(() => wakeUps.stop());

test('whose automation is due first does not pay for those of everybody', async () => {
  const woken: string[] = [];
  const clock = { at: 0, now: () => clock.at };
  wakeUps = new WakeUps(clock, (key) => woken.push(`${key} ${currentRequester().key}`));
  asAccount(() => wakeUps.set(1, 1));
  wakeUps.set(2, 2);
  clock.at = 1;
  await expect.poll(() => woken).toHaveLength(1);
  clock.at = 2;
  await expect.poll(() => woken).toEqual(['1 server', '2 server']);
});

test('many that are due together leave others their turn', async () => {
  let [woken, wokenBefore] = [0, 0];
  const clock = { at: 0, now: () => clock.at };
  wakeUps = new WakeUps(clock, () => {
    woken += 1;
    if (woken > 1) return;
    setImmediate(() => {
      wokenBefore = woken;
    });
  });
  for (let key = 0; key < 2_000; key += 1) wakeUps.set(key, 1);
  clock.at = 1;
  await expect.poll(() => woken).toBe(2_000);
  expect(wokenBefore).toBe(500);
});

test('what boards sent while the process stood still comes before what is due', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const woken: number[] = [];
  const clock = { at: 0, now: () => clock.at };
  wakeUps = new WakeUps(clock, (key) => woken.push(key));
  wakeUps.set(1, 10);
  clock.at = 10;
  vi.advanceTimersByTime(10);
  // A value came, which is read after the timers.
  wakeUps.set(1, 20);
  await new Promise((resolve) => setImmediate(resolve));
  expect(woken).toEqual([]);
});
