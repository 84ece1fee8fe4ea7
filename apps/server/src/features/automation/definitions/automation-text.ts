import {
  type AlertStateCondition,
  type AutomationAction,
  type AutomationDefinition,
  type Comparison,
  durationText,
  formatNumber,
  type RuleCondition,
  type RuleDefinition,
  type TimerDefinition,
  type ValueCondition,
} from '@cyno/contract';

const comparisons: Record<Comparison, string> = {
  '>': 'above',
  '>=': 'at or above',
  '<': 'below',
  '<=': 'at or below',
  '==': 'equal to',
  '!=': 'not',
};
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** `below 20` */
export const comparedTo = ({ comparison, threshold }: Pick<ValueCondition, 'comparison' | 'threshold'>): string =>
  `${comparisons[comparison]} ${formatNumber(threshold)}`;

/** `D1 on`, `D2 to 128`, `setpoint to 42`; `given`: in the place of the action's own value. */
export function targetText(action: AutomationAction, given?: number | string): string {
  if (action.kind === 'notify') return `message "${action.text}"`;
  if (action.kind === 'scene') return 'a scene';
  const value = given ?? action.value;
  if (action.kind === 'event') return `${action.name} to ${value}`;
  if (action.mode === 'digit') return `${action.pin} ${Number(value) === 0 ? 'off' : 'on'}`;
  return `${action.pin} to ${value}`;
}

/** `every day at 07:00`, `on Monday and Friday 30 minutes before sunset` */
export function timerText({ at, repeat }: TimerDefinition): string {
  const days = {
    once: () => (repeat.type === 'once' ? `on ${repeat.date}` : ''),
    daily: () => 'every day',
    weekly: () =>
      repeat.type === 'weekly' ? `on ${joined(repeat.days.toSorted().map((day) => weekdays[day] ?? ''))}` : '',
  };
  return `${days[repeat.type]()} ${at.type === 'time' ? `at ${clockTime(at.secondOfDay)}` : sunText(at)}`;
}

function sunText({ event, offsetMinutes }: { event: string; offsetMinutes: number }): string {
  if (offsetMinutes === 0) return `at ${event}`;
  return `${durationText(Math.abs(offsetMinutes) * 60)} ${offsetMinutes < 0 ? 'before' : 'after'} ${event}`;
}

/** What stands for an automation that has no name: `soil below 20`, `every day at 07:00`. */
export function nameOf({ name, definition }: { name: string | null; definition: AutomationDefinition }): string {
  if (name !== null) return name;
  if (definition.kind === 'timer') return timerText(definition);
  return conditionsText(definition);
}

/** `soil below 20 and light above 500`, `soil below 20, and either temp above 30 or humid above 80` */
function conditionsText({ match, conditions, groups = [] }: RuleDefinition): string {
  if (groups.length === 0) return joined(conditions.map(conditionText), match === 'any' ? 'or' : 'and');
  const [outer, inner, lead] = match === 'any' ? ['or', 'and', ''] : ['and', 'or', 'either '];
  const parts = groups.map((group) => lead + group.map(conditionText).join(` ${inner} `));
  return [...(conditions.length > 0 ? [conditions.map(conditionText).join(` ${outer} `)] : []), ...parts].join(
    `, ${outer} `,
  );
}

const alertTexts: Record<AlertStateCondition['state'], string> = {
  active: 'an active alert',
  unacknowledged: 'an alert that nobody acknowledged',
  acknowledged: 'an acknowledged alert',
  cleared: 'a cleared alert',
};

/** `soil below 20`, `temp of any device tagged north above 30`, `an active alert` */
function conditionText(condition: RuleCondition): string {
  if (condition.kind === 'alert') return alertTexts[condition.state];
  const text = `${condition.key} ${comparedTo(condition)}`;
  if (condition.kind !== 'devices') return text;
  const { scope, match } = condition;
  const devices = {
    all: () => `${match === 'any' ? 'any' : 'every'} device`,
    devices: () =>
      `${match === 'any' ? 'any' : 'each'} of ${scope.kind === 'devices' ? scope.espids.length : 0} devices`,
    tag: () => `${match === 'any' ? 'any' : 'every'} device tagged ${scope.kind === 'tag' ? scope.tag : ''}`,
    group: () => `${match === 'any' ? 'any' : 'every'} device of a group`,
  };
  return `${condition.key} of ${devices[scope.kind]()} ${comparedTo(condition)}`;
}

/** `a`, `a and b`, `a, b and c` */
export function joined(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** `07:00`, or with its seconds when there are any. */
function clockTime(secondOfDay: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const minutes = `${two(secondOfDay / 3_600)}:${two((secondOfDay / 60) % 60)}`;
  return secondOfDay % 60 === 0 ? minutes : `${minutes}:${two(secondOfDay % 60)}`;
}
