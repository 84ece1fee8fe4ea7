import { Gauge } from 'prom-client';
import { AppError, because } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';

const maxPending = 50;
const retryAfterSeconds = 10;

/** Work that continues after the response to its request; at most 50 at once, further ones are refused with 503. */
export class Background {
  readonly #pending = new Set<Promise<void>>();
  readonly #log: Logger;

  constructor({ log, metrics }: { log: Logger; metrics: Metrics }) {
    this.#log = log;
    const pending = this.#pending;
    new Gauge({
      name: 'cyno_account_mails_pending',
      help: 'Mails about accounts that are being sent after their request was answered',
      registers: [metrics],
      collect() {
        this.set(pending.size);
      },
    });
  }

  /** How many are being sent, of how many. */
  get fill(): { readonly used: number; readonly limit: number } {
    return { used: this.#pending.size, limit: maxPending };
  }

  start(name: string, work: () => Promise<void>): void {
    if (this.attempt(name, work)) return;
    throw new AppError(503, 'unavailable', 'The server is busy. Try again in a few seconds.', {
      ...because('server_busy'),
      retryAfterSeconds,
    });
  }

  /** Starts it only when there is a free slot; logs when there is none, and returns false. */
  attempt(name: string, work: () => Promise<void>): boolean {
    if (this.#pending.size >= maxPending) {
      this.#log.warn({ work: name }, 'Background work was left out: too much waits');
      return false;
    }
    const running = work()
      .catch((err: unknown) => this.#log.error({ err, work: name }, 'Background work failed'))
      .finally(() => this.#pending.delete(running));
    this.#pending.add(running);
    return true;
  }

  /** Resolves when all that was started has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
