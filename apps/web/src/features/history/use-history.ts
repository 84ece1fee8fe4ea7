import type { HistoryResponse, StatisticsResponse, VariableStatistics } from '@cyno/contract';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, hasFields } from '../../lib/api-client.ts';
import { deviceApiPath, fetchHistory } from '../../lib/history-call.ts';
import { liveNow } from '../../lib/live-client.ts';
import type { TimeSpan } from '../../ui/charts/series-buffer.ts';
import { type HistoryView, spanOf } from './history-address.ts';
import type { DeviceHistory, LineLook } from './history-lines.ts';

/** What the server may be asked for: a chart cannot show more. */
const points = () => Math.min(1000, Math.max(300, Math.round(window.innerWidth)));

/** The span of the view; one that ends now moves on as often as one could see it. */
export function useSpan(view: HistoryView): TimeSpan {
  const { span, preset } = view;
  const [now, setNow] = useState(liveNow);
  useEffect(() => {
    if (span) return;
    setNow(liveNow());
    const timer = setInterval(() => setNow(liveNow()), Math.min(300_000, Math.max(10_000, preset.ms / 500)));
    return () => clearInterval(timer);
  }, [span, preset]);
  return spanOf(view, now);
}

/** Keeps showing the last answer of each kind until the next one is there: a list of queries does not do that itself. */
export function useLastKnown<Answer>(): (kind: string, answer: Answer | undefined) => Answer | undefined {
  const [known] = useState(() => new Map<string, Answer>());
  return (kind, answer) => {
    if (answer !== undefined) known.set(kind, answer);
    return known.get(kind);
  };
}

type Asked = { looks: readonly LineLook[]; span: TimeSpan; shiftMs: number | null };

/** Histories of the devices in the view, and of the earlier period. */
export function useHistories({ looks, span, shiftMs }: Asked) {
  const espids = [...new Set(looks.map(({ espid }) => espid))];
  const asks = espids.flatMap((espid) => {
    const keys = looks.filter((look) => look.espid === espid).map(({ key }) => key);
    const present = { espid, keys, ...span };
    return shiftMs === null ? [present] : [present, { espid, keys, from: span.from - shiftMs, to: span.to - shiftMs }];
  });
  const answers = useQueries({
    queries: asks.map(({ espid, keys, from, to }) =>
      queryOptions({
        queryKey: ['history-tab', espid, keys, from, to],
        queryFn: ({ signal }) => fetchHistory(espid, { from, to, keys, points: points() }, signal),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 120_000,
      }),
    ),
  });
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
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    retry: () => answers.filter(({ isError }) => isError).forEach((answer) => void answer.refetch()),
  };
}

const statistics = hasFields<StatisticsResponse>('estimated', 'variables');

/** Figures of one line; undefined while they are on their way, null when there is no number. */
export type LineFigures = { figures: VariableStatistics | null | undefined; estimated: boolean; failed: boolean };

/** Figures of each line in a span, with its threshold. */
export function useStatistics(
  looks: readonly LineLook[],
  { from, to }: TimeSpan,
  thresholds: HistoryView['thresholds'],
): LineFigures[] {
  const answers = useQueries({
    queries: looks.map(({ espid, key, name }) => {
      const above = thresholds.get(name);
      // A name with a comma cannot be part of a list of names: then all are fetched.
      const params = { from, to, keys: key.includes(',') ? undefined : key, above };
      return queryOptions({
        queryKey: ['statistics', espid, key, from, to, above],
        queryFn: ({ signal }) => api.get(deviceApiPath(espid, 'statistics', params), statistics, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 120_000,
      });
    }),
  });
  const lastKnown = useLastKnown<StatisticsResponse>();
  return looks.map(({ name, key }, index) => {
    const data = lastKnown(name, answers[index]?.data);
    return {
      figures: data && (data.variables[key] ?? null),
      estimated: data?.estimated ?? false,
      failed: !data && (answers[index]?.isError ?? false),
    };
  });
}
