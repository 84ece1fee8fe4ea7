import type { FastifyRequest } from 'fastify';
import { AppError, because } from '../../../../platform/errors.ts';
import { FairPlaces } from '../../../../platform/fair-places/index.ts';
import { clientNetwork } from '../../../../platform/http/index.ts';
import { maxImageBytes } from './image-header.ts';

/** Each may hold 16 MB in memory until it is checked. */
const maxAtOnce = 8;
/** Who has an upload under way leaves so many to others. */
const forNewcomers = 4;
const maxPerAccount = 2;
/** Who has several accounts leaves half to others. */
const maxPerNetwork = 4;

/** Admits uploads before their body is read; `taken` must be given back when the request is over. */
export class UploadBound {
  readonly #ofAccount = new FairPlaces<number>({
    places: maxAtOnce,
    forNewcomers,
    perKey: maxPerAccount,
    refusal: tooMany,
  });
  readonly #ofNetwork = new FairPlaces<string>({ places: maxAtOnce, perKey: maxPerNetwork, refusal: tooMany });

  /** Throws a 413 for a body with too large a Content-Length, a 429 when too many are under way. Returns how to give the place back. */
  take({ account, headers, ip }: Pick<FastifyRequest, 'account' | 'headers' | 'ip'>): () => void {
    if (Number(headers['content-length'] ?? 0) > maxImageBytes) throw tooLarge();
    const ofNetwork = this.#ofNetwork.takeNow({ key: clientNetwork(ip) });
    try {
      const ofAccount = this.#ofAccount.takeNow({ key: account.id });
      return () => {
        ofAccount();
        ofNetwork();
      };
    } catch (error) {
      ofNetwork();
      throw error;
    }
  }
}

const tooLarge = () =>
  new AppError(413, 'too_large', 'A firmware image may have 16 MB.', because('firmware_too_large'));
const tooMany = () =>
  new AppError(429, 'rate_limited', 'Other uploads are under way. Wait until they are done.', {
    ...because('uploads_busy'),
    retryAfterSeconds: 10,
  });
