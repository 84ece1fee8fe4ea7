import type { AutomationAction, AutomationDefinition, RuleCondition, RuleDefinition } from '@cyno/contract';

/** True when both operate the same output or event. The device is the same. */
const sameTarget = (one: AutomationAction, other: AutomationAction): boolean => targetOf(one) === targetOf(other);

/** The output or event that an action operates, for people. */
export function targetOf(action: AutomationAction): string {
  if (action.kind === 'notify') return 'a message';
  return action.kind === 'output' ? action.pin : `event ${action.name}`;
}

/**
 * Whether another automation may want the rule's target to be something else while the rule holds. A board sets it again with each
 * measurement, so it would undo what the other one did, or switch back and forth as fast as it measures (protocol B14).
 */
export function mayContradict(rule: RuleDefinition, other: AutomationDefinition): boolean {
  if (rule.action.kind === 'notify' || !sameTarget(rule.action, other.action)) return false;
  const value = String(rule.action.value);
  if (valuesOf(other).every((wanted) => wanted === value)) return false;
  return other.kind === 'timer' || !areApart(rule, other);
}

/** Every value that an automation may give its target. */
function valuesOf(definition: AutomationDefinition): string[] {
  const { action } = definition;
  const values = action.kind === 'notify' ? [] : [String(action.value)];
  if (definition.kind === 'timer') return values;
  if (definition.back !== null) values.push(String(definition.back));
  if (definition.limit !== null) values.push(String(definition.limit.value));
  return values;
}

/** Whether two rules can never hold together, with a gap between them that the noise of a sensor does not jump over and back. */
function areApart(one: RuleDefinition, other: RuleDefinition): boolean {
  return one.conditions.some((mine) =>
    other.conditions.some((theirs) => mine.espid === theirs.espid && mine.key === theirs.key && gap(mine, theirs) > 0),
  );
}

function gap(one: RuleCondition, other: RuleCondition): number {
  const [a, b] = [spanOf(one), spanOf(other)];
  return Math.max(b.from - a.to, a.from - b.to);
}

/** The values with which a condition may hold. */
function spanOf({ comparison, threshold, release }: RuleCondition): { from: number; to: number } {
  const [lowest, highest] = [Math.min(threshold, release ?? threshold), Math.max(threshold, release ?? threshold)];
  switch (comparison) {
    case '>':
    case '>=':
      return { from: lowest, to: Number.POSITIVE_INFINITY };
    case '<':
    case '<=':
      return { from: Number.NEGATIVE_INFINITY, to: highest };
    case '==':
      return { from: threshold, to: threshold };
    case '!=':
      return { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  }
}
