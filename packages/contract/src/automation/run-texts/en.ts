import { amount, clockTime, formatNumber } from '../alert-texts/amount.ts';
import { durationText, roughly } from '../alert-texts/en.ts';
import type { Comparison, SwitchAction, TimerDefinition, ValueCondition } from '../definitions.ts';
import type { RunFact, RunStatement } from '../run-reports.ts';
import type { RunTexts } from './run-texts.ts';

const comparisons: Record<Comparison, string> = {
  '>': 'above',
  '>=': 'at or above',
  '<': 'below',
  '<=': 'at or below',
  '==': 'equal to',
  '!=': 'not',
};
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const states = {
  active: 'active',
  unacknowledged: 'active and not acknowledged',
  acknowledged: 'acknowledged',
  cleared: 'cleared',
};
const notStates = {
  active: 'is not active',
  unacknowledged: 'is not active, or somebody acknowledged it',
  acknowledged: 'is not acknowledged',
  cleared: 'has not cleared',
};

/** `below 20` */
export const comparedTo = ({ comparison, threshold }: Pick<ValueCondition, 'comparison' | 'threshold'>): string =>
  `${comparisons[comparison]} ${formatNumber(threshold)}`;

/** `a`, `a and b`, `a, b and c` */
export function joined(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  const last = items.at(-1) ?? '';
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} ${word} ${last}`;
}

/** `every day at 07:00`, `on Monday and Friday 30 minutes before sunset` */
export function timerText({ at, repeat }: Pick<TimerDefinition, 'at' | 'repeat'>): string {
  return `${daysText(repeat)} ${at.type === 'time' ? `at ${clockTime(at.secondOfDay)}` : sunText(at)}`;
}

function daysText(repeat: TimerDefinition['repeat']): string {
  if (repeat.type === 'once') return `on ${repeat.date}`;
  if (repeat.type === 'daily') return 'every day';
  return `on ${namedDays(repeat.days)}`;
}

const namedDays = (days: readonly number[]): string => joined(days.toSorted().map((day) => weekdays[day] ?? ''));

function sunText({ event, offsetMinutes }: { event: string; offsetMinutes: number }): string {
  if (offsetMinutes === 0) return `at ${event}`;
  return `${durationText(Math.abs(offsetMinutes) * 60)} ${offsetMinutes < 0 ? 'before' : 'after'} ${event}`;
}

/** `D1 on`, `D2 to 128`, `setpoint to 42` */
export function switchText(action: SwitchAction): string {
  if (action.kind === 'event') return `${action.name} to ${action.value}`;
  if (action.mode === 'digit') return `${action.pin} ${action.value === 0 ? 'off' : 'on'}`;
  return `${action.pin} to ${action.value}`;
}

const subject = ({ label, device }: { label: string; device: string | null }): string =>
  device === null ? label : `${label} of ${deviceText(device)}`;

const deviceText = (name: string): string => name || 'another device';

const alertName = (name: string | null): string => (name === null ? 'an alert' : `alert "${name}"`);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Facts at the start of a sentence; names of variables stay as they are. */
function factsText(facts: readonly RunFact[]): string {
  const text = joined(facts.map(factText));
  return facts[0]?.kind === 'alert' ? capitalized(text) : text;
}

function factText(fact: RunFact): string {
  if (fact.kind === 'value') return `${subject(fact)} was ${amount(fact.value, fact.unit)}, ${comparedTo(fact)}`;
  if (fact.kind === 'more') return `${fact.count} more ${fact.count === 1 ? 'device' : 'devices'}`;
  const { name, device, state } = fact;
  return `${alertName(name)} of ${deviceText(device)} ${state === 'cleared' ? 'has' : 'is'} ${states[state]}`;
}

/** `not below 20`, `no longer below 20`; of "not 20" that it is equal to it. */
const failedText = (
  { comparison, threshold }: Pick<ValueCondition, 'comparison' | 'threshold'>,
  negation: 'not' | 'no longer',
): string =>
  comparison === '!='
    ? comparedTo({ comparison: '==', threshold })
    : `${negation} ${comparedTo({ comparison, threshold })}`;

function ceasedText({ release, ...fact }: Extract<RunStatement, { code: 'ceased' }>): string {
  const until = release === null ? failedText(fact, 'no longer') : `past ${formatNumber(release)}`;
  return `${subject(fact)} was ${amount(fact.value, fact.unit)}, ${until}.`;
}

/** The sentences about runs in English. */
export const runTextsEn: RunTexts = {
  due: ({ lateMs, ...timer }) =>
    `Due ${timerText(timer)}${lateMs === null ? '' : ` (${roughly(lateMs)} late, because the server was away)`}.`,
  held: ({ facts, seconds }) => `${factsText(facts)}${seconds > 0 ? ` for ${durationText(seconds)}` : ''}.`,
  continued: ({ facts }) => `It continued: ${joined(facts.map(factText))}.`,
  ceased: ceasedText,
  was_text: (variable) => `${subject(variable)} was a text.`,
  not_reported: ({ ms, ...variable }) => `${subject(variable)} has not been reported for ${roughly(ms)}.`,
  alert_ceased: ({ name, state }) => `${capitalized(alertName(name))} is no longer ${states[state]}.`,
  more_ceased: ({ count }) => `The same is true of ${count} more ${count === 1 ? 'device' : 'devices'}.`,
  no_devices: () => 'None of its devices are left.',
  hours_over: () => 'Its active hours are over.',
  time_over: ({ seconds }) => `Its time of ${durationText(seconds)} is over.`,
  started_often: ({ times }) => `It started ${times} times within a minute, so it pauses for a minute.`,
  waited: ({ ms }) => `It waited for its turn${ms === null ? '' : ` for ${roughly(ms)}`}.`,
  board_ran: () => 'The board ran it by itself.',
  board_has_timer: () => 'The board has the timer.',
  acknowledged: ({ action, ms }) =>
    `${action === null ? 'Acknowledged' : `${switchText(action)}, acknowledged`}${ms === null ? '' : ` after ${ms} ms`}.`,
  unconfirmed: ({ action }) =>
    `${action === null ? 'Sent' : switchText(action)}. The firmware of the board cannot confirm it.`,
  board_reported: ({ action }) => `${action === null ? 'Done' : switchText(action)}, reported by the board.`,
  switched: ({ action }) => `${switchText(action)}.`,
  scene_started: ({ scene }) => `Scene "${scene}".`,
  superseded: () => 'A newer command for the same target took its place.',
  reason: ({ text }) => text,
  message_queued: ({ subject: text }) =>
    `${text === '' ? 'Message' : `Message "${text}"`} queued for the owner's contacts.`,
  scene_ended: ({ scene, done, count }) =>
    `${scene === '' ? 'Scene' : `Scene "${scene}"`}: ${done === count && done > 1 ? `all ${done} done` : `${done} of ${count} done`}.`,
  not_sent: () => 'Not sent.',
  missed: ({ ms }) =>
    `The server was away at that time and came back ${roughly(ms)} later. Only what is at most 5 minutes late is done.`,
  switched_off: () => 'It was switched off meanwhile.',
  cancelled: () => 'Cancelled on the Automation page.',
  still_running: () => 'Left out, because what an earlier start began was still under way.',
  queue_full: ({ max }) => `Left out, because ${max} starts were waiting already.`,
  not_reported_by_board: () => 'The board did not report it.',
  board_away: () => 'The board was not connected, so it is not known whether it ran.',
  server_away: () => 'The server was away, so it is not known whether it ran.',
  no_location: () => 'The device has no location. Set it in the settings of the device.',
  no_sunrise: () => 'The sun does not rise on this day at the place of the device.',
  no_sunset: () => 'The sun does not set on this day at the place of the device.',
  unknown: (variable) => `${subject(variable)} is not known.`,
  outdated: (variable) => `${subject(variable)} is not known any more.`,
  not_held: (fact) => `${subject(fact)} was ${amount(fact.value, fact.unit)}, ${failedText(fact, 'not')}.`,
  alert_not_held: ({ name, state }) => `${capitalized(alertName(name))} ${notStates[state]}.`,
  outside_hours: ({ from, to, days }) =>
    `It was not between ${clockTime(from)} and ${clockTime(to)}${days.length < 7 ? ` on ${namedDays(days)}` : ''}.`,
  rest_left_out: () => 'What follows was left out.',
  on_days: ({ count }) => `That is so on ${count} of these days.`,
  averages: () =>
    'Where single messages are no longer stored, or are very many, it is calculated from averages of a minute.',
};
