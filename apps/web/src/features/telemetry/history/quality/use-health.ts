import type { BoardHealth } from '@cyno/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, hasFields } from '../../../../lib/api/api-client.ts';
import type { TimeSpan } from '../../../../ui/charts/plot/series-buffer.ts';
import { deviceApiPath } from '../history-call.ts';

const health = hasFields<BoardHealth>('starts', 'signal');

/** How a board fared in a span: its starts and its signal; undefined while it is on its way. */
export function useHealth(espid: string, { from, to }: TimeSpan): BoardHealth | undefined {
  const range = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) };
  return useQuery({
    queryKey: ['health', espid, range.from, range.to],
    queryFn: ({ signal }) => api.get(deviceApiPath(espid, 'health', range), health, { signal }),
    staleTime: 60_000,
    gcTime: 120_000,
    placeholderData: keepPreviousData,
  }).data;
}
