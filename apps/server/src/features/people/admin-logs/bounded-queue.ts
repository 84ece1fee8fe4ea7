import { AppError } from '../../../platform/errors.ts';

const retryAfterSeconds = 2;

/** Lets so many do something at once; so many more wait, and further ones are refused with 503. */
export class BoundedQueue {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running += 1;
    else await this.#wait();
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new AppError(503, 'unavailable', 'Many are reading the logs now. Try again in a moment.', {
        retryAfterSeconds,
      });
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
