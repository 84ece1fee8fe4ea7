import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

/** The server counts again after so long. */
const staleTime = 5 * 60_000;

/** What the history of the signed-in account's devices takes. */
export const storedHistoryQuery = queryOptions({
  queryKey: queryKeys.storedHistory(),
  queryFn: ({ signal }) => call('GET /api/stored-history', { signal }),
  staleTime,
  retry: false,
});

/** What the history of all devices takes. */
export const allStoredHistoryQuery = queryOptions({
  queryKey: queryKeys.allStoredHistory(),
  queryFn: ({ signal }) => call('GET /api/admin/stored-history', { signal }),
  staleTime,
  retry: false,
});
