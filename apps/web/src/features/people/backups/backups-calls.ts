import type { BackupFailure, Backups } from '@cyno/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { reasonText } from '../../../lib/api/reason-texts.ts';
import { startDownload } from '../../../lib/browser/start-download.ts';

const everyMs = 30_000;
const whileRunningMs = 1_000;

/** The backups, the plan, and how far the one is that is being made. */
export const backupsQuery = queryOptions({
  queryKey: queryKeys.backups(),
  queryFn: async ({ signal }) => worded(await call('GET /api/admin/backups', { signal })),
  refetchInterval: (query) => (query.state.data?.running ? whileRunningMs : everyMs),
});

/** What went wrong, in the language of the page. */
async function worded(backups: Backups): Promise<Backups> {
  const { unreachable, lastRun } = backups;
  return {
    ...backups,
    unreachable: await wordedFailure(unreachable),
    lastRun: lastRun && { ...lastRun, failure: await wordedFailure(lastRun.failure) },
  };
}

async function wordedFailure(failure: BackupFailure | null): Promise<BackupFailure | null> {
  if (failure?.reason === undefined) return failure;
  return { ...failure, error: (await reasonText(failure.reason, failure.values ?? {})) ?? failure.error };
}

export const beginBackup = () => call('POST /api/admin/backups');

/** Lets the browser download a backup; the address counts once. */
export async function downloadBackup(file: string): Promise<true> {
  const { path } = await call('POST /api/admin/backups/:file/download', { params: { file } });
  startDownload(path, file);
  return true;
}
