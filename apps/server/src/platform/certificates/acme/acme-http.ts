import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

const timeoutMs = 30_000;
/** A chain of certificates has a few kilobytes. */
const maxBytes = 256 * 1024;

export interface AcmeRequest {
  readonly url?: string;
  readonly method?: string;
  readonly data?: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface AcmeResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly data: string;
}

/**
 * Sends one request to an authority, trusting the roots of the system, or only `ca` (PEM) when it is given. Throws an Error whose message
 * is a sentence about why there is no response.
 */
export function sendToAuthority(
  { url = '', method = 'get', data, headers }: AcmeRequest,
  ca: string | null,
): Promise<AcmeResponse> {
  const at = new URL(url);
  const send = at.protocol === 'https:' ? requestHttps : requestHttp;
  const failure = (cause: Error) => new Error(`${at.host} does not respond: ${cause.message}`, { cause });
  return new Promise((resolve, reject) => {
    const own = Object.fromEntries(Object.entries(headers).filter(([, value]) => typeof value === 'string'));
    const options = {
      method: method.toUpperCase(),
      headers: own as Record<string, string>,
      timeout: timeoutMs,
      ...(ca !== null && { ca }),
    };
    const request = send(at, options, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
        if (text.length > maxBytes) response.destroy(new Error('it sends too much'));
      });
      response.on('error', (error) => reject(failure(error)));
      response.on('end', () => {
        const { statusCode = 0, statusMessage = '' } = response;
        resolve({ status: statusCode, statusText: statusMessage, headers: response.headers, data: text });
      });
    });
    request.on('timeout', () => request.destroy(new Error('nothing came within 30 seconds')));
    request.on('error', (error) => reject(failure(error)));
    request.end(typeof data === 'string' ? data : undefined);
  });
}

/** The instant that `Retry-After` names (RFC 9110, section 10.2.3); undefined: none. */
export function retryAfterOf({ headers }: Pick<AcmeResponse, 'headers'>, now: number): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}$/.test(value)) return now + Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}
