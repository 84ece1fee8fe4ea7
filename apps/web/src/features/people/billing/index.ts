export { chooseActive } from './plan-calls.ts';
export { PlanPage } from './plan-page.tsx';
export { planQuery } from './plan-query.ts';
