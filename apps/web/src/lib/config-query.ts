import type { PublicConfig } from '@cyno/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, hasFields } from './api-client.ts';

/** What the server tells everybody: links, providers, whether sign-up is open. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) =>
    api.get('/api/config', hasFields<PublicConfig>('team', 'signup', 'setupNeeded', 'providers', 'links', 'mqtt'), {
      signal,
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

export function useConfig() {
  return useQuery(configQuery);
}
