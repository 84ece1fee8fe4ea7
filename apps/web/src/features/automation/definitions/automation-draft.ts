import type {
  AutomationAction,
  AutomationDefinition,
  AutomationStep,
  BoardEvent,
  ControlState,
  OutputMode,
  RuleDefinition,
  WhileRunning,
} from '@cyno/contract';
import { conditionsOf, conditionsOfStep, isValueCondition } from '@cyno/contract/definition-conditions';
import { t } from '@lingui/core/macro';
import { typedNumber } from '../../../lib/format/typed-number.ts';
import {
  type ConditionsDraft,
  type ConditionsPlace,
  type ConditionsProblems,
  conditionsDraft,
  readConditions,
} from './conditions-draft.ts';

export type DurationUnit = 'seconds' | 'minutes' | 'hours';
export type DurationDraft = { amount: string; unit: DurationUnit };

/** Values are texts, as in the fields; null: nothing is chosen yet. */
export type ActionDraft =
  | { kind: 'output'; pin: string; mode: OutputMode; value: string }
  | { kind: 'event'; name: string; value: string }
  | { kind: 'notify'; text: string }
  | { kind: 'scene'; sceneId: number };

/** An action that switches something, so that it has a value. */
export type SwitchDraft = Extract<ActionDraft, { kind: 'output' | 'event' }>;

/** Whether an action switches something, so that it can be undone. */
export const isSwitchDraft = (action: ActionDraft): action is SwitchDraft =>
  action.kind === 'output' || action.kind === 'event';

/** A step that follows, while it is edited; `id` only distinguishes it from its neighbours. */
export type StepDraft = { id: number } & (
  | { kind: 'action'; action: ActionDraft | null }
  | { kind: 'wait'; duration: DurationDraft }
  | ({ kind: 'if' } & ConditionsDraft)
);

/** When a timer runs: at a time of the day, or with so many minutes before or after an event of the sun. */
export type TimerMoment = 'time' | 'sunrise' | 'sunset' | `${'before' | 'after'} ${'sunrise' | 'sunset'}`;

/** An automation while it is edited: both kinds at once, so that changing one's mind loses nothing. */
export type Draft = ConditionsDraft & {
  kind: AutomationDefinition['kind'];
  name: string;
  moment: TimerMoment;
  secondOfDay: number | null;
  sunMinutes: string;
  repeat: 'once' | 'daily' | 'weekly';
  date: string;
  days: readonly number[];
  hold: DurationDraft | null;
  action: ActionDraft | null;
  back: string | null;
  limit: (DurationDraft & { value: string }) | null;
  /** What follows on the action, and what is done when the conditions cease. */
  next: readonly StepDraft[];
  otherwise: readonly StepDraft[];
  /** What a further start does while something of these still waits. */
  whileRunning: WhileRunning;
};

type StepPlace = `${'next' | 'otherwise'} ${number}`;
/** Where in the sentence something is wrong: a part, or `condition 0`. */
export type DraftPlace =
  | 'at'
  | 'repeat'
  | 'action'
  | 'hold'
  | 'back'
  | 'limit'
  | ConditionsPlace
  | StepPlace
  | `${StepPlace} ${ConditionsPlace}`;
export type Problems = Partial<Record<DraftPlace, string>>;

const unitSeconds: Record<DurationUnit, number> = { seconds: 1, minutes: 60, hours: 3600 };
const everyDay = [0, 1, 2, 3, 4, 5, 6] as const;
const longestSeconds = 86_400;
const furthestFromSun = 180;

export const emptyDraft: Draft = {
  kind: 'timer',
  name: '',
  moment: 'time',
  secondOfDay: 7 * 3600,
  sunMinutes: '30',
  repeat: 'daily',
  date: '',
  days: [1, 2, 3, 4, 5],
  match: 'all',
  conditions: [],
  groups: [],
  hold: null,
  action: null,
  back: null,
  limit: null,
  hours: null,
  next: [],
  otherwise: [],
  whileRunning: 'restart',
};

/** What the fields show for an automation that is there. */
export function draftOf(definition: AutomationDefinition, name: string | null): Draft {
  const draft: Draft = {
    ...emptyDraft,
    kind: definition.kind,
    name: name ?? '',
    action: actionDraft(definition.action),
    next: (definition.next ?? []).map(stepDraft),
    whileRunning: definition.whileRunning ?? 'restart',
  };
  if (definition.kind === 'rule') return { ...draft, ...ruleFields(definition) };
  const { at, repeat } = definition;
  return {
    ...draft,
    ...(at.type === 'time'
      ? { secondOfDay: at.secondOfDay }
      : {
          moment: at.offsetMinutes === 0 ? at.event : `${at.offsetMinutes < 0 ? 'before' : 'after'} ${at.event}`,
          ...(at.offsetMinutes !== 0 && { sunMinutes: String(Math.abs(at.offsetMinutes)) }),
        }),
    repeat: repeat.type,
    ...(repeat.type === 'once' && { date: repeat.date }),
    ...(repeat.type === 'weekly' && { days: repeat.days }),
  };
}

function ruleFields(rule: RuleDefinition): Partial<Draft> {
  const { forSeconds, back, limit } = rule;
  return {
    ...conditionsDraft(rule),
    hold: forSeconds > 0 ? durationDraft(forSeconds) : null,
    back: back === null ? null : String(back),
    limit: limit && { ...durationDraft(limit.seconds), value: String(limit.value) },
    otherwise: (rule.otherwise ?? []).map(stepDraft),
  };
}

function stepDraft(step: AutomationStep, id: number): StepDraft {
  if (step.kind === 'wait') return { id, kind: 'wait', duration: durationDraft(step.seconds) };
  if (step.kind === 'if') return { id, kind: 'if', ...conditionsDraft(conditionsOfStep(step)) };
  return { id, kind: 'action', action: actionDraft(step) };
}

const actionDraft = (action: AutomationAction): ActionDraft =>
  action.kind === 'notify' || action.kind === 'scene' ? action : { ...action, value: String(action.value) };

/** A length of time in the largest unit that it is whole in. */
export function durationDraft(seconds: number): DurationDraft {
  const unit = (['hours', 'minutes'] as const).find((each) => seconds % unitSeconds[each] === 0) ?? 'seconds';
  return { amount: String(seconds / unitSeconds[unit]), unit };
}

type Reading = { definition: AutomationDefinition | null; problems: Problems };

/** The automation that the fields describe for a device with these events, or null with what is wrong where. */
export function definitionOf(draft: Draft, control?: ControlState): Reading {
  const problems: Problems = {};
  const reader: Reader = { control, problems };
  const action = readAction(draft.action, reader);
  const read = draft.kind === 'timer' ? readTimer(draft, action, problems) : readRule(draft, action, reader);
  const next = readSteps(draft.next, 'next', reader);
  const hasSteps = next.length > 0 || (read?.kind === 'rule' && (read.otherwise ?? []).length > 0);
  const { whileRunning } = draft;
  const definition = read && {
    ...read,
    ...(next.length > 0 && { next }),
    ...(hasSteps && whileRunning !== 'restart' && { whileRunning }),
  };
  return { definition: Object.keys(problems).length === 0 ? definition : null, problems };
}

/** The outputs and events of the device as far as they are known, and where problems are noted. */
type Reader = { control: ControlState | undefined; problems: Problems };

/** The action that the fields describe; null or with a problem noted when they describe none. */
export function readAction(draft: ActionDraft | null, { control, problems }: Reader): AutomationAction | null {
  if (!draft || (draft.kind === 'event' && draft.name.trim() === '')) {
    problems.action = draft ? t`Type the name of the event.` : t`Choose what to do.`;
    return null;
  }
  if (draft.kind === 'notify') {
    const text = draft.text.trim();
    if (text === '') problems.action = t`Type what the message says.`;
    return { kind: 'notify', text };
  }
  if (draft.kind === 'scene') return draft;
  const value = readValue(draft, draft.value, control);
  if (value === null) problems.action = valueProblem(draft, control);
  if (draft.kind === 'event') return { ...draft, name: draft.name.trim(), value: String(value ?? '') };
  return { ...draft, value: Number(value) };
}

/** A value for what the action operates: a number for outputs, a text for events; null when it cannot be one. */
function readValue(action: SwitchDraft, text: string, control: ControlState | undefined): number | string | null {
  if (action.kind === 'event') {
    const event = numberEvent(action.name, control);
    return event ? readLevel(event, text) : text || null;
  }
  const level = typedNumber(text);
  return Number.isInteger(level) && level >= 0 && level <= (action.mode === 'digit' ? 1 : 255) ? level : null;
}

/** The event of this name, where it is set up to take a number. */
function numberEvent(name: string, control: ControlState | undefined): BoardEvent | undefined {
  const event = control?.events.find((each) => each.name === name.trim());
  return event?.widget === 'slider' || event?.widget === 'number' ? event : undefined;
}

function readLevel({ min, max }: BoardEvent, text: string): string | null {
  const level = typedNumber(text);
  const isInRange = level >= (min ?? Number.NEGATIVE_INFINITY) && level <= (max ?? Number.POSITIVE_INFINITY);
  return isInRange ? String(level) : null;
}

function valueProblem(action: SwitchDraft, control: ControlState | undefined): string {
  if (action.kind === 'event') {
    const event = numberEvent(action.name, control);
    return event ? levelProblem(event) : t`Type a value.`;
  }
  return action.mode === 'digit' ? t`Choose on or off.` : t`Type a whole number from 0 to 255.`;
}

function levelProblem({ min, max }: BoardEvent): string {
  if (min !== null && max !== null) return t`Type a number from ${min} to ${max}.`;
  if (min !== null) return t`Type a number of at least ${min}.`;
  return max === null ? t`Type a number, such as 1000 or 21.5.` : t`Type a number of at most ${max}.`;
}

/** The steps that the fields describe; with a problem noted at each that is none. */
function readSteps(
  steps: readonly StepDraft[],
  list: 'next' | 'otherwise',
  { control, problems }: Reader,
): AutomationStep[] {
  return steps.flatMap((step, index): AutomationStep[] => {
    const place = `${list} ${index}` as const;
    if (step.kind === 'if') return [readIf(step, place, problems)];
    if (step.kind === 'wait') return [{ kind: 'wait', seconds: readDuration(step.duration, place, problems) }];
    const own: Problems = {};
    const action = readAction(step.action, { control, problems: own });
    if (own.action) problems[place] = own.action;
    return action ? [action] : [];
  });
}

/** A single condition on a variable stands in a step as it is. */
function readIf(draft: ConditionsDraft, place: StepPlace, problems: Problems): AutomationStep {
  const own: ConditionsProblems = {};
  const joined = readConditions(draft, own);
  for (const [part, problem] of Object.entries(own)) problems[`${place} ${part as ConditionsPlace}`] = problem;
  const [only, ...others] = conditionsOf(joined);
  const isSingle = only !== undefined && others.length === 0 && joined.activeHours === null;
  return { kind: 'if', condition: isSingle && isValueCondition(only) ? only : { kind: 'joined', ...joined } };
}

function readTimer(draft: Draft, action: AutomationAction | null, problems: Problems): AutomationDefinition | null {
  const { moment, secondOfDay, sunMinutes, repeat, date, days } = draft;
  const minutes = typedNumber(sunMinutes);
  const [side, event = side] = moment.split(' ');
  const offset = side === 'before' ? -minutes : side === 'after' ? minutes : 0;
  if (moment === 'time' && secondOfDay === null) problems.at = t`Type a time.`;
  if (offset !== 0 && !(Number.isInteger(minutes) && minutes > 0 && minutes <= furthestFromSun)) {
    problems.at = t`Type whole minutes from 1 to ${{ max: furthestFromSun }}.`;
  }
  if (repeat === 'once' && date === '') problems.repeat = t`Choose a day.`;
  if (repeat === 'weekly' && days.length === 0) problems.repeat = t`Choose at least one day.`;
  if (!action) return null;
  return {
    kind: 'timer',
    at:
      moment === 'time'
        ? { type: 'time', secondOfDay: secondOfDay ?? 0 }
        : { type: 'sun', event: event === 'sunset' ? 'sunset' : 'sunrise', offsetMinutes: offset },
    repeat: repeat === 'once' ? { type: 'once', date } : repeat === 'weekly' ? weeklyOn(days) : { type: 'daily' },
    action,
  };
}

const weeklyOn = (days: readonly number[]) => ({ type: 'weekly' as const, days: [...days].sort((a, b) => a - b) });

function readRule(draft: Draft, action: AutomationAction | null, reader: Reader): AutomationDefinition | null {
  const { control, problems } = reader;
  const { conditions, groups, hold, back, limit } = draft;
  if (conditions.length + groups.length === 0) problems['condition 0'] = t`Choose a value to watch.`;
  const joined = readConditions(draft, problems);
  const forSeconds = hold ? readDuration(hold, 'hold', problems) : 0;
  const limitSeconds = limit ? readDuration(limit, 'limit', problems) : 0;
  const end = draft.action && isSwitchDraft(draft.action) ? draft.action : null;
  const backValue = end && back !== null ? readValue(end, back, control) : null;
  const limitValue = end && limit ? readValue(end, limit.value, control) : null;
  if (end && back !== null && backValue === null) problems.back = valueProblem(end, control);
  if (end && limit && limitValue === null) problems.limit ??= valueProblem(end, control);
  const otherwise = readSteps(draft.otherwise, 'otherwise', reader);
  if (!action) return null;
  return {
    kind: 'rule',
    ...joined,
    forSeconds,
    action,
    back: backValue,
    limit: end && limit ? { seconds: limitSeconds, value: limitValue ?? 0 } : null,
    ...(otherwise.length > 0 && { otherwise }),
  };
}

/** The seconds of a length of time; NaN for what is none. */
export const durationSeconds = ({ amount, unit }: DurationDraft): number => typedNumber(amount) * unitSeconds[unit];

function readDuration(duration: DurationDraft, place: 'hold' | 'limit' | StepPlace, problems: Problems): number {
  const seconds = durationSeconds(duration);
  if (duration.amount.trim() !== '' && Number.isNaN(seconds)) {
    problems[place] = t`Type a number, such as 1000 or 21.5.`;
  } else if (!(Number.isInteger(seconds) && seconds >= 1 && seconds <= longestSeconds)) {
    problems[place] = t`Type a time from 1 second to 24 hours.`;
  }
  return seconds;
}

/** The value that undoes a switching one; empty when it is not known. */
function oppositeOf(action: ActionDraft | null): string {
  if (!action || !isSwitchDraft(action)) return '';
  if (action.kind === 'output' && action.mode !== 'digit') return '0';
  return action.value === '1' ? '0' : action.value === '0' ? '1' : '';
}

/** What is added when somebody requests a part of a rule. */
export const addedParts = {
  hold: (): Partial<Draft> => ({ hold: { amount: '5', unit: 'minutes' } }),
  back: ({ action }: Draft): Partial<Draft> => ({ back: oppositeOf(action) }),
  limit: ({ action }: Draft): Partial<Draft> => ({
    limit: { amount: '10', unit: 'minutes', value: oppositeOf(action) },
  }),
  hours: (): Partial<Draft> => ({ hours: { from: 6 * 3600, to: 18 * 3600, days: everyDay } }),
} satisfies Record<string, (draft: Draft) => Partial<Draft>>;

const serverPlaces: Record<string, DraftPlace> = {
  at: 'at',
  repeat: 'repeat',
  action: 'action',
  forSeconds: 'hold',
  back: 'back',
  limit: 'limit',
};

/** The server's remarks on fields (`definition.conditions.0.key`) at the parts that they are about; others are left out. */
export function serverProblems(fields: Readonly<Record<string, string>>): Problems {
  const problems: Problems = {};
  for (const [field, message] of Object.entries(fields)) {
    const place = placeOf(field.replace(/^definition\./, '').split('.'));
    if (place) problems[place] ??= message;
  }
  return problems;
}

function placeOf([part = '', index = '0', ...inner]: readonly string[]): DraftPlace | undefined {
  if (part === 'next' || part === 'otherwise') {
    const step = `${part} ${Number(index)}` as const;
    const place = inner[0] === 'condition' ? conditionPlaceOf(inner.slice(1)) : undefined;
    return place ? `${step} ${place}` : step;
  }
  return conditionPlaceOf([part, index, ...inner]) ?? serverPlaces[part];
}

function conditionPlaceOf([part, index = '0', inner = '0']: readonly string[]): ConditionsPlace | undefined {
  if (part === 'activeHours') return 'hours';
  if (part === 'conditions') return `condition ${Number(index)}`;
  return part === 'groups' ? `group ${Number(index)} condition ${Number(inner)}` : undefined;
}
