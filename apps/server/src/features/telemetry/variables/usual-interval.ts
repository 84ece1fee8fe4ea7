/** How far one gap may move the usual interval, as a share of it; so a single outage hardly counts. */
const intervalStep = 0.25;

/** Follows the median of the gaps: each moves it by at most a quarter. */
export function nextInterval(interval: number | null, gapMs: number): number {
  if (interval === null) return gapMs;
  const step = interval * intervalStep;
  return interval + Math.min(Math.max(gapMs - interval, -step), step);
}
