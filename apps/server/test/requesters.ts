import type pg from 'pg';
import { onTestFinished, vi } from 'vitest';
import { accountRequester, currentRequester, runFor } from '../src/platform/requester.ts';

/** Runs `work` as a request of an account does. */
export const asAccount = <Result>(work: () => Result, accountId = 7): Result =>
  runFor(accountRequester(accountId), work);

/** For whom connections of the pool are requested until the end of the test. */
export function watchRequesters(pool: pg.Pool): Set<string> {
  const keys = new Set<string>();
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pool, 'connect').mockImplementation(((...args: unknown[]) => {
    keys.add(currentRequester().key);
    return connect(...args);
  }) as typeof pool.connect);
  onTestFinished(() => spy.mockRestore());
  return keys;
}
