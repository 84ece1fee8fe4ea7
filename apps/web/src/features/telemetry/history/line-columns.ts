import type { HistoryResponse } from '@cyno/contract';
import type { SeriesColumns } from '../../../ui/charts/plot/series-buffer.ts';

/** A shorter silence is jitter of the board or the network. */
const shortestGapMs = 5_000;
/** A silence of so many usual intervals is a gap. */
const gapIntervals = 3;

/** A variable of a history as a line that breaks where nothing came, moved on by `shiftMs`. */
export function lineColumns({ times, series, bucketMs }: HistoryResponse, key: string, shiftMs = 0): SeriesColumns {
  const { value = [], min = null, max = null } = series[key] ?? {};
  const rows = times.flatMap((_at, index) => (typeof value[index] === 'number' ? [index] : []));
  const banded = min !== null && max !== null;
  const columns: SeriesColumns = { at: [], value: [], min: banded ? [] : null, max: banded ? [] : null };
  const longest = longestStep(
    rows.map((index) => times[index] ?? 0),
    bucketMs,
  );
  let before: number | undefined;
  for (const index of rows) {
    // A bucket stands for all of its time, so its value belongs in its middle.
    const at = (times[index] ?? 0) + (bucketMs ?? 0) / 2 + shiftMs;
    if (before !== undefined && at - before > longest) push(columns, before + 1, [null, null, null]);
    const own = value[index];
    push(columns, at, [typeof own === 'number' ? own : null, min?.[index] ?? null, max?.[index] ?? null]);
    before = at;
  }
  return columns;
}

/** The stretches in which nothing came, though there were points before and after. */
export function gapsOf({ at, value }: SeriesColumns): { from: number; to: number }[] {
  return at.flatMap((from, index) => {
    const to = at[index + 1];
    return value[index] === null && to !== undefined ? [{ from, to }] : [];
  });
}

function longestStep(times: readonly number[], bucketMs: number | null): number {
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  return Math.max(gapIntervals * usual, shortestGapMs, 1.5 * (bucketMs ?? 0));
}

function push(columns: SeriesColumns, at: number, [value, min, max]: [number | null, number | null, number | null]) {
  columns.at.push(at);
  columns.value.push(value);
  columns.min?.push(min);
  columns.max?.push(max);
}
