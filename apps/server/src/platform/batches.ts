import { runForServer } from './requester.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Does pieces of work together: those that come while a batch is under way are the next batch, so that a hundred at once cost a few
 * writes instead of a hundred. `work` returns one result for each item, in their order.
 */
export class Batches<Item, Result> {
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #maxItems: number;
  #waiting: Waiting<Item, Result>[] = [];
  #isRunning = false;

  constructor(work: (items: readonly Item[]) => Promise<readonly Result[]>, maxItems: number) {
    this.#work = work;
    this.#maxItems = maxItems;
  }

  /** Returns the result of the work for this item, or throws what it throws. */
  run(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isRunning) {
      this.#isRunning = true;
      // What comes in the same turn of the event loop belongs to the first batch too.
      // It is work for many, not for anyone who came first.
      setImmediate(() => void runForServer(() => this.#runAll()));
    }
    return promise;
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) await this.#runBatch(this.#waiting.splice(0, this.#maxItems));
    this.#isRunning = false;
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
    } catch (error) {
      const [only, ...others] = batch;
      if (others.length === 0) only?.reject(error);
      // One that cannot be done must not keep the others, which may be other people's, from being done.
      else await Promise.all(batch.map((one) => this.#runBatch([one])));
    }
  }
}
