import type { SketchCatalog, SketchRequest } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ApiError, addressOf, call } from '../../../lib/api/api-client.ts';
import { getSession } from '../../../lib/api/session.ts';
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
  const response = await fetch(addressOf('POST /api/sketches/zip', { body }), {
    method: 'POST',
    headers: { authorization: `Bearer ${getSession()?.accessToken ?? ''}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ApiError(t`Can't connect to server`, { status: 0, code: 'offline', cause });
  });
  if (!response.ok)
    throw new ApiError(t`Could not create the zip file.`, { status: response.status, code: 'unavailable' });
  saveFile(`${name}.zip`, await response.blob());
}
