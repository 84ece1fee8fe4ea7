import {
  type AutomationAction,
  type AutomationDefinition,
  type BoardFamily,
  conditionsOf,
  isValueCondition,
  type RuleDefinition,
  type ServerReason,
  type SwitchAction,
  stepsOf,
  type TimerDefinition,
  watchedBy,
} from '@cyno/contract';
import {
  type BoardRule,
  type BoardTimer,
  clockSeconds,
  isBoardComparison,
  isFirmwareAtLeast,
  ruleProblem,
  timerProblem,
} from '@cyno/device-protocol';
import { addDays, localDateOf, nextDue } from '../timers/index.ts';

const secondsOfDay = 86_400;
/** The board's clock may be late by as much, and its report comes within that time. */
export const boardReportMs = 10_000;
/** A timer for once that its board had stays with it until it was ended, so that nobody else runs it late. */
const notEndedMs = 3_600_000;

/** What decides whether a board can run something by itself. */
export interface EntryBoard {
  readonly espid: string;
  readonly family: BoardFamily;
  /** The version of the library, or the oldest one that behaves as the board does; null: nothing is known. */
  readonly firmware: string | null;
  readonly zone: string;
  readonly now: number;
  /** True for an output that is switched back after a moment. */
  isMomentary(action: AutomationAction): boolean;
  /** True for a variable whose values are not what the board sends. */
  isCalibrated(key: string): boolean;
  /** True for a variable that the server makes of others. */
  isComputed(key: string): boolean;
}

/** What the board would be given, or why the server does it, as the end of "Runs on the server: …". */
export type BoardEntry =
  | { readonly kind: 'timer'; readonly timer: BoardTimer }
  | { readonly kind: 'rule'; readonly rule: BoardRule }
  | { readonly kind: 'server'; readonly reason: ServerReason };

/** How an automation would stand in the list of its board (protocol 5). */
export function boardEntry(definition: AutomationDefinition, board: EntryBoard): BoardEntry {
  const { family, firmware } = board;
  const { action } = definition;
  if (action.kind === 'notify') return server('the board cannot send messages to people.');
  if (action.kind === 'scene') return server('the board knows no scenes.');
  if (stepsOf(definition).length > 0) return server('the board does one thing only, and nothing after it.');
  const kinds = watchedBy(definition).map(({ kind }) => kind);
  if (kinds.includes('devices')) return server('it watches several devices.');
  if (kinds.includes('alert')) return server('the board knows no alerts.');
  if (family === 'other') return server('this device is not a board of a known kind.');
  if (firmware === null) return server('the board has not reported its firmware.');
  if (board.isMomentary(action)) {
    return server('the output is switched back after a moment, which the board does not do by itself.');
  }
  return definition.kind === 'timer' ? timerOnBoard(definition, action, board) : ruleOnBoard(definition, action, board);
}

const server = (reason: ServerReason): BoardEntry => ({ kind: 'server', reason });

function timerOnBoard(definition: TimerDefinition, action: SwitchAction, board: EntryBoard): BoardEntry {
  const { at, repeat } = definition;
  const { family, firmware } = board;
  if (!isFirmwareAtLeast(firmware, '1.0.3')) return server('the firmware of the board has no timers.');
  if (at.type === 'sun') return server('the board does not know when the sun rises and sets.');
  if (repeat.type === 'weekly' && action.kind === 'output') {
    return server("the board's library cannot switch outputs on chosen days.");
  }
  if (repeat.type === 'weekly' && !isFirmwareAtLeast(firmware, '1.0.8')) {
    return server('weekly timers on the board need firmware 1.0.8.');
  }
  if (action.kind === 'event' && !isFirmwareAtLeast(firmware, '1.0.6')) {
    return server('timers that send events need firmware 1.0.6 on the board.');
  }
  if (repeat.type === 'once' && !isNextTime(definition, at.secondOfDay, board)) {
    return server('the board keeps no dates, so it is given the timer a day before.');
  }
  const rep = repeat.type === 'daily' ? 'e' : repeat.type === 'once' ? 'o' : 'w';
  const days = repeat.type === 'weekly' ? repeat.days : [];
  const timer: BoardTimer = { tod: at.secondOfDay, rep, action, days };
  return timerProblem(family, timer) === null ? { kind: 'timer', timer } : server('the board cannot store this.');
}

/** Whether the next time that the board's clock shows the timer's second is on its date. */
function isNextTime(definition: TimerDefinition, secondOfDay: number, { zone, now }: EntryBoard): boolean {
  const place = { zone, location: null };
  const due = nextDue(definition, place, now - notEndedMs);
  // A time that the clock leaves out when summer time begins would come at another one on the board.
  if (due === null || clockSeconds(due.at, zone) % secondsOfDay !== secondOfDay) return false;
  if (due.at <= now) return true;
  const today = localDateOf(now, zone);
  if (due.date === today) return true;
  const daily: TimerDefinition = { ...definition, at: { type: 'time', secondOfDay }, repeat: { type: 'daily' } };
  return due.date === addDays(today, 1) && nextDue(daily, place, now - boardReportMs)?.date === due.date;
}

function ruleOnBoard(definition: RuleDefinition, action: SwitchAction, board: EntryBoard): BoardEntry {
  const { espid, family, firmware } = board;
  const { match, groups = [] } = definition;
  const conditions = conditionsOf(definition).filter(isValueCondition);
  if (!isFirmwareAtLeast(firmware, '1.0.8')) return server('rules on the board need firmware 1.0.8.');
  const [condition, ...further] = conditions;
  if (groups.length > 0 || (match === 'any' && further.length > 0)) {
    return server('the board cannot combine conditions with "or".');
  }
  if (!condition || further.length > 0) return server('it has several conditions.');
  if (condition.espid !== espid) return server('it reads another device.');
  if (board.isCalibrated(condition.key)) {
    return server('the variable is calibrated, and the board compares what it measures itself.');
  }
  if (board.isComputed(condition.key)) return server('the variable is computed by the server.');
  const reason = beyondBoard(definition);
  if (reason !== null) return server(reason);
  const { key, comparison, threshold } = condition;
  if (action.kind === 'event') return server('the board would repeat the event with each measurement.');
  if (!isBoardComparison(comparison)) return server('the board cannot compare with "is not".');
  const rule: BoardRule = { key, comparison, threshold, output: action };
  return ruleProblem(family, rule) === null
    ? { kind: 'rule', rule }
    : server('the board cannot store this variable or this threshold.');
}

/** What a rule wants that boards do not know, or do differently (protocol 5.2, B14). */
function beyondBoard({ conditions, forSeconds, back, limit, activeHours }: RuleDefinition): ServerReason | null {
  if (forSeconds > 0) return 'the board does not wait until the condition has held for some time.';
  if (conditions.some((condition) => condition.kind !== 'alert' && condition.release !== null))
    return 'the board knows only one threshold.';
  if (back !== null) return 'the board does not switch back when the condition ends.';
  if (limit !== null) return 'with a time limit the board would switch back and forth while the condition holds.';
  if (activeHours !== null) return 'the board knows no active hours.';
  return null;
}
