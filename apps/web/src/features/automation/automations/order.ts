import type { Automation, AutomationDefinition } from '@cyno/contract';
import { watchedBy } from '@cyno/contract/definition-conditions';
import type { Names } from '../definitions/index.ts';

/** Where timers that follow the sun stand among the others: its times near the equator. */
const sunSecond = { sunrise: 6 * 3600, sunset: 18 * 3600 };

function timerKey(definition: AutomationDefinition): string {
  if (definition.kind !== 'timer') return '';
  const { at, repeat } = definition;
  const second = at.type === 'time' ? at.secondOfDay : sunSecond[at.event] + at.offsetMinutes * 60;
  // What happens once stands behind what continues, in the order of its days.
  return `${repeat.type === 'once' ? repeat.date : ''} ${String(second).padStart(5, '0')}`;
}

function ruleKey({ espid, definition }: Automation, names: Names): string {
  const [first] = watchedBy(definition);
  if (!first) return '';
  // What watches no single device stands last.
  if (first.kind === 'alert') return `3 ${names.alertRule(first.ruleId) ?? ''}`;
  if (first.kind === 'devices')
    return `2 ${names.sharedVariable(first.key).label} ${first.comparison} ${first.threshold}`;
  const { label } = names.variable(first.espid, first.key);
  const isForeign = first.espid === espid ? '0' : '1';
  return `${isForeign} ${names.device(first.espid)} ${label} ${first.comparison} ${first.threshold}`;
}

/** Timers by their time of day, and rules by what they watch: an order that does not change when one runs or is switched off. */
export function sortAutomations(automations: readonly Automation[], names: Names) {
  const sorted = (kind: AutomationDefinition['kind'], key: (automation: Automation) => string) =>
    automations
      .filter(({ definition }) => definition.kind === kind)
      .map((automation) => ({ automation, key: key(automation) }))
      .sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true }) || a.automation.id - b.automation.id)
      .map(({ automation }) => automation);
  return {
    timers: sorted('timer', ({ definition }) => timerKey(definition)),
    rules: sorted('rule', (automation) => ruleKey(automation, names)),
  };
}
