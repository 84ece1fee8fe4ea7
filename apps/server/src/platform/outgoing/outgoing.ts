import type { LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AddressList } from '../address-list.ts';
import { HostNames } from './host-names.ts';
import { isPublicAddress } from './public-address.ts';

/** A POST to an address that somebody typed. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** `retryAfterSeconds`: how long the service requests to be left alone; null: it does not. */
export interface OutgoingResponse {
  readonly status: number;
  readonly retryAfterSeconds: number | null;
}

/**
 * A request that got no response; the message is the reason, for the person whose address it is. `isFinal`: trying it again cannot help,
 * because the address may not be used.
 */
export class OutgoingError extends Error {
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.name = 'OutgoingError';
    this.isFinal = isFinal;
  }
}

const timeoutMs = 10_000;
const notPublic =
  'The address leads to a local network, where this server sends nothing. Its administrator can allow that with OUTGOING_NETWORKS.';

/**
 * Requests to addresses that people typed. They reach the public internet and the networks in `allowed`, and nothing else: each name is
 * resolved here, the connection goes to the addresses that were checked (so that a second response of the name server changes nothing),
 * and redirects are not followed. Of a response only the status is read.
 */
export class Outgoing {
  readonly #allowed: AddressList;
  readonly #resolve: (host: string) => Promise<LookupAddress[]>;

  constructor({
    allowed,
    resolve,
  }: { allowed: readonly string[]; resolve?: (host: string) => Promise<LookupAddress[]> }) {
    this.#allowed = new AddressList(allowed);
    const names = new HostNames();
    this.#resolve = resolve ?? ((host) => names.resolve(host));
  }

  /** What is wrong with an address before anything is sent there, as a sentence; null: nothing. */
  problemOf(address: string): string | null {
    const url = URL.parse(address);
    if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
      return 'Type an address that begins with https://.';
    if (url.username !== '' || url.password !== '') return 'Leave the user name and password out of the address.';
    const host = hostOf(url);
    return isIP(host) !== 0 && !this.#may(host) ? notPublic : null;
  }

  /** Sends it once, within 10 s. Throws an OutgoingError. */
  async post(sent: OutgoingRequest): Promise<OutgoingResponse> {
    const problem = this.problemOf(sent.url);
    if (problem !== null) throw new OutgoingError(problem, { isFinal: true });
    const response = await this.#send(new URL(sent.url), sent).catch((cause: unknown) => {
      throw cause instanceof OutgoingError ? cause : new OutgoingError(sentenceOf(cause), { isFinal: false, cause });
    });
    return { status: response.statusCode ?? 0, retryAfterSeconds: retryAfterOf(response) };
  }

  #send(url: URL, { headers, body }: OutgoingRequest): Promise<IncomingMessage> {
    const bytes = Buffer.from(body);
    return new Promise((resolve, reject) => {
      const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        headers: { 'user-agent': 'Cyno', ...headers, 'content-length': bytes.length },
        // A connection of its own each time: one that stays open was checked for another name.
        agent: false,
        lookup: this.#lookup,
        signal: AbortSignal.timeout(timeoutMs),
      });
      request.once('error', reject);
      request.once('response', (response) => {
        resolve(response);
        // What follows the status is nobody's: it could be a page of a network that the person cannot reach.
        response.destroy();
      });
      // Of a response 101 there is neither `response` nor `error`, and the signal does nothing any more.
      request.once('upgrade', (response, socket) => {
        resolve(response);
        socket.destroy();
      });
      request.once('close', () => reject(new Error('The service closed the connection.')));
      request.end(bytes);
    });
  }

  readonly #lookup: LookupFunction = (host, options, done) => {
    this.#resolve(host).then(
      (found) => {
        const usable = found.filter(({ address }) => this.#may(address));
        const [first] = usable;
        if (!first) done(new OutgoingError(notPublic, { isFinal: true }), '', 4);
        else if (options.all) done(null, usable);
        else done(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => done(error, '', 4),
    );
  };

  #may(address: string): boolean {
    return isPublicAddress(address) || this.#allowed.has(address);
  }
}

/** RFC 9110, section 10.2.3: seconds, or a date, which is by the clock of the service. */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const text = headers['retry-after'] ?? '';
  const now = Date.parse(headers.date ?? '') || Date.now();
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1_000);
  return seconds > 0 ? seconds : null;
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

function sentenceOf(error: unknown): string {
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError') return 'The service did not respond within 10 seconds.';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The host of the address was not found. Check it for typing errors.';
  if (code === 'ECONNREFUSED') return 'Nothing listens at the address. Check its host and port.';
  if (/CERT|SSL|TLS/.test(code)) return `The certificate of the service is not valid (${code}).`;
  return `The service could not be reached${code ? ` (${code})` : ''}.`;
}
