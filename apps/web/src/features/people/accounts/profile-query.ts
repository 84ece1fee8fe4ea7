import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';

/** The signed-in account's profile. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => api.get('/api/profile', (await import('@cyno/contract')).profile, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
