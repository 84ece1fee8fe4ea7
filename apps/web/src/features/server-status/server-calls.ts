import type { RemoveFutureResponse, ServerStatus } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, hasFields } from '../../lib/api-client.ts';

const everyMs = 30_000;

/** How the server is; asked again every half minute while a page shows it. */
export const serverStatusQuery = queryOptions({
  queryKey: ['admin', 'server'],
  queryFn: ({ signal }) =>
    api.get('/api/admin/server', hasFields<ServerStatus>('now', 'ready', 'problems', 'disks', 'storage', 'clock'), {
      signal,
    }),
  refetchInterval: everyMs,
  retry: false,
});

/** Removes stored messages that are dated later than an instant of the future. */
export const removeFuture = (laterThan: number): Promise<RemoveFutureResponse> =>
  api.post('/api/admin/server/remove-future', { laterThan }, hasFields<RemoveFutureResponse>('message', 'rows'));
