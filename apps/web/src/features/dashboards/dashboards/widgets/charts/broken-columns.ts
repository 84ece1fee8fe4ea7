import type { HistoryResponse } from '@cyno/contract';
import type { SeriesColumns } from '../../../../../ui/charts/plot/series-buffer.ts';

/** A shorter silence is jitter of the board or the network. */
const shortestGapMs = 5_000;
/** A silence of so many usual intervals is a gap. */
const gapIntervals = 3;

type HistoryTimes = Pick<HistoryResponse, 'times' | 'offline' | 'bucketMs'>;

/** The numbers of a variable as a line that breaks where nothing came for several intervals, or its board was offline. */
export function brokenColumns(
  { times, offline, bucketMs }: HistoryTimes,
  values: readonly (number | null)[],
): SeriesColumns {
  const points = times.flatMap((at, index) => {
    const value = values[index];
    return typeof value === 'number' ? [{ at, value }] : [];
  });
  const steps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  const longest = Math.max(gapIntervals * usual, shortestGapMs, 1.5 * (bucketMs ?? 0));
  const columns: SeriesColumns = { at: [], value: [], min: null, max: null };
  let before: number | undefined;
  let next = 0;
  for (const { at, value } of points) {
    if (before !== undefined) {
      const since = before;
      while ((offline[next]?.to ?? Number.POSITIVE_INFINITY) <= since) next++;
      const away = offline[next];
      const wasAway = away !== undefined && away.from >= since && away.to <= at;
      if (wasAway || at - since > longest) {
        columns.at.push((since + at) / 2);
        columns.value.push(null);
      }
    }
    columns.at.push(at);
    columns.value.push(value);
    before = at;
  }
  return columns;
}
