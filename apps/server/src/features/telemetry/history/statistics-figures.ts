import type { VariableStatistics } from '@cyno/contract';
import type { Span } from './stored/history.types.ts';

type Extreme = VariableStatistics['min'];
type Numbers = readonly (number | null)[];

const hourMs = 3_600_000;
/** A value holds at most so many times as long as is usual between two. */
const heldIntervals = 3;
/** A shorter silence is jitter of the board or the network. */
const shortestHoldMs = 5_000;

/** What figures are made for: `to` is exclusive and not in the future; `above` is the threshold. */
export interface FigureRange {
  readonly from: number;
  readonly to: number;
  readonly above: number | undefined;
}

/** Exact figures of the messages of one variable, oldest first; null when there is none. */
export function figuresOfPoints(
  times: readonly number[],
  values: readonly (number | string | null)[],
  { to, above }: FigureRange,
): VariableStatistics | null {
  const points = times.flatMap((at, index) => {
    const value = values[index];
    return typeof value === 'number' ? [{ at, value }] : [];
  });
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const gaps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const longest = Math.max(heldIntervals * (medianOf(gaps) ?? 0), shortestHoldMs);
  const time = new HeldTime(above);
  let [min, max, sum] = [first, first, 0];
  points.forEach((point, index) => {
    if (point.value < min.value) min = point;
    if (point.value > max.value) max = point;
    sum += point.value;
    const until = points[index + 1]?.at ?? to;
    const share = {
      above: above !== undefined && point.value > above ? 1 : 0,
      below: above !== undefined && point.value < above ? 1 : 0,
    };
    time.add(Math.max(0, Math.min(until - point.at, longest)), point.value, share);
  });
  return {
    count: points.length,
    min: { ...min, withinMs: 0 },
    max: { ...max, withinMs: 0 },
    mean: time.mean() ?? sum / points.length,
    median: medianOf(points.map(({ value }) => value)) ?? last.value,
    last: last.value,
    sum,
    ...time.figures(),
  };
}

/** Buckets of one width of one variable, ascending. */
export interface FigureBuckets {
  readonly widthMs: number;
  readonly starts: readonly number[];
  readonly counts: readonly number[];
  readonly mins: Numbers;
  readonly maxs: Numbers;
  readonly sums: Numbers;
}

export type BucketFigures = Omit<VariableStatistics, 'last'> & { lastBucket: Span };

/** Figures of one variable from its buckets; those of time, the mean and the median are estimates. `isSwitch`: its values are only 1 and 0. */
export function figuresOfBuckets(
  parts: readonly FigureBuckets[],
  { from, to, above, isSwitch }: FigureRange & { isSwitch: boolean },
): BucketFigures | null {
  const buckets = parts.flatMap((part) => filled(part, { from, to }));
  const [first] = buckets;
  if (!first) return null;
  // Gaps make single buckets thin; most are as full as they can be.
  const perMs = medianOf(buckets.map(({ count, since, until }) => count / (until - since))) ?? 1;
  const time = new HeldTime(above);
  const weighted: Weighted[] = [];
  let [count, sum, lowest, highest, newest] = [0, 0, first, first, first];
  for (const bucket of buckets) {
    count += bucket.count;
    sum += bucket.sum;
    if (bucket.min < lowest.min || (bucket.min === lowest.min && bucket.since < lowest.since)) lowest = bucket;
    if (bucket.max > highest.max || (bucket.max === highest.max && bucket.since < highest.since)) highest = bucket;
    if (bucket.since > newest.since) newest = bucket;
    const mean = bucket.sum / bucket.count;
    const heldMs = Math.min(bucket.until - bucket.since, bucket.count / perMs);
    weighted.push({ value: isSwitch ? Math.round(mean) : mean, weight: heldMs });
    time.add(heldMs, mean, above === undefined ? noShare : sharesOf({ ...bucket, mean }, above, isSwitch));
  }
  return {
    count,
    min: placeOf(lowest.min, lowest),
    max: placeOf(highest.max, highest),
    mean: time.mean() ?? sum / count,
    median: weightedMedian(weighted),
    sum,
    ...time.figures(),
    lastBucket: [newest.since, newest.until],
  };
}

interface Filled {
  readonly since: number;
  readonly until: number;
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

/** The buckets that hold anything, cut to the range. */
function filled(
  { widthMs, starts, counts, mins, maxs, sums }: FigureBuckets,
  range: { from: number; to: number },
): Filled[] {
  return starts.flatMap((start, index) => {
    const [count = 0, sum = null, min = null, max = null] = [counts[index], sums[index], mins[index], maxs[index]];
    const since = Math.max(start, range.from);
    const until = Math.min(start + widthMs, range.to);
    if (count === 0 || sum === null || min === null || max === null || since >= until) return [];
    return [{ since, until, count, sum, min, max }];
  });
}

const placeOf = (value: number, { since, until }: Filled): Extreme => ({ value, at: since, withinMs: until - since });

interface Share {
  readonly above: number;
  readonly below: number;
}

const noShare: Share = { above: 0, below: 0 };

/** Which share of a bucket was above and below a threshold: half of it is taken to be on either side of its mean. */
function sharesOf(
  { min, mean, max }: { min: number; mean: number; max: number },
  at: number,
  isSwitch: boolean,
): Share {
  if (min > at) return { above: 1, below: 0 };
  if (max < at) return { above: 0, below: 1 };
  if (min === max) return noShare;
  if (isSwitch) return { above: at < max ? mean : 0, below: at > min ? 1 - mean : 0 };
  const below = at < mean ? (0.5 * (at - min)) / (mean - min) : 1 - (at < max ? (0.5 * (max - at)) / (max - mean) : 0);
  return { above: 1 - below, below };
}

/** Adds up how long values held. */
class HeldTime {
  readonly #above: number | undefined;
  #coveredMs = 0;
  #valueMs = 0;
  #aboveMs = 0;
  #belowMs = 0;

  constructor(above: number | undefined) {
    this.#above = above;
  }

  add(heldMs: number, value: number, share: Share): void {
    this.#coveredMs += heldMs;
    this.#valueMs += heldMs * value;
    this.#aboveMs += heldMs * share.above;
    this.#belowMs += heldMs * share.below;
  }

  /** Of the values, each for as long as it held; undefined when none held for any time. */
  mean(): number | undefined {
    return this.#coveredMs > 0 ? this.#valueMs / this.#coveredMs : undefined;
  }

  figures(): Pick<VariableStatistics, 'coveredMs' | 'integral' | 'aboveMs' | 'belowMs'> {
    const hasThreshold = this.#above !== undefined;
    return {
      coveredMs: Math.round(this.#coveredMs),
      integral: this.#valueMs / hourMs,
      aboveMs: hasThreshold ? Math.round(this.#aboveMs) : null,
      belowMs: hasThreshold ? Math.round(this.#belowMs) : null,
    };
  }
}

/** The middle value, or the mean of the two in the middle; undefined when there is none. */
function medianOf(values: readonly number[]): number | undefined {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined || sorted.length % 2 === 1) return middle;
  return ((sorted[(sorted.length >> 1) - 1] ?? middle) + middle) / 2;
}

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

function weightedMedian(values: Weighted[]): number {
  values.sort((a, b) => a.value - b.value);
  const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  const middle = values.find(({ weight }) => {
    passed += weight;
    return passed >= half;
  });
  return middle?.value ?? 0;
}
