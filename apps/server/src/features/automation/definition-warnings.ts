import type { AutomationDefinition, DeviceLocation } from '@cyno/contract';
import type { AutomationRecord } from './automation.repository.ts';
import { nameOf } from './automation-words.ts';
import { mayContradict, targetOf } from './rule-conflicts.ts';

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
