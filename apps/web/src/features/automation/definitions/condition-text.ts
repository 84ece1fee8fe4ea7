import type {
  AlertStateCondition,
  Comparison,
  DevicesCondition,
  JoinedConditions,
  RuleCondition,
  ValueCondition,
} from '@cyno/contract';
import { conditionsOf } from '@cyno/contract/definition-conditions';
import { plural, t } from '@lingui/core/macro';
import { formatExact } from '../../../lib/format/format.ts';
import { formatList } from '../../../lib/format/format-list.ts';
import type { Speech } from './names.ts';
import { strong, typed } from './rich-text.ts';

/** More devices than this are counted. */
const maxListed = 4;

type Compared = ValueCondition | DevicesCondition;

/**
 * Conditions with what joins them: `a and b`, `a, and either b or c`, `a, or b and c`. `isMomentary`: they are looked at once, so that
 * none holds until another value.
 */
export function conditionsText(joined: JoinedConditions, speech: Speech, isMomentary = false): string {
  const { match, conditions, groups = [] } = joined;
  const hasNoWayBack = isMomentary || conditionsOf(joined).length === 1;
  const textOf = (condition: RuleCondition) => {
    const text = conditionText(condition, speech);
    return hasNoWayBack || condition.kind === 'alert' ? text : withRelease(text, condition, speech);
  };
  const [outer, inner] = match === 'any' ? [either, both] : [both, either];
  const first = conditions.length === 0 ? null : conditions.map(textOf).reduce(outer);
  return groups
    .map((group) => group.map(textOf).reduce(inner))
    .reduce((before, group) => withGroup(before, group, match), first) as string;
}

const both = (before: string, condition: string) => t`${before} and ${condition}`;
const either = (before: string, condition: string) => t`${before} or ${condition}`;

function withGroup(before: string | null, group: string, match: JoinedConditions['match']): string {
  if (match === 'any') return before === null ? group : t`${before}, or ${group}`;
  return before === null ? t`either ${group}` : t`${before}, and either ${group}`;
}

/** A condition as a phrase: `soil is below 20 %`. */
function conditionText(condition: RuleCondition, speech: Speech): string {
  if (condition.kind === 'alert') return alertText(condition, speech);
  const { comparison, threshold } = condition;
  const { unit, isSwitch } = nameOf(condition, speech);
  const subject = subjectText(condition, speech);
  const state = isSwitch ? switchState(comparison, threshold) : null;
  if (state !== null) return state ? t`${subject} is <b>on</b>` : t`${subject} is <b>off</b>`;
  return comparedText(subject, comparison, withUnit(threshold, unit));
}

/** What ends a condition that continues holding until another value: `soil is above 35 %`; null: it is no such one. */
export function releasedText(condition: RuleCondition, speech: Speech): string | null {
  if (condition.kind === 'alert' || condition.release === null) return null;
  const value = withUnit(condition.release, nameOf(condition, speech).unit);
  // One device that holds is enough for `any`: all must have passed the value.
  const ended =
    condition.kind === 'devices'
      ? { ...condition, match: condition.match === 'any' ? ('all' as const) : ('any' as const) }
      : condition;
  return comparedText(subjectText(ended, speech), releaseSide(condition.comparison) === 'above' ? '>' : '<', value);
}

function withRelease(text: string, condition: Compared, speech: Speech): string {
  if (condition.release === null) return text;
  const value = withUnit(condition.release, nameOf(condition, speech).unit);
  return releaseSide(condition.comparison) === 'above'
    ? t`${{ condition: text }} (until above <b>${value}</b>)`
    : t`${{ condition: text }} (until below <b>${value}</b>)`;
}

function comparedText(subject: string, comparison: Comparison, value: string): string {
  switch (comparison) {
    case '>':
      return t`${subject} is above <b>${value}</b>`;
    case '>=':
      return t`${subject} is at least <b>${value}</b>`;
    case '<':
      return t`${subject} is below <b>${value}</b>`;
    case '<=':
      return t`${subject} is at most <b>${value}</b>`;
    case '==':
      return t`${subject} is exactly <b>${value}</b>`;
    case '!=':
      return t`${subject} is not <b>${value}</b>`;
  }
}

/** Whose value a condition is about: `soil`, `soil of Greenhouse`, `soil of any device`. */
function subjectText(condition: Compared, speech: Speech): string {
  const variable = strong(nameOf(condition, speech).label);
  if (condition.kind === 'devices') return t`${variable} of ${{ devices: devicesText(condition, speech) }}`;
  if (condition.espid === speech.here) return variable;
  return t`${variable} of ${{ device: strong(speech.names.device(condition.espid)) }}`;
}

const nameOf = (condition: Compared, { names }: Speech) =>
  condition.kind === 'devices' ? names.sharedVariable(condition.key) : names.variable(condition.espid, condition.key);

/** `any device tagged “north”`, `every device in House 1`, `any of A, B and C` */
function devicesText({ scope, match }: DevicesCondition, { names }: Speech): string {
  const isAny = match === 'any';
  switch (scope.kind) {
    case 'all':
      return isAny ? t`<b>any device</b>` : t`<b>every device</b>`;
    case 'tag': {
      const tag = typed(scope.tag);
      return isAny ? t`<b>any device</b> tagged <b>“${tag}”</b>` : t`<b>every device</b> tagged <b>“${tag}”</b>`;
    }
    case 'group': {
      const group = typed(names.group(scope.groupId) ?? t`a group`);
      return isAny ? t`<b>any device</b> in <b>${group}</b>` : t`<b>every device</b> in <b>${group}</b>`;
    }
    case 'devices': {
      const count = scope.espids.length;
      const devices =
        count > maxListed ? plural(count, { other: '# devices' }) : typed(formatList(scope.espids.map(names.device)));
      return isAny ? t`<b>any of ${devices}</b>` : t`<b>each of ${devices}</b>`;
    }
  }
}

/** `the alert “Too hot” is active on Greenhouse` */
function alertText({ ruleId, espid, state }: AlertStateCondition, { names, here }: Speech): string {
  const name = names.alertRule(ruleId);
  const alert = name === null ? t`an alert` : t`the alert <b>“${{ name: typed(name) }}”</b>`;
  const device = espid === null ? t`any device` : espid === here ? t`this device` : typed(names.device(espid));
  switch (state) {
    case 'active':
      return t`${alert} <b>is active</b> on <b>${device}</b>`;
    case 'unacknowledged':
      return t`${alert} <b>is active and not acknowledged</b> on <b>${device}</b>`;
    case 'acknowledged':
      return t`${alert} <b>is acknowledged</b> on <b>${device}</b>`;
    case 'cleared':
      return t`${alert} <b>has cleared</b> on <b>${device}</b>`;
  }
}

/** What a condition on something that is on or off comes to; null when it is no question of on and off. */
function switchState(comparison: Comparison, threshold: number): boolean | null {
  if ((threshold !== 0 && threshold !== 1) || (comparison !== '==' && comparison !== '!=')) return null;
  return (threshold === 1) === (comparison === '==');
}

/** A number with its unit, on one line. */
const withUnit = (value: number, unit: string): string =>
  typed(unit ? `${formatExact(value)}\u00a0${unit}` : formatExact(value));

/** Whether a condition that holds can continue holding until another value has passed: not for equality. */
export const canRelease = (comparison: Comparison): boolean => comparison !== '==' && comparison !== '!=';

/** On which side of the release a condition ceases to hold. */
export const releaseSide = (comparison: Comparison): 'above' | 'below' =>
  comparison.startsWith('<') ? 'above' : 'below';
