import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** The plan of the signed-in account, what is used of it, and the invoices. */
export const planQuery = queryOptions({
  queryKey: queryKeys.plan(),
  queryFn: ({ signal }) => call('GET /api/plan', { signal }),
  staleTime: 30_000,
});
