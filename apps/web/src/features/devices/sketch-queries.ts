import type { SketchCatalog, SketchResponse } from '@cyno/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, api } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';
import { getSession } from '../../lib/session.ts';

/** Which sketch: the board, the sensor kit, and the host that the board shall connect to. */
export type SketchChoice = { board: string; kit: string; host: string };

const hostPattern = /^[A-Za-z0-9.-]{1,253}$/;

/** The same rule as the contract's; a sketch with any other host cannot be asked for. */
export const isHost = (host: string): boolean => hostPattern.test(host);

/** The boards and kits to choose from. */
export function useSketchCatalog() {
  return useQuery({
    queryKey: ['sketches'],
    queryFn: async ({ signal }): Promise<SketchCatalog> =>
      api.get('/api/sketches', (await import('@cyno/contract')).sketchCatalog, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The files of a sketch, with the account's e-mail and connection key filled in; the last one stays while the next comes. */
export function useSketch(choice: SketchChoice | undefined, connectionKey: string | undefined) {
  return useQuery({
    queryKey: ['sketch', choice, connectionKey],
    queryFn: async ({ signal }): Promise<SketchResponse> => {
      const { sketchResponse } = await import('@cyno/contract');
      return api.get(`/api/sketches/generate?${new URLSearchParams(choice)}`, sketchResponse, { signal });
    },
    enabled: choice !== undefined && isHost(choice.host),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Downloads a sketch with its build files as one zip; throws `ApiError`. */
export async function downloadSketch(choice: SketchChoice, name: string): Promise<void> {
  const headers = { authorization: `Bearer ${getSession()?.accessToken ?? ''}` };
  const response = await fetch(`/api/sketches/generate/zip?${new URLSearchParams(choice)}`, { headers }).catch(
    (cause: unknown) => {
      throw new ApiError("Can't connect to server", { status: 0, code: 'offline', cause });
    },
  );
  if (!response.ok)
    throw new ApiError('The server did not make the zip.', { status: response.status, code: 'unavailable' });
  saveFile(`${name}.zip`, await response.blob());
}
