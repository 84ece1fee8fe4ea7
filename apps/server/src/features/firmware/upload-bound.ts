import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import { maxImageBytes } from './image-header.ts';

/** Each may hold 16 MB in memory until it is checked. */
const mostAtOnce = 8;
const mostOfAccount = 2;

/** Admits uploads before their body is read; `taken` must be given back when the request is over. */
export class UploadBound {
  readonly #ofAccount = new Map<number, number>();
  #all = 0;

  /** Throws a 413 for a body that says it is too large, a 429 when too many are under way. Answers how to give the place back. */
  take({ account, headers }: Pick<FastifyRequest, 'account' | 'headers'>): () => void {
    if (Number(headers['content-length'] ?? 0) > maxImageBytes) throw tooLarge();
    const open = this.#ofAccount.get(account.id) ?? 0;
    if (this.#all >= mostAtOnce || open >= mostOfAccount) throw tooMany();
    this.#all += 1;
    this.#ofAccount.set(account.id, open + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#all -= 1;
      const left = (this.#ofAccount.get(account.id) ?? 1) - 1;
      if (left > 0) this.#ofAccount.set(account.id, left);
      else this.#ofAccount.delete(account.id);
    };
  }
}

const tooLarge = () => new AppError(413, 'too_large', 'A firmware image may have 16 MB.');
const tooMany = () =>
  new AppError(429, 'rate_limited', 'Other uploads are under way. Wait until they are done.', {
    retryAfterSeconds: 10,
  });
