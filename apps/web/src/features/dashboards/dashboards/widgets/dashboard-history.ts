import type { HistoryResponse, WidgetContent } from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { liveNow } from '../../../../lib/live/live-client.ts';
import { fetchHistory } from '../../../telemetry/history/index.ts';

/** So many points a line: a widget is a few hundred pixels wide. Weeks are drawn by the hour. */
export const linePointsOf = (minutes: number) => (minutes > 10_080 ? 750 : 200);
const minuteMs = 60_000;
const soonestMs = 10_000;

/** Minutes of the line below a value. */
export const dayMinutes = 1_440;
/** Minutes of the lines of a terminal. */
export const terminalMinutes = 60;

/** The variables that a widget shows. */
const displayedKeys = (content: WidgetContent): readonly string[] =>
  'key' in content ? [content.key] : 'keys' in content ? content.keys : [];

/** The variables that some widgets draw over time, by the minutes that they show. */
export function drawnKeys(contents: readonly WidgetContent[]): [minutes: number, keys: string[]][] {
  const drawn = new Map<number, Set<string>>();
  const draw = (minutes: number, keys: readonly string[]) =>
    drawn.set(minutes, new Set([...(drawn.get(minutes) ?? []), ...keys]));
  for (const content of contents) {
    if ('minutes' in content) draw(content.minutes, displayedKeys(content));
    if (content.type === 'value') draw(dayMinutes, [content.key]);
    if (content.type === 'terminal' && content.keys.length > 0) draw(terminalMinutes, content.keys);
  }
  return [...drawn].filter(([, keys]) => keys.size > 0).map(([minutes, keys]) => [minutes, [...keys].sort()]);
}

/** The last minutes of what a dashboard draws, in one call for all widgets that show as many; renewed every minute or sooner. */
export function dashboardHistoryQuery(espid: string, minutes: number, keys: readonly string[]) {
  const spanMs = minutes * minuteMs;
  const refetchMs = Math.min(minuteMs, Math.max(soonestMs, spanMs / linePointsOf(minutes)));
  return queryOptions({
    queryKey: queryKeys.dashboardHistory(espid, minutes, keys),
    queryFn: ({ signal }): Promise<HistoryResponse> => {
      const to = Math.round(liveNow());
      return fetchHistory(espid, { from: to - spanMs, to, keys, points: linePointsOf(minutes) }, signal);
    },
    staleTime: refetchMs,
    refetchInterval: refetchMs,
    placeholderData: keepPreviousData,
  });
}
