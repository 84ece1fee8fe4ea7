import { conditionsOf } from './conditions-of.ts';
import type {
  AutomationDefinition,
  AutomationStep,
  JoinedConditions,
  RuleCondition,
  ValueCondition,
} from './definitions.ts';

export { conditionsOf };

/** Stands in an automation for the id of a device that its reader may not see. */
export const hiddenDevice = 'another device';

/** Whether a condition is about a variable of one device. */
export const isValueCondition = (condition: RuleCondition): condition is ValueCondition =>
  condition.kind === undefined || condition.kind === 'value';

/** What has to hold for what follows on an "only if". */
export const conditionsOfStep = ({ condition }: Extract<AutomationStep, { kind: 'if' }>): JoinedConditions =>
  condition.kind === 'joined' ? condition : { conditions: [condition], activeHours: null };

/** The conditions of an automation; a timer has none. */
export const watchedBy = (definition: AutomationDefinition): RuleCondition[] =>
  definition.kind === 'rule' ? conditionsOf(definition) : [];

/** All that an automation does after its first action. */
export const stepsOf = (definition: AutomationDefinition): AutomationStep[] => [
  ...(definition.next ?? []),
  ...((definition.kind === 'rule' && definition.otherwise) || []),
];

/** The conditions of the steps of an automation. */
export const conditionsOfSteps = (definition: AutomationDefinition): RuleCondition[] =>
  stepsOf(definition).flatMap((step) => (step.kind === 'if' ? conditionsOf(conditionsOfStep(step)) : []));

/** All conditions that an automation reads: those that it watches, and those of its steps. */
export const readBy = (definition: AutomationDefinition): RuleCondition[] => [
  ...watchedBy(definition),
  ...conditionsOfSteps(definition),
];

/** The devices that the conditions of an automation name; those that are found by a tag or a group are not among them. */
export const devicesNamedBy = (definition: AutomationDefinition): string[] =>
  readBy(definition).flatMap((condition) => {
    if (condition.kind !== 'devices') return condition.espid ?? [];
    return condition.scope.kind === 'devices' ? condition.scope.espids : [];
  });
