export { FairLane } from './fair-lane.ts';
export { LoopShares, type LoopUser } from './loop-shares.ts';
export { measureTurn } from './measure-turn.ts';
export { WorkBudget, type WorkLimits } from './work-budget.ts';
export { WorkBudgets } from './work-budgets.ts';
export { WorkShares } from './work-shares.ts';
