import type { RemoveFutureResponse } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { startDownload } from '../../../lib/browser/start-download.ts';

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

const systemEveryMs = 30_000;

/** The figures of the server; requested again every half minute while a page shows them. */
export const systemQuery = queryOptions({
  queryKey: queryKeys.system(),
  queryFn: ({ signal }) => call('GET /api/admin/system', { signal }),
  refetchInterval: systemEveryMs,
});

const samplesEveryMs = 60_000;

/** The last day, minute by minute. */
export const systemSamplesQuery = queryOptions({
  queryKey: queryKeys.systemSamples(),
  queryFn: ({ signal }) => call('GET /api/admin/system/samples', { signal }),
  refetchInterval: samplesEveryMs,
});

/** Runs a background job as soon as possible. */
export const runJob = (name: string) => call('POST /api/admin/system/jobs/:name/run', { params: { name } });

/** Lets another server take over. */
export const handOver = () => call('POST /api/admin/system/hand-over');

/** Sends the clients of a server to the others until further notice, or lets it take clients again. */
export const drainServer = ({ name, drained }: { name: string; drained: boolean }) =>
  call('POST /api/admin/system/servers/:name/drain', { params: { name }, body: { drained } });

/** Makes the browser download a support bundle. */
export async function downloadBundle(): Promise<void> {
  const { path } = await call('POST /api/admin/system/bundle');
  startDownload(path);
}

/** Removes stored messages that are dated later than an instant of the future. */
export const removeFuture = (laterThan: number): Promise<RemoveFutureResponse> =>
  call('POST /api/admin/server/remove-future', { body: { laterThan } });
