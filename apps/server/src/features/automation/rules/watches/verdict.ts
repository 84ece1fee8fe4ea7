import type { RunReport } from '@cyno/contract';

/** Whether conditions hold, and why they do not; `unknown` means that too little is known. */
export type Verdict = { state: 'holds' } | { state: 'unknown' | 'gone'; reason(): RunReport };

/** Together they hold when each one does; the first that does not is the reason. */
export const allOf = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.find(({ state }) => state === 'gone') ??
  verdicts.find(({ state }) => state === 'unknown') ?? { state: 'holds' };

/** Together they hold when one does, and no longer when that is known of each one: that names at most so many reasons. */
export function anyOf(verdicts: readonly Verdict[], maxReasons = Number.POSITIVE_INFINITY): Verdict {
  const reasons = verdicts.flatMap((one) => (one.state === 'holds' ? [] : [one.reason]));
  if (reasons.length < verdicts.length) return { state: 'holds' };
  return {
    state: verdicts.some(({ state }) => state === 'unknown') ? 'unknown' : 'gone',
    reason: () => [...reasons.slice(0, maxReasons).flatMap((reason) => reason()), ...more(reasons.length - maxReasons)],
  };
}

const more = (count: number): RunReport => (count > 0 ? [{ code: 'more_ceased', count }] : []);
