export { ActionFields, pinNote, SwitchParts } from './action-fields.tsx';
export { conditionOn, watchable } from './condition-fields.tsx';
export type { Watchable } from './joined-fields.tsx';
export { RuleFields } from './rule-fields.tsx';
export { StepFields } from './step-fields.tsx';
export { WhileRunningField } from './while-running-field.tsx';
