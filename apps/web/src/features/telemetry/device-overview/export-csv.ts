import { addressOf } from '../../../lib/api/api-client.ts';
import { fetchBlob } from '../../../lib/api/fetch-file.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import type { TimeSpan } from '../../../ui/charts/plot/series-buffer.ts';

/** Fetches a span of a device's raw points as CSV and hands it to the browser's downloads. Throws `ApiError`. */
export async function downloadCsv(espid: string, { from, to }: TimeSpan): Promise<void> {
  const query = { from: Math.floor(from), to: Math.ceil(to), format: 'csv' } as const;
  const path = addressOf('GET /api/device/:espid/export', { params: { espid }, query });
  saveFile(csvName(espid, from, to), await fetchBlob(path));
}

/** A name for the file that every file system takes. */
export function csvName(espid: string, from: number, to: number): string {
  const day = (at: number) => new Date(at).toISOString().slice(0, 16).replace(/[-:]/g, '').replace('T', '-');
  return `${espid.replace(/[^A-Za-z0-9._-]+/g, '_')}_${day(from)}_${day(to)}.csv`;
}
