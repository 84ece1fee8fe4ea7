import { t } from '@lingui/core/macro';
import { ApiError, readError } from './api-client.ts';
import { getSession } from './session.ts';

/** The first rows of a long span take their time on a busy server. */
const beginsWithinMs = 60_000;

type FileCall = {
  method?: string;
  headers?: Record<string, string>;
  body?: Blob | string;
  signal?: AbortSignal;
  /** How long the response may take to begin, after which the cause of the error is a `TimeoutError`; 60 s by default. */
  timeoutMs?: number;
};

/** Calls a path of the server's API whose request or response is a file, with the session's token. Throws `ApiError`. */
export async function fetchFile(
  path: string,
  { headers, signal, timeoutMs = beginsWithinMs, ...how }: FileCall = {},
): Promise<Response> {
  const authorization = `Bearer ${getSession()?.accessToken ?? ''}`;
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new DOMException('No response.', 'TimeoutError')), timeoutMs);
  const response = await fetch(path, {
    ...how,
    headers: { ...headers, authorization },
    signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
  })
    .catch(offlineError(signal))
    .finally(() => clearTimeout(timer));
  if (!response.ok) throw await readError(response);
  return response;
}

/** A whole file. Throws `ApiError`. */
export async function fetchBlob(path: string, how: FileCall = {}): Promise<Blob> {
  const response = await fetchFile(path, how);
  return response.blob().catch(offlineError(how.signal));
}

/** Handles the failure of a request or of its body: throws an `ApiError`, and an abort by `signal` as it is. */
export const offlineError =
  (signal: AbortSignal | undefined) =>
  (cause: unknown): never => {
    if (signal?.aborted) throw cause;
    throw new ApiError(t`Can't connect to server`, { status: 0, code: 'offline', cause });
  };
