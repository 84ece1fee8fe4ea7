import type { SketchCatalog, SketchRequest } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { addressOf, call } from '../../../lib/api/api-client.ts';
import { fetchBlob } from '../../../lib/api/fetch-file.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { currentLanguage } from '../../../lib/language/language.ts';

const hostPattern = /^[A-Za-z0-9.-]{1,253}$/;

/** The same rule as the contract's; a sketch with any other host cannot be requested. */
export const isHost = (host: string): boolean => hostPattern.test(host);

/** The boards and kits to choose from. */
export function useSketchCatalog() {
  const language = currentLanguage();
  return useQuery({
    queryKey: queryKeys.sketches(language),
    queryFn: ({ signal }): Promise<SketchCatalog> => call('GET /api/sketches/catalog', { query: { language }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Saves the files of a sketch as a zip. Throws `ApiError`. */
export async function downloadZip(name: string, body: SketchRequest): Promise<void> {
  const query = { language: currentLanguage() };
  const file = await fetchBlob(addressOf('POST /api/sketches/zip', { query, body }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  saveFile(`${name}.zip`, file);
}
