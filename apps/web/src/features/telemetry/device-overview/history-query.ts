import type { Device, HistoryResponse } from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { liveNow } from '../../../lib/live/live-client.ts';
import { fetchHistory } from '../history/index.ts';
import type { ViewChoice } from './view-params.ts';

type HistoryInput = {
  espid: string;
  keys: readonly string[];
  view: ViewChoice;
  points: number;
  /** Changes when the history must be fetched again. */
  edition: string;
};

/** So long a slow phone draws the page. */
const drawnMs = 2_000;

/** History of some variables for a view; one that follows live ends now. */
export function historyQuery({ espid, keys, view, points, edition }: HistoryInput) {
  const { range, zoom } = view;
  const span = zoom ? `${zoom.from}-${zoom.to}` : range.id;
  return queryOptions({
    queryKey: queryKeys.history(espid, { span, keys, points, edition }),
    queryFn: ({ signal }) => {
      const to = Math.round(zoom?.to ?? liveNow());
      const from = Math.round(zoom?.from ?? to - range.ms);
      return fetchHistory(espid, { from, to, keys, points }, signal);
    },
    // A followed view that is opened again shows what it knew until the new response is there. One that came while the page was drawn is new.
    staleTime: zoom ? Number.POSITIVE_INFINITY : drawnMs,
    gcTime: 120_000,
    placeholderData: keepPreviousData,
  });
}

const dayMs = 86_400_000;

/** What the last 24 hours were like, from a quarter of an hour a bucket. */
export function dayQuery({ espid, virtual }: Pick<Device, 'espid' | 'virtual'>) {
  return queryOptions({
    queryKey: queryKeys.day(espid),
    queryFn: ({ signal }) => {
      const to = Math.round(liveNow());
      return fetchHistory(espid, { from: to - dayMs, to, points: 96 }, signal);
    },
    staleTime: 300_000,
    refetchInterval: ({ state }) => (virtual && state.data && !hasPast(state.data.times[0]) ? 5_000 : 600_000),
    select: summarize,
  });
}

/** Whether there is more than what came since the page was opened: the past of a virtual board comes shortly after the board itself. */
export const hasPast = (since: number | null | undefined): boolean =>
  typeof since === 'number' && since < liveNow() - 300_000;

export type Day = {
  /** When the first value came, ms since the epoch; null when none did. */
  since: number | null;
  /** Lowest and highest of each numeric variable. */
  values: ReadonlyMap<string, { low: number; high: number }>;
};

/** Sums up a history. */
export function summarize({ series, times }: Pick<HistoryResponse, 'series' | 'times'>): Day {
  const values = new Map<string, { low: number; high: number }>();
  for (const [key, { value, min, max }] of Object.entries(series)) {
    const numbers = [...value, ...(min ?? []), ...(max ?? [])].filter((entry) => typeof entry === 'number');
    if (numbers.length > 0) values.set(key, { low: Math.min(...numbers), high: Math.max(...numbers) });
  }
  return { since: times[0] ?? null, values };
}
