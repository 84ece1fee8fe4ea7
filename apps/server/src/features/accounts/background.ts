import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log/index.ts';

const maxPending = 50;
const retryAfterSeconds = 10;

/** Work that goes on after its request was answered; at most 50 at once, further ones are refused with 503. */
export class Background {
  readonly #pending = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor(log: Logger) {
    this.#log = log;
  }

  start(name: string, work: () => Promise<void>): void {
    if (this.#pending.size >= maxPending) {
      throw new AppError(503, 'unavailable', 'The server is busy. Try again in a few seconds.', { retryAfterSeconds });
    }
    const running = work()
      .catch((err: unknown) => this.#log.error({ err, work: name }, 'Background work failed'))
      .finally(() => this.#pending.delete(running));
    this.#pending.add(running);
  }

  /** Resolves when all that was started has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
