const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A night and a day: what is cleaned up each night would look like growth by day. */
const leastSpanMs = dayMs;
const leastPoints = 12;
const farDays = 365;

export interface Point {
  readonly at: number;
  readonly value: number;
}

/**
 * In how many whole days nothing is free, by how it went so far; null: it does not fill, not within a year, or is known for less than a
 * day. The slope is the median of those between all pairs of hours (Theil and Sen), which a single jump does not move.
 */
export function daysUntilNothing(points: readonly Point[]): number | null {
  const hours = hourly(points);
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last || hours.length < leastPoints || last.at - first.at < leastSpanMs) return null;
  const slopes: number[] = [];
  for (const [index, from] of hours.entries()) {
    for (const to of hours.slice(index + 1)) slopes.push((to.value - from.value) / (to.at - from.at));
  }
  const perMs = median(slopes);
  if (perMs >= 0) return null;
  const days = Math.floor(last.value / -perMs / dayMs);
  return days > farDays ? null : days;
}

/** The least of each hour. */
export function hourly(points: readonly Point[]): Point[] {
  const hours = Map.groupBy(points, ({ at }) => at - (at % hourMs));
  return [...hours].map(([at, some]) => ({ at, value: Math.min(...some.map(({ value }) => value)) }));
}

/** The lower one of two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** A process takes what it needs in its first hours; after that a rise that never turns is a leak. */
const settleMs = 2 * hourMs;
const leastHours = 8;
const leastGrowthBytes = 200e6;
const leastRise = 0.8;
const leastShare = 0.3;

/**
 * How much memory grew without ever being given back: by the least of each hour, which short needs do not move. Null: it did not, or the
 * process has not run for long. `startedAt`: when it began, ms since the epoch.
 */
export function memoryGrowth(points: readonly Point[], startedAt: number): { grown: number; hours: number } | null {
  const hours = hourly(points.filter(({ at }) => at >= startedAt + settleMs)).slice(0, -1);
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last || hours.length < leastHours) return null;
  const grown = last.value - first.value;
  const rises = hours.filter(({ value }, index) => index > 0 && value > (hours[index - 1]?.value ?? value)).length;
  const isHighest = hours.every(({ value }) => value <= last.value);
  const isGrowing = grown >= leastGrowthBytes && grown >= leastShare * first.value;
  if (!isGrowing || !isHighest || rises < leastRise * (hours.length - 1)) return null;
  return { grown, hours: Math.round((last.at - first.at) / hourMs) };
}
