const everyMs = 1_000;
/** So many readings, so over the last ten seconds. */
const maxReadings = 11;

/** How fast a count has grown recently. */
export class RecentRate {
  readonly #read: () => number;
  /** The oldest first; `at` is of performance.now(). */
  readonly #readings: { readonly at: number; readonly count: number }[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(read: () => number) {
    this.#read = read;
    this.#take();
    this.#timer = setInterval(() => this.#take(), everyMs);
  }

  /** Over the last ten seconds; null: not measured yet. */
  get perSecond(): number | null {
    const [oldest] = this.#readings;
    const newest = this.#readings.at(-1);
    if (!oldest || !newest || newest.at === oldest.at) return null;
    return ((newest.count - oldest.count) / (newest.at - oldest.at)) * 1_000;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #take(): void {
    this.#readings.push({ at: performance.now(), count: this.#read() });
    if (this.#readings.length > maxReadings) this.#readings.shift();
  }
}
