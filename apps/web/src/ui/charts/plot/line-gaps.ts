/** A shorter silence is jitter of the board or the network, ms. */
const shortestGapMs = 5_000;
/** A silence of so many usual intervals is a gap. */
const gapIntervals = 3;

type GapRule = {
  /** How far points usually are from each other, ms. */
  usualMs: number;
  /** How far apart the board sends them now, ms, where that is known. */
  intervalMs: number | null;
  bucketMs: number | null;
  /** When the board was away; ascending. */
  offline: readonly { from: number; to: number }[];
};

/** A line breaks between points or buckets that are further apart than this, ms. */
export function longestStep({ usualMs, intervalMs, bucketMs }: Omit<GapRule, 'offline'>): number {
  const width = bucketMs ?? 0;
  const usual = Math.max(usualMs, intervalMs ?? 0);
  // Where the board sends more often than a bucket is wide, the silence is a bucket shorter than the step.
  const silent = width + gapIntervals * (usual > width ? usual : (intervalMs ?? usual));
  return Math.max(Math.min(gapIntervals * usual, silent), 1.5 * width, shortestGapMs);
}

/**
 * Whether a line breaks between two neighbouring points or buckets, requested in their order by when they begin: nothing came for
 * three usual intervals, or the board was away between them. Every chart breaks its lines by this rule.
 */
export function createGapRule({ offline, ...rule }: GapRule): (from: number, to: number) => boolean {
  const width = rule.bucketMs ?? 0;
  const longest = longestStep(rule);
  let next = 0;
  return (from, to) => {
    if (to - from > longest) return true;
    while ((offline[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next++;
    for (let index = next; (offline[index]?.from ?? to) < to; index++) {
      const away = offline[index];
      if (!away || away.from < from || away.to > to + width) continue;
      // In buckets the board may have left within the first and come back within the second.
      if (width === 0 || away.to > from + width) return true;
    }
    return false;
  };
}

/** The median distance of neighbours, ms: what is usual, however long the gaps are. */
export function medianStep(times: readonly number[]): number {
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0;
}
