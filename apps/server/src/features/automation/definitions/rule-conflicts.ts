import {
  type AutomationAction,
  type AutomationDefinition,
  type AutomationStep,
  isValueCondition,
  type RuleDefinition,
  type SwitchAction,
  stepsOf,
  type ValueCondition,
} from '@cyno/contract';

/** Whether an action operates the device of its automation. */
export const isSwitch = (action: AutomationStep): action is SwitchAction =>
  action.kind === 'output' || action.kind === 'event';

/** The same action with another value. */
export const withValue = (action: SwitchAction, value: number | string): SwitchAction =>
  action.kind === 'output' ? { ...action, value: Number(value) } : { ...action, value: String(value) };

/** The output or event that an action operates, for people. */
export function targetOf(action: AutomationAction): string {
  if (action.kind === 'notify') return 'a message';
  if (action.kind === 'scene') return 'a scene';
  return action.kind === 'output' ? action.pin : `event ${action.name}`;
}

/**
 * Whether another automation may want the rule's target to be something else while the rule holds. A board sets it again with each
 * measurement, so it would undo what the other one did, or switch back and forth as fast as it measures (protocol B14).
 */
export function mayContradict(rule: RuleDefinition, other: AutomationDefinition): boolean {
  if (!isSwitch(rule.action)) return false;
  const value = String(rule.action.value);
  if (valuesOf(other, targetOf(rule.action)).every((wanted) => wanted === value)) return false;
  // What follows on an action may come when its conditions hold no longer.
  return other.kind === 'timer' || stepsOf(other).length > 0 || !areApart(rule, other);
}

/** Every value that an automation may give a target of its device. */
function valuesOf(definition: AutomationDefinition, target: string): string[] {
  const { action } = definition;
  const values = [action, ...stepsOf(definition)].flatMap((step) =>
    isSwitch(step) && targetOf(step) === target ? [String(step.value)] : [],
  );
  if (definition.kind === 'timer' || targetOf(action) !== target) return values;
  if (definition.back !== null) values.push(String(definition.back));
  if (definition.limit !== null) values.push(String(definition.limit.value));
  return values;
}

/** Whether two rules can never hold together, with a gap between them that the noise of a sensor does not jump over and back. */
function areApart(one: RuleDefinition, other: RuleDefinition): boolean {
  return necessary(one).some((mine) =>
    necessary(other).some((theirs) => mine.espid === theirs.espid && mine.key === theirs.key && gap(mine, theirs) > 0),
  );
}

/** The conditions without which a rule does not hold. */
const necessary = ({ match, conditions }: RuleDefinition): ValueCondition[] =>
  match === 'any' ? [] : conditions.filter(isValueCondition);

function gap(one: ValueCondition, other: ValueCondition): number {
  const [a, b] = [spanOf(one), spanOf(other)];
  return Math.max(b.from - a.to, a.from - b.to);
}

/** The values with which a condition may hold. */
function spanOf({ comparison, threshold, release }: ValueCondition): { from: number; to: number } {
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
