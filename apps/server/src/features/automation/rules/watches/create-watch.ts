import { isValueCondition, type RuleCondition } from '@cyno/contract';
import { AlertWatch } from './alert-watch.ts';
import { DevicesWatch } from './devices-watch.ts';
import { ValueWatch } from './value-watch.ts';
import type { RuleSurroundings } from './watch.ts';

/** The kinds of conditions that are followed. */
export type AnyWatch = ValueWatch | DevicesWatch | AlertWatch;

/** `held`: whether what is between two thresholds counts as having held. */
export function createWatch(condition: RuleCondition, surroundings: RuleSurroundings, held: boolean): AnyWatch {
  if (isValueCondition(condition)) return new ValueWatch(condition, surroundings, held);
  if (condition.kind === 'devices') return new DevicesWatch(condition, surroundings, held);
  return new AlertWatch(condition, surroundings);
}
