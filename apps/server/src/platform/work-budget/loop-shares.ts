import { FairLane } from './fair-lane.ts';
import type { WorkLimits } from './work-budget.ts';
import { WorkBudgets } from './work-budgets.ts';

/** Something that has work for the event loop, such as a connection with packets to read. */
export interface LoopUser {
  /** Works until nothing is left or the instant `until` of performance.now() has come; queues itself again for the rest. Must not throw. */
  work(until: number): void;
}

/**
 * Everybody's share of the event loop: an owner (an account, or a network before login) within its budget works at once; above it, its work
 * continues in pieces, of which there is one in a turn of the loop. So one owner may use all that others leave free, and delays them by one
 * piece at most. Users of one owner take turns.
 */
export class LoopShares {
  readonly #pieceMs: number;
  readonly #budgets: WorkBudgets<string>;
  readonly #lane = new FairLane<string>();
  /** In the order in which they came; a user that is queued twice waits once. */
  readonly #waiting = new Map<string, Set<LoopUser>>();

  constructor(limits: WorkLimits, pieceMs: number) {
    this.#pieceMs = pieceMs;
    this.#budgets = new WorkBudgets(limits);
  }

  /** Whether work of this owner may be done at once; otherwise it is to be queued. */
  isWithinShare(owner: string, now: number): boolean {
    return this.#budgets.of(owner, now).waitMs(now) === 0;
  }

  /** Charges work that was done until `now`. */
  spend(owner: string, cost: { readonly bytes: number; readonly ms: number }, now: number): void {
    this.#budgets.of(owner, now).spend(cost, now);
  }

  /** Has `user` work when its owner's turn comes. */
  queue(owner: string, user: LoopUser): void {
    const users = this.#waiting.get(owner);
    if (users) users.add(user);
    else {
      this.#waiting.set(owner, new Set([user]));
      this.#lane.add(owner, () => this.#piece(owner));
    }
  }

  #piece(owner: string): void {
    const users = this.#waiting.get(owner) ?? new Set();
    const until = performance.now() + this.#pieceMs;
    for (const user of users) {
      users.delete(user);
      user.work(until);
      if (performance.now() >= until) break;
    }
    if (users.size > 0) this.#lane.add(owner, () => this.#piece(owner));
    else this.#waiting.delete(owner);
  }
}
