import type { BoardHealth } from '@cyno/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';

/** How a board fared in a span: its starts and its signal; undefined while it is on its way. */
export function useHealth(espid: string, { from, to }: TimeSpan): BoardHealth | undefined {
  const query = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) };
  return useQuery({
    queryKey: queryKeys.health(espid, query),
    queryFn: ({ signal }) => call('GET /api/device/:espid/health', { params: { espid }, query, signal }),
    staleTime: 60_000,
    gcTime: 120_000,
    placeholderData: keepPreviousData,
  }).data;
}
