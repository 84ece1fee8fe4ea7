/** What somebody's messages may cost; both refill evenly with time. */
export interface WorkLimits {
  readonly bytesPerSecond: number;
  readonly burstBytes: number;
  /** Handling time of the event loop. */
  readonly msPerSecond: number;
  readonly burstMs: number;
}

/**
 * A budget of bytes and of measured handling time: two token buckets that time fills. Work is charged when it is done, so the budget
 * may go below zero by one piece of work; nothing more is to be read until `waitMs` is 0. Instants are those of performance.now().
 */
export class WorkBudget {
  readonly #limits: WorkLimits;
  #bytes: number;
  #ms: number;
  #refilledAt: number;
  #overSince: number | undefined;

  constructor(limits: WorkLimits, now: number) {
    this.#limits = limits;
    this.#bytes = limits.burstBytes;
    this.#ms = limits.burstMs;
    this.#refilledAt = now;
  }

  /** Charges work that was done until `now`. */
  spend({ bytes, ms }: { readonly bytes: number; readonly ms: number }, now: number): void {
    this.#refill(now);
    this.#bytes -= bytes;
    this.#ms -= ms;
    if (this.#bytes <= 0 || this.#ms <= 0) this.#overSince ??= now;
  }

  /** Milliseconds until there is budget again; 0 when there is some. */
  waitMs(now: number): number {
    this.#refill(now);
    const { bytesPerSecond, msPerSecond } = this.#limits;
    const missing = Math.max(-this.#bytes / bytesPerSecond, -this.#ms / msPerSecond);
    return missing < 0 ? 0 : Math.max(1, Math.ceil(missing * 1_000));
  }

  /** How long everything has been used as fast as it came, in milliseconds: since it ran out, until it was half full again. */
  overForMs(now: number): number {
    this.#refill(now);
    return this.#overSince === undefined ? 0 : now - this.#overSince;
  }

  /** Whether nothing is used: it need not be stored. */
  isFull(now: number): boolean {
    this.#refill(now);
    return this.#bytes >= this.#limits.burstBytes && this.#ms >= this.#limits.burstMs;
  }

  #refill(now: number): void {
    const { bytesPerSecond, burstBytes, msPerSecond, burstMs } = this.#limits;
    const seconds = Math.max(0, now - this.#refilledAt) / 1_000;
    this.#refilledAt = Math.max(now, this.#refilledAt);
    this.#bytes = Math.min(burstBytes, this.#bytes + seconds * bytesPerSecond);
    this.#ms = Math.min(burstMs, this.#ms + seconds * msPerSecond);
    if (this.#bytes >= burstBytes / 2 && this.#ms >= burstMs / 2) this.#overSince = undefined;
  }
}
