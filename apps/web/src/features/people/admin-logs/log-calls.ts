import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { startDownload } from '../../../lib/browser/start-download.ts';
import type { LogCalls } from './lines/line-source.ts';

const listEveryMs = 15_000;

/** The files, newest first; requested again while the page is open, because the server begins new ones and removes old ones. */
export const logFilesQuery = queryOptions({
  queryKey: queryKeys.adminLogs(),
  queryFn: ({ signal }) => call('GET /api/admin/logs', { signal }),
  refetchInterval: listEveryMs,
});

/** The calls that read one file. */
export const logCalls = (file: string): LogCalls => ({
  window: (query, signal) => call('GET /api/admin/logs/:file', { params: { file }, query, signal }),
  matches: (query, signal) => call('GET /api/admin/logs/:file/matches', { params: { file }, query, signal }),
});

/** Lets the browser download a log file; the address counts once. */
export async function downloadLog(file: string): Promise<void> {
  const { path } = await call('POST /api/admin/logs/:file/download', { params: { file } });
  startDownload(path, file);
}
