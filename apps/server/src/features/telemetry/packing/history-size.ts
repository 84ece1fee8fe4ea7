import type { StoredHistory } from '@cyno/contract';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';

/** Counting goes through all packed hours, and pages of administrators request it all the time. */
const countedForMs = 5 * 60_000;

interface HistorySizeDeps {
  readonly read: () => Promise<Omit<StoredHistory, 'refusedHours' | 'damagedHours'>>;
  readonly packer: { readonly refusedHours: number };
  readonly damaged: { readonly count: number };
  readonly clock: Clock;
  readonly log: Logger;
}

/** How much history is stored, as of the last minutes. */
export class HistorySize {
  readonly #deps: HistorySizeDeps;
  #known: { readonly at: number; readonly size: ReturnType<HistorySizeDeps['read']> } | undefined;

  constructor(deps: HistorySizeDeps) {
    this.#deps = deps;
  }

  /** Null when the database does not respond. */
  async read(): Promise<StoredHistory | null> {
    const { clock, log, packer, damaged } = this.#deps;
    const now = clock.now();
    if (!this.#known || Math.abs(now - this.#known.at) > countedForMs)
      this.#known = { at: now, size: this.#deps.read() };
    try {
      return { ...(await this.#known.size), refusedHours: packer.refusedHours, damagedHours: damaged.count };
    } catch (err) {
      log.debug({ err }, 'How much history is stored could not be counted');
      this.#known = undefined;
      return null;
    }
  }
}
