import type { ShareRole } from '@cyno/contract';

/** What is shared: a device or a dashboard, by its key in the database. */
export type SharedThing =
  | { readonly kind: 'device'; readonly id: number }
  | { readonly kind: 'dashboard'; readonly id: number };

/** A share that was accepted; instants in ms since the epoch. */
export interface Grant {
  readonly id: number;
  readonly thing: SharedThing;
  readonly accountId: number;
  readonly ownerId: number;
  readonly role: ShareRole;
  /** Of a dashboard: whether they may look at what it was. */
  readonly playback: boolean;
  /** When it ends; null: never. */
  readonly expiresAt: number | null;
}

/** All accepted shares in memory, so that neither a live point nor a message of an app needs a query. */
export class ShareDirectory {
  readonly #byId = new Map<number, Grant>();
  readonly #byThing = new Map<string, Map<number, Grant>>();
  readonly #byAccount = new Map<number, Set<Grant>>();
  readonly #byOwner = new Map<number, Set<Grant>>();

  /** Puts one in, or in the place of the one with its id; returns what was there. */
  put(grant: Grant): Grant | undefined {
    const before = this.drop(grant.id);
    this.#byId.set(grant.id, grant);
    const key = keyOf(grant.thing);
    const people = this.#byThing.get(key) ?? new Map<number, Grant>();
    this.#byThing.set(key, people.set(grant.accountId, grant));
    add(this.#byAccount, grant.accountId, grant);
    add(this.#byOwner, grant.ownerId, grant);
    return before;
  }

  /** Takes one out and returns it. */
  drop(id: number): Grant | undefined {
    const grant = this.#byId.get(id);
    if (!grant) return undefined;
    this.#byId.delete(id);
    const key = keyOf(grant.thing);
    const people = this.#byThing.get(key);
    // The account may have another share of the same thing by now.
    if (people?.get(grant.accountId) === grant) people.delete(grant.accountId);
    if (people?.size === 0) this.#byThing.delete(key);
    take(this.#byAccount, grant.accountId, grant);
    take(this.#byOwner, grant.ownerId, grant);
    return grant;
  }

  find(thing: SharedThing, accountId: number): Grant | undefined {
    return this.#byThing.get(keyOf(thing))?.get(accountId);
  }

  /** Who has something; also whose share has ended since. */
  of(thing: SharedThing): Iterable<Grant> {
    return this.#byThing.get(keyOf(thing))?.values() ?? [];
  }

  ofAccount(accountId: number): Iterable<Grant> {
    return this.#byAccount.get(accountId) ?? [];
  }

  ofOwner(ownerId: number): Iterable<Grant> {
    return this.#byOwner.get(ownerId) ?? [];
  }

  all(): Iterable<Grant> {
    return this.#byId.values();
  }
}

const keyOf = ({ kind, id }: SharedThing): string => `${kind} ${id}`;

function add(map: Map<number, Set<Grant>>, key: number, grant: Grant): void {
  map.set(key, (map.get(key) ?? new Set<Grant>()).add(grant));
}

function take(map: Map<number, Set<Grant>>, key: number, grant: Grant): void {
  const grants = map.get(key);
  grants?.delete(grant);
  if (grants?.size === 0) map.delete(key);
}
