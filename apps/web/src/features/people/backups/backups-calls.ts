import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';

const everyMs = 30_000;
const whileRunningMs = 1_000;

/** The backups, the plan, and how far the one is that is being made. */
export const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: ({ signal }) => call('GET /api/admin/backups', { signal }),
  refetchInterval: (query) => (query.state.data?.running ? whileRunningMs : everyMs),
});

export const beginBackup = () => call('POST /api/admin/backups');

/** Lets the browser download a backup; the address counts once. */
export async function downloadBackup(file: string): Promise<true> {
  const { path } = await call('POST /api/admin/backups/:file/download', { params: { file } });
  const link = document.createElement('a');
  link.href = path;
  link.download = file;
  link.click();
  return true;
}
