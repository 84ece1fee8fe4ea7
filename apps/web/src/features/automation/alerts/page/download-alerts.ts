import { addressOf } from '../../../../lib/api/api-client.ts';
import { fetchBlob } from '../../../../lib/api/fetch-file.ts';
import { saveFile } from '../../../../lib/browser/save-file.ts';
import type { AlertFilter } from './alert-filter.ts';
import { queryNow } from './alert-pages.ts';

/** Saves all alerts of a filter as a CSV file. Throws `ApiError`. */
export async function downloadAlerts(filter: AlertFilter): Promise<void> {
  saveFile('alerts.csv', await fetchBlob(addressOf('GET /api/alerts/csv', { query: queryNow(filter) })));
}
