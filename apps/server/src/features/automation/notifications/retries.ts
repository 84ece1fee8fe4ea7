/** Pauses after each attempt that failed, seconds: about a day together. */
const pauses = [10, 60, 300, 1_800, 7_200, 21_600, 43_200];
/** A service may request to be left alone for so long, seconds. */
const longestRequestedPause = 3_600;

/** When a delivery is tried again after `attempts` attempts (ms since the epoch); null: not any more. */
export function nextAttemptAt(attempts: number, now: number, retryAfterSeconds: number | null): number | null {
  const pause = pauses[attempts - 1];
  if (pause === undefined) return null;
  const requested = Math.min(retryAfterSeconds ?? 0, longestRequestedPause);
  return now + Math.max(pause, requested) * 1_000;
}
