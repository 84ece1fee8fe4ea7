import { AsyncLocalStorage } from 'node:async_hooks';
import { FairLane } from './fair-lane.ts';
import type { WorkLimits } from './work-budget.ts';
import { WorkBudgets } from './work-budgets.ts';

/** How many pieces of work wait for their turn. */
interface MaxWaiting {
  readonly ofKey: number;
  readonly inAll: number;
}

interface Work {
  readonly bytes: number;
  readonly ms: number;
}

/**
 * What the requests of each account or network cost, so that none of them takes the event loop from the others: above its share its work
 * is done one piece in each turn of the loop, and above its limit it is refused.
 */
export class WorkShares {
  readonly #shares: WorkBudgets<string>;
  readonly #limits: WorkBudgets<string>;
  readonly #lane = new FairLane<string>();
  readonly #waiting = new Map<string, number>();
  readonly #maxWaiting: MaxWaiting;
  #waitingInAll = 0;

  constructor({ share, limit, maxWaiting }: { share: WorkLimits; limit: WorkLimits; maxWaiting: MaxWaiting }) {
    this.#maxWaiting = maxWaiting;
    this.#shares = new WorkBudgets(share);
    this.#limits = new WorkBudgets(limit);
  }

  charge(key: string, work: Work): void {
    const now = performance.now();
    this.#shares.of(key, now).spend(work, now);
    this.#limits.of(key, now).spend(work, now);
  }

  /** For how long nothing of this key is taken, in seconds; 0: it is taken now. */
  refusedForSeconds(key: string): number {
    const now = performance.now();
    const waitMs = this.#limits.of(key, now).waitMs(now);
    if (waitMs > 0) return Math.ceil(waitMs / 1_000);
    const { ofKey, inAll } = this.#maxWaiting;
    const isCrowded = (this.#waiting.get(key) ?? 0) >= ofKey || this.#waitingInAll >= inAll;
    return isCrowded && this.isOver(key) ? 1 : 0;
  }

  isOver(key: string): boolean {
    const now = performance.now();
    return this.#shares.of(key, now).waitMs(now) > 0;
  }

  /** Does a piece of work at once, or when it is the key's turn: for whom it was begun, not for whom the turn before was. */
  schedule(key: string, work: () => void): void {
    if (!this.isOver(key)) {
      work();
      return;
    }
    const waiting = this.#waiting.get(key) ?? 0;
    this.#waiting.set(key, waiting + 1);
    this.#waitingInAll += 1;
    const own = AsyncLocalStorage.bind(work);
    this.#lane.add(key, () => {
      this.#left(key);
      own();
    });
  }

  #left(key: string): void {
    this.#waitingInAll -= 1;
    const left = (this.#waiting.get(key) ?? 1) - 1;
    if (left > 0) this.#waiting.set(key, left);
    else this.#waiting.delete(key);
  }
}
