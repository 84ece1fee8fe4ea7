import { type AutomationDefinition, stepsOf, watchedBy } from '@cyno/contract';

/** The scenes that an automation runs. */
export const sceneIdsOf = (definition: AutomationDefinition): number[] =>
  [definition.action, ...stepsOf(definition)].flatMap((step) => (step.kind === 'scene' ? [step.sceneId] : []));

/** The alert rules that an automation reads. */
export const alertRulesOf = (definition: AutomationDefinition): number[] =>
  watchedBy(definition).flatMap((condition) => (condition.kind === 'alert' ? [condition.ruleId] : []));

/** Whether an automation finds devices by a tag or a group, or watches all of them. */
export const watchesSeveral = (definition: AutomationDefinition): boolean =>
  watchedBy(definition).some((condition) => condition.kind === 'devices' && condition.scope.kind !== 'devices');
