const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** For so long after its limit was set nothing of a variable is removed, so that a slip can be undone. */
export const graceMs = dayMs;

/** The oldest instant that a limit of so many days keeps; whole hours, so that an hour is stored or removed as one. */
export function retentionStart(now: number, days: number): number {
  const instant = now - days * dayMs;
  return instant - (instant % hourMs);
}
