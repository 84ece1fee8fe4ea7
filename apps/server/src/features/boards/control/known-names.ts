import type { Clock } from '../../../platform/clock.ts';

/** After a change of address the earlier one is written down for so long at most. */
const maxAgeMs = 60_000;
const maxNames = 10_000;

interface KnownName {
  readonly name: Promise<string | null>;
  readonly since: number;
}

/** The names of accounts, so that not each message of an app costs a query. */
export class KnownNames {
  readonly #clock: Clock;
  readonly #nameOf: (accountId: number) => Promise<string | null>;
  readonly #known = new Map<number, KnownName>();

  constructor(clock: Clock, nameOf: (accountId: number) => Promise<string | null>) {
    this.#clock = clock;
    this.#nameOf = nameOf;
  }

  /** As `nameOf`; a cached name is a minute old at most. */
  of(accountId: number): Promise<string | null> {
    const now = this.#clock.now();
    const known = this.#known.get(accountId);
    if (known && Math.abs(now - known.since) < maxAgeMs) return known.name;
    if (this.#known.size >= maxNames) this.#known.clear();
    const name = this.#nameOf(accountId);
    this.#known.set(accountId, { name, since: now });
    name.catch(() => this.#known.delete(accountId));
    return name;
  }
}
