import type { LogDownload, LogFiles, LogMatches, LogWindow } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { api, hasFields } from '../../../lib/api/api-client.ts';
import type { LogCalls } from './lines/line-source.ts';

const listEveryMs = 15_000;

/** The files, newest first; requested again while the page is open, because the server begins new ones and removes old ones. */
export const logFilesQuery = queryOptions({
  queryKey: ['admin-logs'],
  queryFn: ({ signal }) => api.get('/api/admin/logs', hasFields<LogFiles>('today', 'files'), { signal }),
  refetchInterval: listEveryMs,
});

const pathOf = (file: string) => `/api/admin/logs/${encodeURIComponent(file)}`;

/** The calls that read one file. */
export const logCalls = (file: string): LogCalls => ({
  window: (query, signal) => api.get(`${pathOf(file)}?${query}`, hasFields<LogWindow>('state', 'lines'), { signal }),
  matches: (query, signal) =>
    api.get(`${pathOf(file)}/matches?${query}`, hasFields<LogMatches>('state', 'matches', 'next', 'searched'), {
      signal,
    }),
});

/** An address that the browser can download the file from, once. */
export async function startDownload(file: string): Promise<void> {
  const { path } = await api.post(`${pathOf(file)}/download`, undefined, hasFields<LogDownload>('path'));
  const link = document.createElement('a');
  link.href = path;
  link.download = file;
  link.click();
}
