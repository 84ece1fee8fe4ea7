import type { HistoryResponse, StatisticsResponse, VariableStatistics } from '@cyno/contract';
import { queryOptions, type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { viewportWidth } from '../../../lib/browser/viewport-width.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { type HistoryView, refreshMsOf, spanOf } from './history-address.ts';
import { fetchHistory } from './history-call.ts';
import type { DeviceHistory, LineStyle } from './history-lines.ts';

/** What the server may be requested: a chart cannot show more. */
const points = () => Math.min(1000, Math.max(300, Math.round(viewportWidth())));

/** The span of the view; one that ends now moves on as often as one could see it. */
export function useSpan(view: HistoryView): TimeSpan {
  const { span, preset } = view;
  const moving = span ? null : preset;
  const [seen, setSeen] = useState(() => ({ moving, now: liveNow() }));
  // Another range ends now at once: one that ended a moment ago would be requested as well, in vain.
  if (seen.moving !== moving) setSeen({ moving, now: liveNow() });
  useEffect(() => {
    if (!moving) return;
    const moveOn = () => setSeen({ moving, now: liveNow() });
    const timer = setInterval(moveOn, Math.min(300_000, Math.max(10_000, moving.ms / 500)));
    return () => clearInterval(timer);
  }, [moving]);
  return spanOf(view, seen.now);
}

/**
 * Keeps showing the last response of each kind until the next one is there: a list of queries does not do that itself. Responses for
 * another `range` are forgotten.
 */
export function useLastKnown<Result>(range = ''): (kind: string, result: Result | undefined) => Result | undefined {
  const [{ known, ...seen }, setSeen] = useState(() => ({ range, known: new Map<string, Result>() }));
  if (seen.range !== range) setSeen({ range, known: new Map() });
  return (kind, result) => {
    if (result !== undefined) known.set(kind, result);
    return known.get(kind);
  };
}

type LinesRequest = { styles: readonly LineStyle[]; span: TimeSpan; shiftMs: number | null };

/** What is requested: of each device the span, and after it the earlier period. */
function queriesOf({ styles, span, shiftMs }: LinesRequest) {
  const espids = [...new Set(styles.map(({ espid }) => espid))];
  const requests = espids.flatMap((espid) => {
    const keys = styles.filter((style) => style.espid === espid).map(({ key }) => key);
    const present = { espid, keys, ...span };
    return shiftMs === null ? [present] : [present, { espid, keys, from: span.from - shiftMs, to: span.to - shiftMs }];
  });
  const queries = requests.map(({ espid, keys, from, to }) =>
    queryOptions({
      queryKey: queryKeys.historyTab(espid, { keys, from, to }),
      queryFn: ({ signal }) => fetchHistory(espid, { from, to, keys, points: points() }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: () => refreshMsOf(to, liveNow()),
      gcTime: 120_000,
    }),
  );
  return { espids, queries };
}

/** Requests what is about to be shown, so that the responses are on their way while the page is drawn again. */
export function usePrefetch(): (request: LinesRequest) => void {
  const client = useQueryClient();
  return (request) => {
    for (const query of queriesOf(request).queries) void client.prefetchQuery(query);
  };
}

/** Requests what the page shows at first, so that it is on its way while the page is drawn, which takes a slow phone half a second. */
function useFirstRequests(histories: ReturnType<typeof queriesOf>['queries'], figures: FiguresRequest): void {
  const client = useQueryClient();
  const wanted = histories.filter(({ queryKey }) => !client.getQueryState(queryKey));
  if (wanted.length === 0) return;
  void Promise.all(wanted.map((query) => client.prefetchQuery(query))).then(() => {
    const isStillVisible = wanted.every(({ queryKey }) => client.getQueryCache().find({ queryKey })?.isActive());
    if (isStillVisible) for (const query of figureQueriesOf(figures)) void client.prefetchQuery(query);
  });
}

/** How the last requests for a range ended; while its span moves on, the next ones hide nothing of that before they have ended too. */
function useOutcome(range: string, responses: readonly UseQueryResult[]) {
  const [outcome, setOutcome] = useState<{ range: string | null; error: Error | null }>({ range: null, error: null });
  const isComing = responses.some(({ isPending }) => isPending);
  const error = responses.find((response) => response.error !== null)?.error ?? null;
  if (!isComing && (outcome.range !== range || outcome.error !== error)) setOutcome({ range, error });
  return outcome.range === range ? { error: outcome.error, isOther: false } : { error: null, isOther: true };
}

type HistoriesRequest = LinesRequest & FiguresRequest & { range: string };

/** Histories of the devices in the view, and of the earlier period; `isOther`: those of the `range` have not come yet. */
export function useHistories({ styles, span, range, shiftMs, thresholds }: HistoriesRequest) {
  const { espids, queries } = queriesOf({ styles, span, shiftMs });
  useFirstRequests(queries, { styles, span, thresholds });
  const responses = useQueries({ queries });
  const lastKnown = useLastKnown<HistoryResponse>();
  const step = shiftMs === null ? 1 : 2;
  const histories = espids.map((espid, index): DeviceHistory => {
    const [present, past] = [responses[index * step], shiftMs === null ? undefined : responses[index * step + 1]];
    return {
      espid,
      present: lastKnown(espid, present?.data),
      past: shiftMs === null ? undefined : lastKnown(`${espid} ${shiftMs}`, past?.data),
    };
  });
  return {
    histories,
    isPending: responses.some(({ isPending }) => isPending) && histories.every(({ present }) => !present),
    isFetching: responses.some(({ isFetching }) => isFetching),
    ...useOutcome(`${range} ${shiftMs}`, responses),
    retry: () => responses.filter(({ isError }) => isError).forEach((result) => void result.refetch()),
  };
}

/** Figures of one line; undefined while they are on their way, null when there is no number. */
export type LineFigures = { figures: VariableStatistics | null | undefined; estimated: boolean; failed: boolean };

type FiguresRequest = {
  styles: readonly LineStyle[];
  span: TimeSpan;
  thresholds: HistoryView['thresholds'];
};

function figureQueriesOf({ styles, span: { from, to }, thresholds }: FiguresRequest) {
  return styles.map(({ espid, key, name }) => {
    const above = thresholds.get(name);
    // A name with a comma cannot be part of a list of names: then all are fetched.
    const query = { from, to, keys: key.includes(',') ? undefined : key, above };
    return queryOptions({
      queryKey: queryKeys.statistics(espid, { key, from, to, above }),
      queryFn: ({ signal }) => call('GET /api/device/:espid/statistics', { params: { espid }, query, signal }),
      staleTime: Number.POSITIVE_INFINITY,
      refetchInterval: () => refreshMsOf(to, liveNow()),
      gcTime: 120_000,
    });
  });
}

type StatisticsRequest = FiguresRequest & {
  enabled: boolean;
  /** Stays the same while the span only moves on with time. */
  range: string;
};

/** Figures of each line in a span, with its threshold; they wait while `enabled` is false. */
export function useStatistics({ enabled, range, ...request }: StatisticsRequest): LineFigures[] {
  const { styles, thresholds } = request;
  const responses = useQueries({ queries: figureQueriesOf(request).map((query) => ({ ...query, enabled })) });
  const lastKnown = useLastKnown<StatisticsResponse>(range);
  return styles.map(({ name, key }, index) => {
    const data = lastKnown(`${thresholds.get(name)}@${name}`, responses[index]?.data);
    return {
      figures: data && (data.variables[key] ?? null),
      estimated: data?.estimated ?? false,
      failed: !data && (responses[index]?.isError ?? false),
    };
  });
}
