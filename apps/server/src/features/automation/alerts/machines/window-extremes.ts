/** So many entries are held of a window at most; of two that are closer together the newer one is left out. */
const maxEntries = 256;

interface Entry {
  at: number;
  value: number;
}

/** The lowest (`sign` 1) or highest (`sign` -1) value of the last `windowMs`, and when it was: right to 1/256 of the window. */
export class WindowExtreme {
  readonly #windowMs: number;
  /** The smallest distance between instants that it distinguishes, ms. */
  readonly stepMs: number;
  readonly #sign: 1 | -1;
  /** Each is more extreme than those after it, so the first one is the extreme. */
  #entries: Entry[] = [];

  constructor(windowMs: number, sign: 1 | -1) {
    this.#windowMs = windowMs;
    this.stepMs = windowMs / maxEntries;
    this.#sign = sign;
  }

  add(value: number, at: number): void {
    const entries = this.#entries;
    let free: Entry | undefined;
    let last = entries.at(-1);
    while (last && this.#sign * (last.value - value) >= 0) {
      free = entries.pop();
      last = entries.at(-1);
    }
    if (last !== undefined && at - last.at < this.stepMs) return;
    // Most values take the place of one: an entry less for each message that the collector has to find.
    entries.push(free ? Object.assign(free, { at, value }) : { at, value });
  }

  /** Undefined: there was none in the window that ends at `now`. */
  find(now: number): Readonly<Entry> | undefined {
    const from = now - this.#windowMs;
    let first = this.#entries[0];
    if (first && first.at < from) {
      this.#entries = this.#entries.filter(({ at }) => at >= from);
      first = this.#entries[0];
    }
    return first;
  }

  moveClock(ms: number): void {
    for (const entry of this.#entries) entry.at += ms;
  }
}
