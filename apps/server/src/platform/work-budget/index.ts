export { FairLane } from './fair-lane.ts';
export { WorkBudget, type WorkLimits } from './work-budget.ts';
export { WorkBudgets } from './work-budgets.ts';
