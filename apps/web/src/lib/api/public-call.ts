import type { ErrorBody } from '@cyno/contract';
import { ApiError, type Schema } from './api-client.ts';

type PublicCall = { headers: Record<string, string>; method?: 'GET' | 'POST'; body?: unknown; signal?: AbortSignal };

const timeoutMs = 15_000;

/**
 * Calls what needs no account, with the headers that a link or pass gives. The session of anyone who reads the page is left out,
 * so that they see what everybody with the link sees. Throws `ApiError`.
 */
export async function publicCall<T>(path: string, schema: Schema<T>, call: PublicCall): Promise<T> {
  const { headers, method = 'GET', body, signal } = call;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'omit',
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new ApiError("Can't connect to server", { status: 0, code: 'offline', cause });
  }
  const json: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const { error, code } = (json ?? {}) as Partial<ErrorBody>;
    const retryAfterS = Number(response.headers.get('retry-after')) || undefined;
    throw new ApiError(error ?? "Can't connect to server", {
      status: response.status,
      retryAfterS,
      code: code ?? (response.status >= 500 ? 'unavailable' : 'bad_request'),
    });
  }
  return schema.parse(json);
}
