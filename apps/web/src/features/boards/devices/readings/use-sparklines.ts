import { useQuery } from '@tanstack/react-query';
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { subscribePoints } from '../../../../lib/live/live-client.ts';
import type { SparkPoint } from '../../../../ui/charts/sparkline-path.ts';
import { createSparkStore, type SparkStore } from './spark-store.ts';

/** How much of the past a sparkline shows, and the width of one of its averages. */
export const sparkMinutes = 60;
export const sparkBucketMs = 60_000;

const renewMs = 5 * 60_000;

const SparkContext = createContext<SparkStore | null>(null);
export const SparkProvider = SparkContext.Provider;

/** Fetches the sparklines of all devices, joins live points to them, and keeps both in a store for `SparkProvider`. */
export function useSparkStore(): SparkStore {
  const [store] = useState(() => createSparkStore());
  const { data } = useQuery({
    queryKey: queryKeys.sparklines(),
    queryFn: ({ signal }) =>
      call('GET /api/telemetry/sparklines', {
        query: { minutes: sparkMinutes, points: (sparkMinutes * 60_000) / sparkBucketMs },
        signal,
      }),
    staleTime: renewMs,
    refetchInterval: renewMs,
  });
  useEffect(() => {
    if (data) store.load(data);
  }, [store, data]);
  useEffect(() => subscribePoints(({ espid, points }) => store.add(espid, points)), [store]);
  return store;
}

const nothing: readonly SparkPoint[] = [];

/** The recent points of one variable. */
export function useSparkPoints(espid: string, key: string): readonly SparkPoint[] {
  const store = useContext(SparkContext);
  const subscribe = useCallback(
    (listener: () => void) => store?.subscribe(espid, listener) ?? (() => undefined),
    [store, espid],
  );
  return useSyncExternalStore(subscribe, () => store?.read(espid, key) ?? nothing);
}
