import type { HistoryResponse } from '@cyno/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, hasFields } from '../../lib/api-client.ts';
import { liveNow } from '../../lib/live-client.ts';
import type { ViewChoice } from './view-params.ts';

// Checking tens of thousands of numbers one by one would make a long task of each answer.
const history = hasFields<HistoryResponse>('from', 'to', 'times', 'series', 'offline');

/** The API's address of something below a device; parameters that are undefined are left out. */
export function deviceApiPath(
  espid: string,
  rest: string,
  params: Record<string, string | number | undefined>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined) query.set(name, String(value));
  return `/api/device/${encodeURIComponent(espid)}/${rest}?${query}`;
}

type HistoryInput = {
  espid: string;
  keys: readonly string[];
  view: ViewChoice;
  points: number;
  /** Changes when the history must be fetched again. */
  edition: string;
};

/** History of some variables for a view; one that follows live ends now. */
export function historyQuery({ espid, keys, view, points, edition }: HistoryInput) {
  const { range, zoom } = view;
  const span = zoom ? `${zoom.from}-${zoom.to}` : range.id;
  return queryOptions({
    queryKey: ['history', espid, span, keys, points, edition],
    queryFn: ({ signal }) => {
      const to = Math.round(zoom?.to ?? liveNow());
      const from = Math.round(zoom?.from ?? to - range.ms);
      // A name with a comma cannot be part of a list of names: then all are fetched.
      const chosen = keys.some((key) => key.includes(',')) ? undefined : keys.join(',');
      return api.get(deviceApiPath(espid, 'history', { from, to, keys: chosen, points }), history, { signal });
    },
    // A followed view that is opened again shows what it knew until the new answer is there.
    staleTime: zoom ? Number.POSITIVE_INFINITY : 0,
    gcTime: 120_000,
    placeholderData: keepPreviousData,
  });
}

const dayMs = 86_400_000;

/** What the last 24 hours were like, from a quarter of an hour a bucket. */
export function dayQuery(espid: string) {
  return queryOptions({
    queryKey: ['day', espid],
    queryFn: ({ signal }) => {
      const to = Math.round(liveNow());
      return api.get(deviceApiPath(espid, 'history', { from: to - dayMs, to, points: 96 }), history, { signal });
    },
    staleTime: 300_000,
    refetchInterval: 600_000,
    select: summarize,
  });
}

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
