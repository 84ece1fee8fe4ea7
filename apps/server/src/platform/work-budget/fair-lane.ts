/**
 * Lets work that is over its share of the event loop continue without making others wait: of all that stand in the lane, one key has one
 * piece of work in each turn of the loop, after everything that the loop had to do. So a single busy account may use the whole machine,
 * and beside others at most one piece of its work precedes theirs. Keys take turns. Anyone who adds work bounds how much waits and how
 * long one piece takes.
 */
export class FairLane<Key> {
  /** The key whose turn is next comes first. */
  readonly #waiting = new Map<Key, (() => void)[]>();
  #isScheduled = false;

  /** `work` is called once, later; it must not throw. */
  add(key: Key, work: () => void): void {
    const works = this.#waiting.get(key);
    if (works) works.push(work);
    else this.#waiting.set(key, [work]);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    const [next] = this.#waiting;
    if (!next) return;
    const [key, works] = next;
    this.#waiting.delete(key);
    const work = works.shift();
    if (works.length > 0) this.#waiting.set(key, works);
    if (this.#waiting.size > 0) this.#schedule();
    work?.();
  }
}
