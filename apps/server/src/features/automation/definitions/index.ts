export {
  type AutomationRecord,
  type AutomationRepository,
  automationRepository,
  type BoardProgram,
} from './automation.repository.ts';
export { AutomationDirectory } from './automation-directory.ts';
export { nameOf, namesAndMore } from './automation-text.ts';
export { definitionProblem } from './definition-problem.ts';
export { type AutomationChange, automationChanged } from './definitions.events.ts';
export { scopeMatcher, watchedDevices } from './device-scope.ts';
export { isSwitch, mayContradict, targetOf, withValue } from './rule-conflicts.ts';
export { alertRulesOf, groupsOf, sceneIdsOf, variablesInMessages, watchesSeveral } from './used-by.ts';
