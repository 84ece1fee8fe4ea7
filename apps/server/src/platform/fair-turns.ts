/**
 * Runs a few pieces of work at once: of each key one after the other, in the order in which they came, and of keys that wait each in
 * its turn. So one key with very much to do keeps the others from little. The caller sees to it that not endlessly many wait.
 */
export class FairTurns<Key> {
  readonly #most: number;
  /** The key whose turn is next comes first. */
  readonly #waiting = new Map<Key, (() => Promise<void>)[]>();
  readonly #running = new Set<Key>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Answers what the work answers, or throws what it throws. It begins at once when its turn has come. */
  run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const waiting = this.#waiting.get(key) ?? [];
    waiting.push(() => work().then(resolve, reject));
    this.#waiting.set(key, waiting);
    this.#next();
    return promise;
  }

  #next(): void {
    for (const [key, works] of this.#waiting) {
      if (this.#running.size >= this.#most) return;
      if (this.#running.has(key)) continue;
      const work = works.shift();
      this.#waiting.delete(key);
      if (works.length > 0) this.#waiting.set(key, works);
      if (!work) continue;
      this.#running.add(key);
      void work().then(() => {
        this.#running.delete(key);
        this.#next();
      });
    }
  }
}
