/** Value and instant of a part of the time that a trend is about. */
export interface TrendPoint {
  readonly at: number;
  readonly value: number;
}

/**
 * The slope of points by Theil and Sen, in units a millisecond: the median of the slopes of all pairs, which a few outliers do not move.
 * `spread`: the median distance of the points from that line. https://doi.org/10.1080/01621459.1968.10480934
 */
export function trendOf(points: readonly TrendPoint[]): { slope: number; level: number; spread: number } {
  const slopes: number[] = [];
  for (const [index, one] of points.entries()) {
    // A dry run of a year comes here a hundred thousand times: no copy of the rest for each point.
    for (let next = index + 1; next < points.length; next += 1) {
      const other = points[next];
      if (other && other.at > one.at) slopes.push((other.value - one.value) / (other.at - one.at));
    }
  }
  const slope = median(slopes);
  const end = points.at(-1)?.at ?? 0;
  const level = median(points.map(({ at, value }) => value + slope * (end - at)));
  const spread = median(points.map(({ at, value }) => Math.abs(value + slope * (end - at) - level)));
  return { slope, level, spread };
}

/** The middle of some numbers; of none 0. */
export function median(numbers: readonly number[]): number {
  // A typed array is sorted without a call of JavaScript for each comparison.
  const sorted = Float64Array.from(numbers).sort();
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
