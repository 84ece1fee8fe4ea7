import { WorkBudget, type WorkLimits } from './work-budget.ts';

/** Above it, budgets that are full are forgotten before another is made. */
const usualSize = 1_000;

/** A budget for each key, such as an account or an address. One that nobody draws on is forgotten, so that strangers fill no memory. */
export class WorkBudgets<Key> {
  readonly #limits: WorkLimits;
  readonly #budgets = new Map<Key, WorkBudget>();
  #cleanAbove = usualSize;

  constructor(limits: WorkLimits) {
    this.#limits = limits;
  }

  of(key: Key, now: number): WorkBudget {
    let budget = this.#budgets.get(key);
    if (!budget) {
      if (this.#budgets.size >= this.#cleanAbove) this.#forgetFull(now);
      budget = new WorkBudget(this.#limits, now);
      this.#budgets.set(key, budget);
    }
    return budget;
  }

  #forgetFull(now: number): void {
    for (const [key, budget] of this.#budgets) if (budget.isFull(now)) this.#budgets.delete(key);
    this.#cleanAbove = Math.max(usualSize, this.#budgets.size * 2);
  }
}
