import {
  type AlertStateCondition,
  type AutomationDefinition,
  comparedTo,
  joined,
  type RuleCondition,
  type RuleDefinition,
  timerText,
} from '@cyno/contract';

/** What stands for an automation that has no name: `soil below 20`, `every day at 07:00`. */
export function nameOf({ name, definition }: { name: string | null; definition: AutomationDefinition }): string {
  if (name !== null) return name;
  if (definition.kind === 'timer') return timerText(definition);
  return conditionsText(definition);
}

/** Users of something that are named; the rest is counted. */
const maxNamed = 5;

/** What uses something, as values of the reason why that cannot be deleted. */
export const namesAndMore = (users: readonly string[]): { names: string; more: number } => ({
  names: users.slice(0, maxNamed).join(', '),
  more: Math.max(0, users.length - maxNamed),
});

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
