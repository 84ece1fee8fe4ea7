import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** The signed-in account's profile. */
export const profileQuery = queryOptions({
  queryKey: queryKeys.profile(),
  queryFn: ({ signal }) => call('GET /api/profile', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
