import type { StoredHours } from '../../../telemetry/history/index.ts';
import { median } from './trend.ts';

const hourMs = 3_600_000;
const hoursOfDay = 24;
/** A week of an hour of the day is the least that shows what is usual. */
const fewestDays = 7;
/** The median distance from the middle × this is the standard deviation of what is normally distributed. */
const deviationFactor = 1.4826;
/** What hardly ever moves is not unusual for moving a little: of the range of all hours, and of the value itself. */
const leastOfRange = 0.02;
const leastOfValue = 0.01;

/** What a value usually is at an hour of the day. */
export interface Usual {
  readonly center: number;
  readonly spread: number;
}

/** The hour of the day of instants in a zone. */
export function hoursIn(zone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  const quarterMs = hourMs / 4;
  let quarter = Number.NaN;
  let hour = 0;
  return (at) => {
    const of = Math.floor(at / quarterMs);
    if (of !== quarter) {
      quarter = of;
      hour = Number(format.format(at));
    }
    return hour;
  };
}

/**
 * What is usual at each hour of the day: the median of its means, and how far the extremes of it and of the hours beside it usually
 * are from theirs. Undefined for hours of which less than a week is known.
 */
export function usualByHour(
  { starts, lows, highs, means }: StoredHours,
  hourOf: (at: number) => number,
): (Usual | undefined)[] {
  const hours = starts.map((start) => hourOf(start + hourMs / 2));
  const byHour = Map.groupBy(starts.keys(), (index) => hours[index] ?? 0);
  const indexesOf = (hour: number) => (byHour.get(hour) ?? []).filter((index) => means[index] != null);
  const centers = Array.from({ length: hoursOfDay }, (_, hour) => {
    const own = indexesOf(hour).map((index) => means[index] ?? 0);
    return own.length < fewestDays ? undefined : median(own);
  });
  const known = centers.filter((center) => center !== undefined);
  const range = Math.max(...known) - Math.min(...known);
  return centers.map((center, hour) => {
    if (center === undefined) return undefined;
    const near = [hour + hoursOfDay - 1, hour, hour + 1].map((one) => one % hoursOfDay);
    const distances = near.flatMap((one) => {
      const middle = centers[one];
      if (middle === undefined) return [];
      return indexesOf(one).map((index) =>
        Math.max((highs[index] ?? middle) - middle, middle - (lows[index] ?? middle)),
      );
    });
    const least = Math.max(leastOfRange * range, leastOfValue * Math.abs(center), Number.EPSILON);
    return { center, spread: Math.max(deviationFactor * median(distances), least) };
  });
}
