import type { Widget } from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { fetchHistory } from '../../lib/history-call.ts';
import { liveNow } from '../../lib/live-client.ts';

/** So many points a line: a widget is a few hundred pixels wide. */
const points = 200;
const refetchMs = 60_000;

/** Keys of the variables that some widgets draw over time. */
export function drawnKeys(widgets: readonly Widget[]): string[] {
  const keys = widgets.flatMap(({ content }) =>
    content.type === 'chart' ? content.keys : content.type === 'value' ? [content.key] : [],
  );
  return [...new Set(keys)].sort();
}

/** The last day of what a dashboard draws, in one call for all of its widgets; renewed every minute. */
export const dashboardHistoryQuery = (espid: string, keys: readonly string[]) =>
  queryOptions({
    queryKey: ['history', espid, 'dashboard', keys],
    queryFn: ({ signal }) => {
      const to = Math.round(liveNow());
      return fetchHistory(espid, { from: to - 86_400_000, to, keys, points }, signal);
    },
    staleTime: refetchMs,
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
    enabled: keys.length > 0,
  });
