import type { RemoveFutureResponse } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';

const everyMs = 30_000;

/** How the server is; requested again every half minute while a page shows it. */
export const serverStatusQuery = queryOptions({
  queryKey: queryKeys.serverStatus(),
  queryFn: ({ signal }) => call('GET /api/admin/server', { signal }),
  refetchInterval: everyMs,
  retry: false,
});

const loadEveryMs = 10_000;

/** How late the server was with what was due in the last minute; requested again every ten seconds while a page shows it. */
export const serverLoadQuery = queryOptions({
  queryKey: queryKeys.serverLoad(),
  queryFn: ({ signal }) => call('GET /api/admin/server/load', { signal }),
  refetchInterval: loadEveryMs,
});

/** Removes stored messages that are dated later than an instant of the future. */
export const removeFuture = (laterThan: number): Promise<RemoveFutureResponse> =>
  call('POST /api/admin/server/remove-future', { body: { laterThan } });
