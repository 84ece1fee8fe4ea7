import type { DeviceVariable, HistoryResponse } from '@cyno/contract';
import { createGapRule, medianStep } from '../../../../../ui/charts/plot/line-gaps.ts';
import type { SeriesColumns } from '../../../../../ui/charts/plot/series-buffer.ts';

type HistoryTimes = Pick<HistoryResponse, 'times' | 'offline' | 'bucketMs'>;

/**
 * The numbers of a variable as a line that breaks where nothing came for several intervals, or its board was offline. A bucket
 * stands in its middle; the line ends at the newest value of `variable`, which a bucket does not show.
 */
export function brokenColumns(
  { times, offline, bucketMs }: HistoryTimes,
  values: readonly (number | null)[],
  variable?: Pick<DeviceVariable, 'at' | 'value' | 'intervalMs'>,
): SeriesColumns {
  const points = times.flatMap((at, index) => {
    const value = values[index];
    return typeof value === 'number' ? [{ at, value }] : [];
  });
  const newest = newestOf(variable);
  const usualMs = medianStep(points.map(({ at }) => at));
  const isBroken = createGapRule({ usualMs, intervalMs: variable?.intervalMs ?? null, bucketMs, offline });
  const columns: SeriesColumns = { at: [], value: [], min: null, max: null };
  let before: number | undefined;
  const add = (at: number, value: number | null) => {
    columns.at.push(at);
    columns.value.push(value);
  };
  const middle = (bucketMs ?? 0) / 2;
  for (const { at, value } of points) {
    if (before !== undefined && isBroken(before, at)) add((before + at) / 2 + middle, null);
    add(Math.min(at + middle, Math.max(at, newest?.at ?? Number.POSITIVE_INFINITY)), value);
    before = at;
  }
  const end = columns.at.at(-1);
  if (!newest || before === undefined || end === undefined || newest.at <= end) return columns;
  if (isBroken(before, newest.at)) add((end + newest.at) / 2, null);
  add(newest.at, newest.value);
  return columns;
}

function newestOf(variable: Pick<DeviceVariable, 'at' | 'value'> | undefined): { at: number; value: number } | null {
  const { at = null, value } = variable ?? {};
  return at !== null && typeof value === 'number' ? { at, value } : null;
}
