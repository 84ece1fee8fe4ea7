import type { Clock } from '../../platform/clock.ts';

/** Keeps at most `size` values for `maxAgeMs`; when full it forgets the one that was not asked for the longest. */
export class ExpiringCache<Value extends object> {
  readonly #entries = new Map<string, { value: Value; until: number }>();
  readonly #clock: Clock;
  readonly #size: number;
  readonly #maxAgeMs: number;
  /** Counts removals: what was read before one may be out of date and is read again. */
  #generation = 0;

  constructor(options: { clock: Clock; size: number; maxAgeMs: number }) {
    this.#clock = options.clock;
    this.#size = options.size;
    this.#maxAgeMs = options.maxAgeMs;
  }

  /** The kept value, or what `load` answers, which is then kept unless it is undefined: strangers' guesses take no place. */
  async get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const entry = this.#entries.get(key);
    if (entry && entry.until > this.#clock.now()) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
      return entry.value;
    }
    const generation = this.#generation;
    const value = await load();
    if (generation !== this.#generation) return this.get(key, load);
    if (value) this.#keep(key, value);
    return value;
  }

  #keep(key: string, value: Value): void {
    this.#entries.delete(key);
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= this.#size && !oldest.done) this.#entries.delete(oldest.value);
    this.#entries.set(key, { value, until: this.#clock.now() + this.#maxAgeMs });
  }

  removeWhere(matches: (value: Value) => boolean): void {
    this.#generation += 1;
    for (const [key, entry] of this.#entries) if (matches(entry.value)) this.#entries.delete(key);
  }
}
