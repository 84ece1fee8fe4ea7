import { FairPlaces } from './fair-places/index.ts';

/**
 * Runs a few pieces of work at once: of each key one after the other, in the order in which they came, and of keys that wait each in
 * its turn. So one key with very much to do keeps the others from little. The caller sees to it that not endlessly many wait.
 */
export class FairQueue<Key> {
  readonly #places: FairPlaces<Key>;

  constructor(max: number) {
    const waitingPerKey = Number.POSITIVE_INFINITY;
    this.#places = new FairPlaces({ places: max, perKey: 1, waitingPerKey, refusal: (why) => new Error(why) });
  }

  /** Returns the result of the work, or throws what it throws. It begins at once when its turn has come. */
  run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    return this.#places.run({ key }, work);
  }
}
