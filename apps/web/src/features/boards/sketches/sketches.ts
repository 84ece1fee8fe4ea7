import type { SketchCatalog, SketchRequest } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { addressOf, call } from '../../../lib/api/api-client.ts';
import { fetchFile } from '../../../lib/api/fetch-file.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';

const hostPattern = /^[A-Za-z0-9.-]{1,253}$/;

/** The same rule as the contract's; a sketch with any other host cannot be requested. */
export const isHost = (host: string): boolean => hostPattern.test(host);

/** The boards and kits to choose from. */
export function useSketchCatalog() {
  return useQuery({
    queryKey: ['sketches'],
    queryFn: ({ signal }): Promise<SketchCatalog> => call('GET /api/sketches/catalog', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Saves the files of a sketch as a zip. Throws `ApiError`. */
export async function downloadZip(name: string, body: SketchRequest): Promise<void> {
  const response = await fetchFile(addressOf('POST /api/sketches/zip', { body }), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  saveFile(`${name}.zip`, await response.blob());
}
