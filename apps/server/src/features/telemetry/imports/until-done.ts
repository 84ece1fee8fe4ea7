import { setTimeout as pause } from 'node:timers/promises';
import { busyOf } from '../../../platform/database/index.ts';
import { AppError } from '../../../platform/errors.ts';

/** What the database did not do is tried again after so long, each time after twice as long: half a minute in all. */
const firstPauseMs = 1_000;
const longestPauseMs = 16_000;

/** Whether work was refused, so that trying it again would not help; otherwise the database is away or busy. */
export const isRefused = (error: unknown): error is AppError => error instanceof AppError && !busyOf(error);

/**
 * Repeats work that changes nothing more when it was done already: a database that is away for a moment ends no import. Rejects as the
 * work does when it is refused, when it failed for half a minute, or when `signal` is aborted.
 */
export async function untilDone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let pauseMs = firstPauseMs; ; pauseMs *= 2) {
    try {
      return await work();
    } catch (error) {
      if (isRefused(error) || pauseMs > longestPauseMs || signal.aborted) throw error;
    }
    await pause(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}
