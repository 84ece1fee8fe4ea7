import type { ErrorBody } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { addressOf } from '../../../../lib/api/api-client.ts';
import { getSession } from '../../../../lib/api/session.ts';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import type { AlertFilter } from './alert-filter.ts';
import { queryNow } from './alert-pages.ts';

/** Saves all alerts of a filter as a CSV file. Throws a sentence for a person. */
export async function downloadAlerts(filter: AlertFilter): Promise<void> {
  const headers = { authorization: `Bearer ${getSession()?.accessToken ?? ''}` };
  const path = addressOf('GET /api/alerts/csv', { query: queryNow(filter) });
  const response = await fetch(path, { headers }).catch((cause: unknown) => {
    throw new Error(t`Can't connect to server`, { cause });
  });
  if (!response.ok) {
    const body: Partial<ErrorBody> = await response.json().catch(() => ({}));
    throw new Error(body.error ?? t`The server did not create the file.`);
  }
  saveFile('alerts.csv', await response.blob());
}
