const stepMs = 0.1;
const steps = 100_000;

/** Counts durations in steps of 0.1 ms up to 10 s, so that millions of them take no memory. */
export class Latencies {
  readonly #counts = new Uint32Array(steps + 1);
  #count = 0;

  add(ms: number): void {
    const step = Math.min(Math.max(Math.floor(ms / stepMs), 0), steps);
    this.#counts[step] = (this.#counts[step] ?? 0) + 1;
    this.#count += 1;
  }

  /** The duration that this share of all does not exceed, ms. */
  percentile(share: number): number {
    let left = Math.max(1, Math.ceil(this.#count * share));
    for (let step = 0; step <= steps; step++) {
      left -= this.#counts[step] ?? 0;
      if (left <= 0) return Math.round((step + 1) * stepMs * 10) / 10;
    }
    return Number.NaN;
  }
}
