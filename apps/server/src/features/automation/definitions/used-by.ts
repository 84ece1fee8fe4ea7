import { type AutomationDefinition, messageVariables, readBy, stepsOf } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { scopeMatcher } from './device-scope.ts';

/** The scenes that an automation runs. */
export const sceneIdsOf = (definition: AutomationDefinition): number[] =>
  [definition.action, ...stepsOf(definition)].flatMap((step) => (step.kind === 'scene' ? [step.sceneId] : []));

/** The alert rules that an automation reads. */
export const alertRulesOf = (definition: AutomationDefinition): number[] =>
  readBy(definition).flatMap((condition) => (condition.kind === 'alert' ? [condition.ruleId] : []));

/** The groups of devices that an automation watches. */
export const groupsOf = (definition: AutomationDefinition): number[] =>
  readBy(definition).flatMap((condition) =>
    condition.kind === 'devices' && condition.scope.kind === 'group' ? [condition.scope.groupId] : [],
  );

/** Whether an automation finds devices by a tag or a group, or watches all of them. */
export const watchesSeveral = (definition: AutomationDefinition): boolean =>
  readBy(definition).some((condition) => condition.kind === 'devices' && condition.scope.kind !== 'devices');

/** Whether an automation compares a variable of a device. */
export const readsVariable = (definition: AutomationDefinition, device: DeviceRecord, key: string): boolean =>
  readBy(definition).some((condition) => {
    if (condition.kind === 'alert' || condition.key !== key) return false;
    return condition.kind === 'devices' ? scopeMatcher(condition.scope)(device) : condition.espid === device.espid;
  });

/** The variables that messages of an automation name in braces: those of its own device. */
export const variablesInMessages = (definition: AutomationDefinition): string[] =>
  [definition.action, ...stepsOf(definition)].flatMap((step) =>
    step.kind === 'notify' ? messageVariables(step.text) : [],
  );
