import type { HistoryResponse } from '@cyno/contract';
import { createGapRule, medianStep } from '../../../ui/charts/plot/line-gaps.ts';
import type { SeriesColumns } from '../../../ui/charts/plot/series-buffer.ts';

/** A variable of a history as a line that breaks where nothing came, moved on by `shiftMs`. */
export function lineColumns(
  { times, series, bucketMs, offline, to }: HistoryResponse,
  key: string,
  shiftMs = 0,
): SeriesColumns {
  const { value = [], min = null, max = null } = series[key] ?? {};
  const rows = times.flatMap((_at, index) => (typeof value[index] === 'number' ? [index] : []));
  const banded = min !== null && max !== null;
  const columns: SeriesColumns = { at: [], value: [], min: banded ? [] : null, max: banded ? [] : null };
  const usualMs = medianStep(rows.map((index) => times[index] ?? 0));
  const isBroken = createGapRule({ usualMs, intervalMs: null, bucketMs, offline });
  // A bucket stands for all of its time, so its value belongs in its middle.
  const middle = (bucketMs ?? 0) / 2 + shiftMs;
  let before: number | undefined;
  for (const index of rows) {
    const begins = times[index] ?? 0;
    // The last one may not be over yet.
    const at = Math.min(begins + middle, to + shiftMs);
    if (before !== undefined && isBroken(before, begins)) push(columns, before + middle + 1, [null, null, null]);
    const own = value[index];
    push(columns, at, [typeof own === 'number' ? own : null, min?.[index] ?? null, max?.[index] ?? null]);
    before = begins;
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

function push(columns: SeriesColumns, at: number, [value, min, max]: [number | null, number | null, number | null]) {
  columns.at.push(at);
  columns.value.push(value);
  columns.min?.push(min);
  columns.max?.push(max);
}
