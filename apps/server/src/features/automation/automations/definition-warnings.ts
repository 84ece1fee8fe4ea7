import {
  type AutomationDefinition,
  type AutomationWarning,
  type DeviceLocation,
  type RuleDefinition,
  readBy,
} from '@cyno/contract';
import type { AutomationRecord } from '../definitions/index.ts';
import { isSwitch, mayContradict, nameOf } from '../definitions/index.ts';

interface Surroundings {
  readonly where: 'board' | 'server';
  /** The device's other automations that are switched on. */
  readonly others: readonly AutomationRecord[];
  readonly location: DeviceLocation | null;
}

/** What is allowed but likely not meant. */
export function warningsOf(
  definition: AutomationDefinition,
  { where, others, location }: Surroundings,
): AutomationWarning[] {
  if (definition.kind === 'timer') {
    const isLost = definition.at.type === 'sun' && location === null;
    return isLost ? [{ code: 'no_location' }] : [];
  }
  return [...exactWarnings(definition), ...targetWarnings(definition, { where, others })];
}

/** Protocol 5.2: what is measured is hardly ever a fraction to the last digit. */
function exactWarnings(rule: RuleDefinition): AutomationWarning[] {
  return readBy(rule)
    .filter((condition) => condition.kind !== 'alert')
    .filter(({ comparison, threshold }) => comparison === '==' && !Number.isInteger(threshold))
    .map(({ key, threshold }) => ({ code: 'hardly_exact', key, threshold }));
}

function targetWarnings(
  definition: RuleDefinition,
  { where, others }: Omit<Surroundings, 'location'>,
): AutomationWarning[] {
  const { action } = definition;
  if (!isSwitch(action)) return [];
  const target = action.kind === 'output' ? action.pin : action.name;
  const rival = others.find((other) => other.definition.kind === 'rule' && mayContradict(definition, other.definition));
  if (rival) return [{ code: 'contradicts', name: nameOf(rival), target }];
  return where === 'server' ? [] : [{ code: 'set_again', target }];
}

/** A warning in English. */
export function warningText(warning: AutomationWarning): string {
  switch (warning.code) {
    case 'no_location':
      return 'The device has no location, so nobody knows when the sun rises there. Set it in its settings.';
    case 'hardly_exact':
      return `"${warning.key}" is hardly ever exactly ${warning.threshold}. Compare with above or below instead.`;
    case 'contradicts':
      return `"${warning.name}" sets ${warning.target} to another value and can hold at the same time, or right after a small change. Leave a gap between the two thresholds.`;
    case 'set_again':
      return `While the condition holds the board sets ${warning.target} again with each measurement, also after somebody switched it by hand.`;
  }
}
