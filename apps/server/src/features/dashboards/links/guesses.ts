import type { Database } from '../../../platform/database/index.ts';
import { type Counter, createCounter } from '../../../platform/throttle/index.ts';

const quarterS = 900;

/**
 * Tries of passwords of links: ten in a quarter of an hour from one network at one link, thirty at all links, and two hundred at one
 * link from everywhere. Who has typed the password already, and the owner, are not concerned.
 */
export class Guesses {
  readonly #counters: readonly { readonly counter: Counter; keyOf(linkId: number, network: string): string }[];

  constructor(database: Database) {
    const counter = (name: string, points: number) =>
      createCounter(database, { name, points, windowSeconds: quarterS });
    this.#counters = [
      { counter: counter('link_password', 10), keyOf: (linkId, network) => `${linkId} ${network}` },
      { counter: counter('link_password_net', 30), keyOf: (_, network) => network },
      { counter: counter('link_password_all', 200), keyOf: (linkId) => String(linkId) },
    ];
  }

  /** Counts a try before it is made; throws a 429 when there were too many. */
  async take(linkId: number, network: string): Promise<void> {
    for (const { counter, keyOf } of this.#counters) await counter.take(keyOf(linkId, network));
  }

  /** The password was right. */
  async giveBack(linkId: number, network: string): Promise<void> {
    for (const { counter, keyOf } of this.#counters) await counter.giveBack(keyOf(linkId, network));
  }
}
