import { type AutomationDefinition, stepsOf } from '@cyno/contract';

/** The scenes that an automation runs. */
export const sceneIdsOf = (definition: AutomationDefinition): number[] =>
  [definition.action, ...stepsOf(definition)].flatMap((step) => (step.kind === 'scene' ? [step.sceneId] : []));
