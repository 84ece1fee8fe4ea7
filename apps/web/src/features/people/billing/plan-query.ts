import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api/api-client.ts';

/** The plan of the signed-in account, what is used of it, and the invoices. */
export const planQuery = queryOptions({
  queryKey: ['plan'],
  queryFn: async ({ signal }) => api.get('/api/plan', (await import('@cyno/contract')).planResponse, { signal }),
  staleTime: 30_000,
});
