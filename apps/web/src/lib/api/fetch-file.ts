import { t } from '@lingui/core/macro';
import { ApiError, readError } from './api-client.ts';
import { getSession } from './session.ts';

type FileCall = { method?: string; headers?: Record<string, string>; body?: Blob | string; signal?: AbortSignal };

/** Calls a path of the server's API whose request or response is a file, with the session's token. Throws `ApiError`. */
export async function fetchFile(path: string, { headers, ...how }: FileCall = {}): Promise<Response> {
  const authorization = `Bearer ${getSession()?.accessToken ?? ''}`;
  const response = await fetch(path, { ...how, headers: { ...headers, authorization } }).catch((cause: unknown) => {
    if (how.signal?.aborted) throw cause;
    throw new ApiError(t`Can't connect to server`, { status: 0, code: 'offline', cause });
  });
  if (!response.ok) throw await readError(response);
  return response;
}
