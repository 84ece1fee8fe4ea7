import { execFile } from 'node:child_process';
import { createSecureContext, type SecureContext } from 'node:tls';
import { promisify } from 'node:util';

const runFile = promisify(execFile);
/** Records take minutes to be seen everywhere. */
const hookMs = 10 * 60_000;
const challengePath = '/.well-known/acme-challenge/';

/** The protocol by which an authority requests the certificate of TLS-ALPN-01 (RFC 8737). */
export const acmeProtocol = 'acme-tls/1';

/** What authorities check while a certificate is requested, and nothing that anybody else could have put here. */
export class Challenges {
  readonly #responses = new Map<string, string>();
  readonly #contexts = new Map<string, SecureContext>();

  /** The body for an address that was requested over HTTP; undefined: it is none of an open challenge. */
  respond(url: string): string | undefined {
    return this.#responses.get(url);
  }

  /** What to show a client that speaks only `acme-tls/1`, for a name. */
  contextFor(name: string): SecureContext | undefined {
    return this.#contexts.get(name.toLowerCase());
  }

  /** RFC 8555, section 8.3; returns what takes it away again. */
  openHttp(token: string, keyAuthorization: string): () => void {
    const url = challengePath + token;
    this.#responses.set(url, keyAuthorization);
    return () => void this.#responses.delete(url);
  }

  /** RFC 8737, section 3; returns what takes it away again. */
  openTls(name: string, pair: { key: Buffer | string; cert: Buffer | string }): () => void {
    this.#contexts.set(name.toLowerCase(), createSecureContext(pair));
    return () => void this.#contexts.delete(name.toLowerCase());
  }
}

/** Whether an address is for authorities only. */
export const isChallenge = (url: string): boolean => url.startsWith(challengePath);

/** Runs the operator's program for a TXT record; throws an Error with what it wrote when it failed. */
export async function runDnsHook(program: string, action: 'set' | 'remove', record: readonly [string, string]) {
  try {
    await runFile(program, [action, ...record], { timeout: hookMs });
  } catch (cause) {
    const { stderr = '', message, code } = cause as Error & { stderr?: string; code?: unknown };
    const why = code === 'ENOENT' || code === 'EACCES' ? message : stderr.trim().split('\n').at(-1) || message;
    throw new Error(`ACME_DNS_HOOK failed at “${action}”: ${why}`, { cause });
  }
}
