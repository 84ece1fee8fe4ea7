import type { SeriesColumns, TimeSpan } from './series-buffer.ts';

/** Figures of what is in view; null when nothing is. */
export type ChartStats = { min: number; avg: number; max: number } | null;

/** Index of the first time that is not before `at`. */
export function firstIndexFrom(times: readonly number[], at: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the time that is nearest to an instant; -1 without any. */
export function nearestIndex(times: readonly number[], at: number): number {
  const next = firstIndexFrom(times, at);
  const [before = Number.NEGATIVE_INFINITY, after = Number.POSITIVE_INFINITY] = [times[next - 1], times[next]];
  return at - before < after - at ? next - 1 : Math.min(next, times.length - 1);
}

/** Lowest, highest and mean of the points in a span; buckets count with their own lowest and highest. */
export function spanStats({ at, value, min, max }: SeriesColumns, span: TimeSpan): ChartStats {
  let lowest = Number.POSITIVE_INFINITY;
  let highest = Number.NEGATIVE_INFINITY;
  let sum = 0;
  let count = 0;
  for (let index = firstIndexFrom(at, span.from); index < at.length && (at[index] ?? 0) <= span.to; index++) {
    const current = value[index];
    if (current === null || current === undefined) continue;
    lowest = Math.min(lowest, min?.[index] ?? current);
    highest = Math.max(highest, max?.[index] ?? current);
    sum += current;
    count += 1;
  }
  return count === 0 ? null : { min: lowest, avg: sum / count, max: highest };
}

/** The point nearest to an instant, unless it is further away than `withinMs`. */
export function nearestPoint(
  columns: SeriesColumns,
  at: number,
  withinMs: number,
): { at: number; value: number } | null {
  const index = firstIndexFrom(columns.at, at);
  let best: { at: number; value: number } | null = null;
  // Breaks are rows without a value, so that the nearest points may be one row further.
  for (const candidate of [index - 2, index - 1, index, index + 1]) {
    const time = columns.at[candidate];
    const value = columns.value[candidate];
    if (time === undefined || value === null || value === undefined || Math.abs(time - at) > withinMs) continue;
    if (!best || Math.abs(time - at) < Math.abs(best.at - at)) best = { at: time, value };
  }
  return best;
}

/**
 * The point of a line that its legend shows for a crosshair: where the line is drawn the nearest one, else one that is at most a
 * fortieth of the view away.
 */
export function pointUnder(columns: SeriesColumns, at: number, { from, to }: TimeSpan) {
  const index = firstIndexFrom(columns.at, at);
  const isDrawn = columns.value[index - 1] != null && columns.value[index] != null;
  return nearestPoint(columns, at, isDrawn ? Number.POSITIVE_INFINITY : (to - from) / 40);
}

/** The point `step` places after (or before) an instant; the outermost one when there are fewer. */
export function neighbourPoint(columns: SeriesColumns, at: number, step: number): { at: number; value: number } | null {
  const direction = Math.sign(step);
  let left = Math.abs(step);
  let found: { at: number; value: number } | null = null;
  let index = direction > 0 ? firstIndexFrom(columns.at, at + 1) : firstIndexFrom(columns.at, at) - 1;
  for (; left > 0 && index >= 0 && index < columns.at.length; index += direction) {
    const time = columns.at[index];
    const value = columns.value[index];
    if (time === undefined || value === null || value === undefined) continue;
    found = { at: time, value };
    left -= 1;
  }
  return found;
}

/**
 * The rows of a line that stand alone between two breaks (null), where the line shares its times with others: what is undefined is
 * a row of another line only.
 */
export function lonelyAmongOthers(values: readonly (number | null | undefined)[]): number[] {
  const own = values.flatMap((value, index) => (value === undefined ? [] : [{ value, index }]));
  return lonelyIndexes(own.map(({ value }) => value)).map((place) => own[place]?.index ?? 0);
}

/** The rows that stand alone between two breaks: a line cannot show them, so they get a dot. */
export function lonelyIndexes(values: readonly (number | null | undefined)[]): number[] {
  const missing = (index: number) => values[index] === null || values[index] === undefined;
  return values.flatMap((value, index) =>
    value !== null && value !== undefined && missing(index - 1) && missing(index + 1) ? [index] : [],
  );
}
