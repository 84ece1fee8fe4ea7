/** A shorter silence is jitter of the board or the network, ms. */
const shortestGapMs = 5_000;
/** A silence of so many usual intervals is a gap. */
const gapIntervals = 3;

type GapRule = {
  /** How far points usually are from each other, ms. */
  usualMs: number;
  bucketMs: number | null;
  /** When the board was away; ascending. */
  offline: readonly { from: number; to: number }[];
};

/** A line breaks between points or buckets that are further apart than this, ms. */
export const longestStep = ({ usualMs, bucketMs }: Pick<GapRule, 'usualMs' | 'bucketMs'>): number =>
  Math.max(gapIntervals * usualMs, 1.5 * (bucketMs ?? 0), shortestGapMs);

/**
 * Whether a line breaks between two neighbouring points or buckets, requested in their order by when they begin: nothing came for
 * three usual intervals, or the board was away between them. Every chart breaks its lines by this rule.
 */
export function createGapRule({ usualMs, bucketMs, offline }: GapRule): (from: number, to: number) => boolean {
  const width = bucketMs ?? 0;
  const longest = longestStep({ usualMs, bucketMs });
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
