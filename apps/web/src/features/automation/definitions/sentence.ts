import {
  type AlertStateCondition,
  type AutomationAction,
  type AutomationDefinition,
  type AutomationStep,
  type Comparison,
  conditionsOf,
  type DevicesCondition,
  type RuleCondition,
  type RuleDefinition,
  type SwitchAction,
  type TimerDefinition,
  type ValueCondition,
} from '@cyno/contract';
import { formatDate, formatExact } from '../../../lib/format/format.ts';
import type { Names } from './names.ts';
import { clockText, daysText, durationText } from './time-text.ts';

/** A piece of a sentence; `strong` is what the automation's owner chose. */
export type Part = { text: string; strong?: true };

/** What describes an automation: `espid` is the device that it operates, `here` the device whose page it stands on. */
type Speech = { espid: string; here: string; names: Names };

/** More devices than this are counted. */
const maxListed = 4;

const strong = (text: string): Part => ({ text, strong: true });
const plain = (text: string): Part => ({ text });

/** An automation as a sentence: `Every day at 07:00, turn D1 (Pump) on.` Devices other than `here` are named. */
export function sentenceOf(definition: AutomationDefinition, speech: Speech): Part[] {
  const parts = definition.kind === 'timer' ? timerParts(definition, speech) : ruleParts(definition, speech);
  const [first, ...rest] = [...parts, ...againParts(definition), plain('.')];
  if (!first) return [];
  return joined([{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]);
}

/** The same sentence as plain text. */
export const plainSentence = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');

const again = { ignore: 'that is ignored', queue: 'it waits for its turn' } as const;

/** What a further start does while something of an earlier one still waits; nothing for the usual, which is to start over. */
function againParts({ whileRunning = 'restart' }: AutomationDefinition): Part[] {
  if (whileRunning === 'restart') return [];
  return [plain('; if it starts again meanwhile, '), strong(again[whileRunning])];
}

function timerParts({ at, repeat, action, next }: TimerDefinition, speech: Speech): Part[] {
  const time = strong(timeText(at));
  const separator = at.type === 'sun' && at.offsetMinutes !== 0 ? ' ' : ' at ';
  return [
    ...dayParts(repeat),
    plain(separator),
    time,
    plain(', '),
    ...actionParts(action, speech),
    ...nextParts(next, speech),
  ];
}

/** What follows on an action: `, then wait 10 minutes, then turn D1 off`. */
const nextParts = (steps: readonly AutomationStep[] | undefined, speech: Speech): Part[] =>
  (steps ?? []).flatMap((step) => [plain(', then '), ...stepParts(step, speech)]);

/** A step, as the end of a sentence: `wait 10 minutes`, `only if soil is below 20 %`. */
export function stepParts(step: AutomationStep, speech: Speech): Part[] {
  if (step.kind === 'wait') return [plain('wait '), strong(durationText(step.seconds))];
  if (step.kind === 'if') return [plain('only if '), ...conditionParts(step.condition, speech)];
  return actionParts(step, speech);
}

function timeText(at: TimerDefinition['at']): string {
  if (at.type === 'time') return clockText(at.secondOfDay);
  if (at.offsetMinutes === 0) return at.event;
  return `${durationText(Math.abs(at.offsetMinutes) * 60)} ${at.offsetMinutes < 0 ? 'before' : 'after'} ${at.event}`;
}

function dayParts(repeat: TimerDefinition['repeat']): Part[] {
  if (repeat.type === 'once') return [plain('once on '), strong(dateText(repeat.date))];
  const days = repeat.type === 'weekly' ? daysText(repeat.days) : null;
  if (days === null) return [strong('every day')];
  if (repeat.type === 'weekly' && repeat.days.length === 1) return [strong(`every ${days}`)];
  return [plain('on '), strong(days)];
}

/** A day of the calendar (`YYYY-MM-DD`) in the profile's format. */
const dateText = (date: string): string => formatDate(Date.parse(`${date}T12:00:00Z`), 'UTC');

function ruleParts(rule: RuleDefinition, speech: Speech): Part[] {
  const { forSeconds, action, limit, back, activeHours } = rule;
  const [first, ...further] = conditionsOf(rule);
  const parts: Part[] = activeHours ? [...hoursParts(activeHours), plain(', when ')] : [plain('when ')];
  parts.push(...allConditionParts(rule, speech));
  if (forSeconds > 0) parts.push(plain(' for '), strong(durationText(forSeconds)));
  parts.push(plain(', '), ...actionParts(action, speech));
  if (limit && isSwitch(action)) {
    parts.push(plain(', for at most '), strong(durationText(limit.seconds)));
    if (!isOpposite(action, limit.value)) parts.push(plain(', then '), strong(valueText(action, limit.value, speech)));
  }
  parts.push(...nextParts(rule.next, speech));
  const released =
    further.length === 0 && first && first.kind !== 'alert' && first.release !== null ? first : undefined;
  const until: Part[] = released
    ? [plain('when it is '), strong(releaseText(released, speech))]
    : [plain('when that no longer holds')];
  if (back !== null && isSwitch(action))
    parts.push(plain('; '), strong(valueText(action, back, speech)), plain(' again '), ...until);
  else if (released) parts.push(plain('; not again before it is '), strong(releaseText(released, speech)));
  const [otherwise, ...after] = rule.otherwise ?? [];
  if (otherwise) {
    const lead = back === null ? '; when that no longer holds, ' : ', then ';
    parts.push(plain(lead), ...stepParts(otherwise, speech), ...nextParts(after, speech));
  }
  return parts;
}

/** Conditions with what joins them: `a and b`, `a, and either b or c`, `a, or b and c`. */
function allConditionParts(rule: RuleDefinition, speech: Speech): Part[] {
  const { match, conditions, groups = [] } = rule;
  const isSingle = conditionsOf(rule).length === 1;
  const [outer, inner, lead] = match === 'any' ? ['or', 'and', ''] : ['and', 'or', 'either '];
  const listed = (list: readonly RuleCondition[], word: string): Part[] =>
    list.flatMap((condition, index) => [
      ...(index > 0 ? [plain(` ${word} `)] : []),
      ...conditionParts(condition, speech),
      ...(isSingle || condition.kind === 'alert' || condition.release === null
        ? []
        : [plain(' (until '), strong(releaseText(condition, speech)), plain(')')]),
    ]);
  const parts = listed(conditions, outer);
  for (const group of groups) {
    if (parts.length > 0) parts.push(plain(`, ${outer} `));
    parts.push(plain(lead), ...listed(group, inner));
  }
  return parts;
}

function hoursParts({ from, to, days }: NonNullable<RuleDefinition['activeHours']>): Part[] {
  const text = daysText(days);
  const hours = [plain('between '), strong(clockText(from)), plain(' and '), strong(clockText(to))];
  return text === null ? hours : [...hours, plain(' on '), strong(text)];
}

const comparisons: Record<Comparison, string> = {
  '>': 'is above',
  '>=': 'is at least',
  '<': 'is below',
  '<=': 'is at most',
  '==': 'is exactly',
  '!=': 'is not',
};

/** A comparison as text: `is above`. */
export const comparisonText = (comparison: Comparison): string => comparisons[comparison];

function conditionParts(condition: RuleCondition, speech: Speech): Part[] {
  if (condition.kind === 'alert') return alertParts(condition, speech);
  const { comparison, threshold } = condition;
  const { label, unit, isSwitch } = nameOf(condition, speech);
  const of =
    condition.kind === 'devices'
      ? devicesParts(condition, speech)
      : condition.espid === speech.here
        ? []
        : [strong(speech.names.device(condition.espid))];
  const subject = [strong(label), ...(of.length > 0 ? [plain(' of '), ...of] : [])];
  const state = isSwitch ? switchState(comparison, threshold) : null;
  if (state !== null) return [...subject, plain(' is '), strong(state)];
  return [...subject, plain(` ${comparisonText(comparison)} `), strong(withUnit(threshold, unit))];
}

const nameOf = (condition: ValueCondition | DevicesCondition, { names }: Speech) =>
  condition.kind === 'devices' ? names.sharedVariable(condition.key) : names.variable(condition.espid, condition.key);

/** `any device tagged “north”`, `every device in House 1`, `any of A, B and C` */
function devicesParts({ scope, match }: DevicesCondition, { names }: Speech): Part[] {
  const devices = match === 'any' ? 'any device' : 'every device';
  switch (scope.kind) {
    case 'all':
      return [strong(devices)];
    case 'tag':
      return [strong(devices), plain(' tagged '), strong(`“${scope.tag}”`)];
    case 'group':
      return [strong(devices), plain(' in '), strong(names.group(scope.groupId) ?? 'a group')];
    case 'devices': {
      const [first = '', ...rest] = scope.espids.map((espid) => names.device(espid));
      const listed = rest.length < maxListed ? listText([first, ...rest]) : `${scope.espids.length} devices`;
      return [strong(`${match === 'any' ? 'any' : 'each'} of ${listed}`)];
    }
  }
}

/** `A`, `A and B`, `A, B and C` */
function listText(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

const alertStates: Record<AlertStateCondition['state'], string> = {
  active: 'is active',
  unacknowledged: 'is active and not acknowledged',
  acknowledged: 'is acknowledged',
  cleared: 'has cleared',
};

/** What an alert must be, as text: `is active`. */
export const alertStateText = (state: AlertStateCondition['state']): string => alertStates[state];

/** `the alert “Too hot” is active on Greenhouse` */
function alertParts({ ruleId, espid, state }: AlertStateCondition, { names, here }: Speech): Part[] {
  const name = names.alertRule(ruleId);
  const rule = name === null ? [plain('an alert ')] : [plain('the alert '), strong(`“${name}”`), plain(' ')];
  const device = espid === null ? 'any device' : espid === here ? 'this device' : names.device(espid);
  return [...rule, strong(alertStates[state]), plain(' on '), strong(device)];
}

/** What a condition on something that is on or off comes to; null when it is no question of on and off. */
function switchState(comparison: Comparison, threshold: number): 'on' | 'off' | null {
  if ((threshold !== 0 && threshold !== 1) || (comparison !== '==' && comparison !== '!=')) return null;
  return (threshold === 1) === (comparison === '==') ? 'on' : 'off';
}

/** A number with its unit, on one line. */
const withUnit = (value: number, unit: string): string =>
  unit ? `${formatExact(value)}\u00a0${unit}` : formatExact(value);

/** Whether a condition that holds can continue holding until another value has passed: not for equality. */
export const canRelease = (comparison: Comparison): boolean => comparison !== '==' && comparison !== '!=';

/** On which side of the release a condition ceases to hold. */
export const releaseSide = (comparison: Comparison): 'above' | 'below' =>
  comparison.startsWith('<') ? 'above' : 'below';

function releaseText(condition: ValueCondition | DevicesCondition, speech: Speech): string {
  return `${releaseSide(condition.comparison)} ${withUnit(condition.release ?? 0, nameOf(condition, speech).unit)}`;
}

/** What an action does, as the end of a sentence: `turn D1 (Pump) on`. */
export function actionParts(action: AutomationAction, speech: Speech): Part[] {
  if (action.kind === 'notify') return [plain('send the message '), strong(`“${action.text}”`)];
  if (action.kind === 'scene') {
    const name = speech.names.scene(action.sceneId);
    return name === null ? [plain('run a scene')] : [plain('run the scene '), strong(`“${name}”`)];
  }
  const { espid, here, names } = speech;
  const device = espid === here ? [] : [plain(' of '), strong(names.device(espid))];
  const target = [strong(targetName(action, speech)), ...device];
  switch (verbOf(action, speech)) {
    case 'turn':
      return [plain('turn '), ...target, plain(' '), strong(valueText(action, action.value, speech))];
    case 'press':
      return [plain('press '), ...target];
    case 'set':
      return [plain('set '), ...target, plain(' '), strong(valueText(action, action.value, speech))];
  }
}

/** Whether an action operates the device of its automation. */
const isSwitch = (action: AutomationAction): action is SwitchAction =>
  action.kind === 'output' || action.kind === 'event';

/** What is operated: `D1 (Pump)`, or the label of an event. */
function targetName(action: SwitchAction, { espid, names }: Pick<Speech, 'espid' | 'names'>): string {
  if (action.kind === 'event') return names.event(espid, action.name).label;
  const name = names.output(espid, action.pin);
  return name === null ? action.pin : `${action.pin} (${name})`;
}

function verbOf(action: SwitchAction, { espid, names }: Pick<Speech, 'espid' | 'names'>): 'turn' | 'press' | 'set' {
  if (action.kind === 'output') return action.mode === 'digit' ? 'turn' : 'set';
  const { widget } = names.event(espid, action.name);
  if (widget === 'switch' && (action.value === '0' || action.value === '1')) return 'turn';
  return widget === 'button' && action.value === '1' ? 'press' : 'set';
}

/** A value for what an action operates: `on`, `to 128 of 255`, `to auto`. */
function valueText(action: SwitchAction, value: number | string, speech: Speech): string {
  if (action.kind === 'output' && action.mode !== 'digit') return `to ${value} of 255`;
  if (verbOf(action, speech) !== 'turn') return `to ${value}`;
  return String(value) === '0' ? 'off' : 'on';
}

/** Whether a value undoes a switching action, so that it need not be shown. */
function isOpposite(action: SwitchAction, value: number | string): boolean {
  if (action.kind === 'output' && action.mode !== 'digit') return value === 0;
  const pair = new Set([String(action.value), String(value)]);
  return pair.has('0') && pair.has('1');
}

function joined(parts: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last && last.strong === part.strong) result[result.length - 1] = { ...last, text: last.text + part.text };
    else result.push(part);
  }
  return result;
}
