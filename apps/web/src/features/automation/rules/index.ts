export { ActionFields } from './action-fields.tsx';
export { conditionOn, watchable } from './condition-fields.tsx';
export { RuleFields } from './rule-fields.tsx';
