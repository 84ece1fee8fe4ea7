import { type AutomationDefinition, conditionsOf, type DeviceLocation, type RuleDefinition } from '@cyno/contract';
import type { AutomationRecord } from '../definitions/index.ts';
import { mayContradict, nameOf, targetOf } from '../definitions/index.ts';

interface Surroundings {
  readonly where: 'board' | 'server';
  /** The device's other automations that are switched on. */
  readonly others: readonly AutomationRecord[];
  readonly location: DeviceLocation | null;
}

/** What is allowed but likely not meant, as sentences. */
export function warningsOf(definition: AutomationDefinition, { where, others, location }: Surroundings): string[] {
  if (definition.kind === 'timer') {
    const isLost = definition.at.type === 'sun' && location === null;
    return isLost
      ? ['The device has no location, so nobody knows when the sun rises there. Set it in its settings.']
      : [];
  }
  return [...exactWarnings(definition), ...targetWarnings(definition, { where, others })];
}

/** Protocol 5.2: what is measured is hardly ever a fraction to the last digit. */
function exactWarnings(rule: RuleDefinition): string[] {
  return conditionsOf(rule)
    .filter((condition) => condition.kind !== 'alert')
    .filter(({ comparison, threshold }) => comparison === '==' && !Number.isInteger(threshold))
    .map(({ key, threshold }) => `"${key}" is hardly ever exactly ${threshold}. Compare with above or below instead.`);
}

function targetWarnings(definition: RuleDefinition, { where, others }: Omit<Surroundings, 'location'>): string[] {
  const target = targetOf(definition.action);
  const rival = others.find((other) => other.definition.kind === 'rule' && mayContradict(definition, other.definition));
  if (rival) {
    return [
      `"${nameOf(rival)}" sets ${target} to another value and can hold at the same time, or right after a small change. Leave a gap between the two thresholds.`,
    ];
  }
  if (where === 'server') return [];
  return [
    `While the condition holds the board sets ${target} again with each measurement, also after somebody switched it by hand.`,
  ];
}
