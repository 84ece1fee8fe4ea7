import type {
  AutomationDefinition,
  AutomationStep,
  JoinedConditions,
  RuleDefinition,
  TimerDefinition,
} from '@cyno/contract';
import { conditionsOf, conditionsOfStep } from '@cyno/contract/definition-conditions';
import { t } from '@lingui/core/macro';
import { formatDate } from '../../../lib/format/format.ts';
import { actionText, isOpposite, isSwitch, withValue } from './action-text.ts';
import { conditionsText, releasedText } from './condition-text.ts';
import type { Speech } from './names.ts';
import { type Part, richParts } from './rich-text.ts';
import { clockText, daysText, durationText, weekdayName } from './time-text.ts';

/** An automation as sentences: `Every day at 07:00, turn D1 (Pump) on.` Devices other than `here` are named. */
export function sentenceOf(definition: AutomationDefinition, speech: Speech): Part[] {
  const sentences = definition.kind === 'timer' ? [timerText(definition, speech)] : ruleTexts(definition, speech);
  if (definition.whileRunning === 'ignore') sentences.push(t`A start while it is running is <b>ignored</b>.`);
  if (definition.whileRunning === 'queue') sentences.push(t`A start while it is running <b>waits for its turn</b>.`);
  return richParts(sentences.join(' '));
}

/** A step of an automation as a phrase: `wait 10 minutes`. */
export const stepParts = (step: AutomationStep, speech: Speech): Part[] => richParts(stepText(step, speech));

function stepText(step: AutomationStep, speech: Speech): string {
  if (step.kind === 'wait') return t`wait <b>${{ duration: durationText(step.seconds) }}</b>`;
  if (step.kind === 'if') return onlyIfText(conditionsOfStep(step), speech);
  return actionText(step, speech);
}

function onlyIfText(joined: JoinedConditions, speech: Speech): string {
  const condition = conditionsOf(joined).length === 0 ? null : conditionsText(joined, speech, true);
  if (!joined.activeHours) return t`continue only if ${{ condition: condition ?? '' }}`;
  const { from, to, days } = joined.activeHours;
  const span = { from: clockText(from), to: clockText(to) };
  const named = daysText(days);
  const hours =
    named === null
      ? t`it is between <b>${{ from: span.from }}</b> and <b>${{ to: span.to }}</b>`
      : t`it is between <b>${{ from: span.from }}</b> and <b>${{ to: span.to }}</b> on <b>${{ days: named }}</b>`;
  return condition === null
    ? t`continue only if ${{ condition: hours }}`
    : t`continue only if ${{ condition }}, and ${{ hours }}`;
}

/** What is done one after the other: `turn D1 on, then wait 10 minutes, then turn D1 off`. */
function inOrder(first: string, steps: readonly AutomationStep[] | undefined, speech: Speech): string {
  return (steps ?? []).reduce((before, step) => t`${before}, then ${{ step: stepText(step, speech) }}`, first);
}

function timerText({ at, repeat, action, next }: TimerDefinition, speech: Speech): string {
  const actions = inOrder(actionText(action, speech), next, speech);
  return t`${{ day: dayText(repeat) }} ${{ time: timeText(at) }}, ${actions}.`;
}

function timeText(at: TimerDefinition['at']): string {
  if (at.type === 'time') return t`at <b>${{ time: clockText(at.secondOfDay) }}</b>`;
  const isSunset = at.event === 'sunset';
  if (at.offsetMinutes === 0) return isSunset ? t`at <b>sunset</b>` : t`at <b>sunrise</b>`;
  const duration = durationText(Math.abs(at.offsetMinutes) * 60);
  if (at.offsetMinutes < 0)
    return isSunset ? t`<b>${duration} before sunset</b>` : t`<b>${duration} before sunrise</b>`;
  return isSunset ? t`<b>${duration} after sunset</b>` : t`<b>${duration} after sunrise</b>`;
}

function dayText(repeat: TimerDefinition['repeat']): string {
  if (repeat.type === 'once') return t`Once on <b>${{ date: dateText(repeat.date) }}</b>`;
  const days = repeat.type === 'weekly' ? daysText(repeat.days) : null;
  if (repeat.type === 'daily' || days === null) return t`<b>Every day</b>`;
  const [day = 0, ...others] = repeat.days;
  return others.length === 0 ? t`<b>Every ${{ weekday: weekdayName(day) }}</b>` : t`On <b>${days}</b>`;
}

/** A day of the calendar (`YYYY-MM-DD`) in the profile's format. */
const dateText = (date: string): string => formatDate(Date.parse(`${date}T12:00:00Z`), 'UTC');

function ruleTexts(rule: RuleDefinition, speech: Speech): string[] {
  const { action, back, next, otherwise = [] } = rule;
  const texts = [startText(rule, inOrder(limitedText(rule, speech), next, speech), speech)];
  const conditions = conditionsOf(rule);
  const [first] = conditions;
  const released = first && conditions.length === 1 ? releasedText(first, speech) : null;
  const undone = back !== null && isSwitch(action) ? actionText(withValue(action, back), speech, action) : null;
  if (undone !== null && released !== null) {
    const actions = inOrder(undone, otherwise, speech);
    texts.push(t`When ${{ condition: released }}, ${actions}.`);
    return texts;
  }
  if (released !== null) texts.push(t`Not again until ${{ condition: released }}.`);
  const [step, ...after] = otherwise;
  const [ended, rest] = undone === null ? [step && stepText(step, speech), after] : [undone, otherwise];
  if (ended !== undefined) {
    const actions = inOrder(ended, rest, speech);
    texts.push(t`When that no longer holds, ${actions}.`);
  }
  return texts;
}

/** What a rule does first, with its limit of time: `turn D1 on for at most 10 minutes`. */
function limitedText({ action, limit }: RuleDefinition, speech: Speech): string {
  const doing = actionText(action, speech);
  if (!limit || !isSwitch(action)) return doing;
  const duration = durationText(limit.seconds);
  const limited = t`${{ action: doing }} for at most <b>${duration}</b>`;
  if (isOpposite(action, limit.value)) return limited;
  return t`${{ before: limited }}, then ${{ step: actionText(withValue(action, limit.value), speech, action) }}`;
}

/** When a rule does something: its conditions, how long they must hold, and the hours in which it counts. */
function startText(rule: RuleDefinition, actions: string, speech: Speech): string {
  const { forSeconds, activeHours } = rule;
  const joined = conditionsText(rule, speech);
  const conditions =
    forSeconds > 0 ? t`${{ conditions: joined }} for <b>${{ duration: durationText(forSeconds) }}</b>` : joined;
  if (!activeHours) return t`When ${conditions}, ${actions}.`;
  const [from, to] = [clockText(activeHours.from), clockText(activeHours.to)];
  const days = daysText(activeHours.days);
  return days === null
    ? t`Between <b>${from}</b> and <b>${to}</b>, when ${conditions}, ${actions}.`
    : t`Between <b>${from}</b> and <b>${to}</b> on <b>${days}</b>, when ${conditions}, ${actions}.`;
}
