import type { HistoryResponse } from '@cyno/contract';

/** A number of a variable's history; `untilMs` is how long it holds. */
export type HistoryPoint = { at: number; value: number; low: number; high: number; forMs: number };

const longestGaps = 3;

/** Typical distance of two points, ms. */
function usualGap(times: readonly number[]): number {
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
}

/**
 * The numbers of a variable. A value holds until the next one, but at most three usual distances and not beyond the moment at
 * which the board went away.
 */
export function pointsOf(history: HistoryResponse | undefined, key: string): HistoryPoint[] {
  const series = history?.series[key];
  if (!history || !series) return [];
  const { times, offline, to, bucketMs } = history;
  const known = times.flatMap((at, index) => {
    const value = series.value[index];
    const low = series.min?.[index] ?? value;
    const high = series.max?.[index] ?? value;
    return typeof value === 'number' && typeof low === 'number' && typeof high === 'number'
      ? [{ at, value, low, high }]
      : [];
  });
  const longest = bucketMs ?? longestGaps * usualGap(known.map(({ at }) => at));
  return known.map((point, index) => {
    const next = Math.min(known[index + 1]?.at ?? to, to);
    const away = offline.find(({ from }) => from >= point.at && from < next)?.from ?? next;
    return { ...point, forMs: Math.max(0, Math.min(next, away, point.at + longest) - point.at) };
  });
}
