import type { HistoryResponse, StatisticsResponse, VariableStatistics } from '@cyno/contract';
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, hasFields } from '../../../lib/api/api-client.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';
import { type HistoryView, spanOf } from './history-address.ts';
import { deviceApiPath, fetchHistory } from './history-call.ts';
import type { DeviceHistory, LineStyle } from './history-lines.ts';

/** What the server may be requested: a chart cannot show more. */
const points = () => Math.min(1000, Math.max(300, Math.round(window.innerWidth)));

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

/** Keeps showing the last response of each kind until the next one is there: a list of queries does not do that itself. */
export function useLastKnown<Answer>(): (kind: string, answer: Answer | undefined) => Answer | undefined {
  const [known] = useState(() => new Map<string, Answer>());
  return (kind, answer) => {
    if (answer !== undefined) known.set(kind, answer);
    return known.get(kind);
  };
}

type Asked = { styles: readonly LineStyle[]; span: TimeSpan; shiftMs: number | null };

/** What is requested: of each device the span, and after it the earlier period. */
function queriesOf({ styles, span, shiftMs }: Asked) {
  const espids = [...new Set(styles.map(({ espid }) => espid))];
  const asks = espids.flatMap((espid) => {
    const keys = styles.filter((style) => style.espid === espid).map(({ key }) => key);
    const present = { espid, keys, ...span };
    return shiftMs === null ? [present] : [present, { espid, keys, from: span.from - shiftMs, to: span.to - shiftMs }];
  });
  const queries = asks.map(({ espid, keys, from, to }) =>
    queryOptions({
      queryKey: ['history-tab', espid, keys, from, to],
      queryFn: ({ signal }) => fetchHistory(espid, { from, to, keys, points: points() }, signal),
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 120_000,
    }),
  );
  return { espids, queries };
}

/** Requests what is about to be shown, so that the responses are on their way while the page is drawn again. */
export function useAskEarly(): (asked: Asked) => void {
  const client = useQueryClient();
  return (asked) => {
    for (const query of queriesOf(asked).queries) void client.prefetchQuery(query);
  };
}

/** Histories of the devices in the view, and of the earlier period. */
export function useHistories({ styles, span, shiftMs }: Asked) {
  const { espids, queries } = queriesOf({ styles, span, shiftMs });
  const answers = useQueries({ queries });
  const lastKnown = useLastKnown<HistoryResponse>();
  const step = shiftMs === null ? 1 : 2;
  const histories = espids.map((espid, index): DeviceHistory => {
    const [present, past] = [answers[index * step], shiftMs === null ? undefined : answers[index * step + 1]];
    return {
      espid,
      present: lastKnown(espid, present?.data),
      past: shiftMs === null ? undefined : lastKnown(`${espid} ${shiftMs}`, past?.data),
    };
  });
  return {
    histories,
    isPending: answers.some(({ isPending }) => isPending) && histories.every(({ present }) => !present),
    isFetching: answers.some(({ isFetching }) => isFetching),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => answers.filter(({ isError }) => isError).forEach((answer) => void answer.refetch()),
  };
}

const statistics = hasFields<StatisticsResponse>('estimated', 'variables');

/** Figures of one line; undefined while they are on their way, null when there is no number. */
export type LineFigures = { figures: VariableStatistics | null | undefined; estimated: boolean; failed: boolean };

type FiguresAsked = {
  styles: readonly LineStyle[];
  span: TimeSpan;
  thresholds: HistoryView['thresholds'];
  /** While it is false the figures wait. */
  enabled: boolean;
};

/** Figures of each line in a span, with its threshold. */
export function useStatistics({ styles, span, thresholds, enabled }: FiguresAsked): LineFigures[] {
  const { from, to } = span;
  const answers = useQueries({
    queries: styles.map(({ espid, key, name }) => {
      const above = thresholds.get(name);
      // A name with a comma cannot be part of a list of names: then all are fetched.
      const params = { from, to, keys: key.includes(',') ? undefined : key, above };
      return queryOptions({
        queryKey: ['statistics', espid, key, from, to, above],
        queryFn: ({ signal }) => api.get(deviceApiPath(espid, 'statistics', params), statistics, { signal }),
        enabled,
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 120_000,
      });
    }),
  });
  const lastKnown = useLastKnown<StatisticsResponse>();
  return styles.map(({ name, key }, index) => {
    const data = lastKnown(name, answers[index]?.data);
    return {
      figures: data && (data.variables[key] ?? null),
      estimated: data?.estimated ?? false,
      failed: !data && (answers[index]?.isError ?? false),
    };
  });
}
