import { type RollupLevel, rollupLevels } from './rollup-levels.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Widths of buckets that people read easily; each divides the next round unit. */
const widths = [
  ...[10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 20, 30].map((count) => count * secondMs),
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((count) => count * minuteMs),
  ...[1, 2, 3, 4, 6, 8, 12].map((count) => count * hourMs),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((count) => count * dayMs),
];

/** About 24,000 values are aggregated in 15 ms on a small machine; more variables allow fewer rows. */
const valuesWithinTime = 24_000;
const rowsAtLeast = 1_500;
const maxRows = 14_000;
/** Fewer would be no picture. */
const fewestPoints = 100;

/** How many rows may be read and aggregated for so many variables. */
export function rowBudget(variables: number): number {
  return Math.min(Math.max(Math.floor(valuesWithinTime / Math.max(variables, 1)), rowsAtLeast), maxRows);
}

/** So many values are read, joined and written within some milliseconds each. */
const maxCells = { raw: 120_000, buckets: 64_000 };

/** The most points of a response for so many variables: each message is a value, a bucket is three and how many it has. */
const pointsFor = (kind: keyof typeof maxCells, variables: number): number =>
  Math.floor(maxCells[kind] / Math.max(variables, 1));

/** How a range is returned: each message, or buckets of a width made from a source; `level` null is from the messages. */
export type HistoryPlan = { kind: 'raw' } | BucketPlan;

interface BucketPlan {
  readonly kind: 'buckets';
  readonly widthMs: number;
  readonly level: RollupLevel | null;
}

interface PlanRequest {
  readonly from: number;
  readonly to: number;
  readonly points: number;
  readonly variables: number;
  /**
   * How many messages the range has; counting may stop above the row budget and the points. Null: they cannot show the range,
   * only rollups can.
   */
  readonly messages: number | null;
}

/**
 * Chooses the narrowest buckets that are no more than `points` and can be read in time, from the coarsest source that has them
 * whole. So a response never has more than `points` points, and fewer only when more would take too long.
 */
export function planHistory({ from, to, variables, messages, ...request }: PlanRequest): HistoryPlan {
  if (messages !== null && messages <= Math.min(request.points, pointsFor('raw', variables))) return { kind: 'raw' };
  const points = Math.min(request.points, Math.max(pointsFor('buckets', variables), fewestPoints));
  const budget = rowBudget(variables);
  const units = [1, ...rollupLevels.map((level) => level.widthMs)];
  const plans = units.map((unit): BucketPlan => {
    const widthMs = widthFor({ from, to, points, unit });
    return { kind: 'buckets', widthMs, level: rollupLevels.findLast((level) => widthMs % level.widthMs === 0) ?? null };
  });
  const inTime = ({ level }: BucketPlan) => (level ? (to - from) / level.widthMs : (messages ?? Infinity)) <= budget;
  return plans.find(inTime) ?? plans[plans.length - 1] ?? { kind: 'raw' };
}

/** The narrowest width that is a multiple of the source's own and gives no more than so many buckets. */
function widthFor({ from, to, points, unit }: { from: number; to: number; points: number; unit: number }): number {
  const fits = (width: number) => bucketOf(to - 1, width) / width - bucketOf(from, width) / width + 1 <= points;
  return widths.find((width) => width % unit === 0 && fits(width)) ?? dayMs * 10_000;
}

/** The start of the bucket of an instant. */
export const bucketOf = (at: number, widthMs: number): number => at - (at % widthMs);
