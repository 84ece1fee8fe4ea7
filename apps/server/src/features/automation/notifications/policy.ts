import {
  type NotificationKind,
  type NotificationPolicy,
  type NotificationSeverity,
  notificationBounds,
} from '@cyno/contract';
import { Temporal } from 'temporal-polyfill';
import { isPerson } from './escalations/people.service.ts';

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** What is held back is gathered for an hour at least. */
const sumsPerHour = 1;
const { messagesPerHour, lesserMessagesPerHour, messagesPerHourForEscalated, repetitionsPerHour, repeatHours } =
  notificationBounds;

interface Question {
  readonly policy: NotificationPolicy;
  readonly severity: NotificationSeverity;
  readonly kind: NotificationKind;
  readonly now: number;
  readonly timeZone: string;
  /** Whether somebody else passed it on to the person. */
  readonly isPassedOn: boolean;
  /** Whether it sums up what was held back because there were too many messages. */
  readonly isSum: boolean;
  /** When the person got messages within the last hour, newest first. */
  readonly recent: readonly number[];
  /** Of a repetition, when the person got others within the last hour, newest first; null: it is none. */
  readonly repetitions: readonly number[] | null;
}

type Decision =
  /** `summed`: with all others that wait for the same reason. */
  | { readonly action: 'wait'; readonly until: number; readonly summed: boolean }
  | { readonly action: 'notify'; readonly contacts: 'all' | readonly string[]; readonly isLast: boolean };

/** Decides when and where a person is notified. */
export function decide({
  policy,
  severity,
  kind,
  now,
  timeZone,
  isPassedOn,
  isSum,
  recent,
  repetitions,
}: Question): Decision {
  // Anyone who acknowledged it knows, and the others see it in the app.
  const contacts = kind === 'acknowledged' ? [] : policy[severity].contacts;
  if (contacts.length === 0) return { action: 'notify', contacts, isLast: false };
  const until = heldUntil(policy, { severity, at: now, timeZone });
  if (until !== null) {
    // People are named for the hours in which their owner sleeps, so the time until it is passed on begins now.
    const isForPeople = kind === 'active' && !isPassedOn && namesPeople(policy[severity]);
    return isForPeople ? { action: 'notify', contacts: [], isLast: false } : { action: 'wait', until, summed: false };
  }
  // Newer messages would take each place that becomes free.
  if (isSum) return { action: 'notify', contacts, isLast: false };
  const max = isPassedOn
    ? messagesPerHourForEscalated
    : severity === 'critical'
      ? messagesPerHour - sumsPerHour
      : lesserMessagesPerHour;
  const oldest = recent[max - 1] ?? repetitions?.[repetitionsPerHour - 1];
  if (oldest !== undefined) return { action: 'wait', until: oldest + hourMs, summed: !isPassedOn };
  return { action: 'notify', contacts, isLast: !isPassedOn && recent.length === max - 1 };
}

type SeverityPolicy = NotificationPolicy['info'];

/** Until when quiet hours hold back messages of a severity to the person's own contacts; null: they do not. */
export function heldUntil(
  { quiet }: Pick<NotificationPolicy, 'quiet'>,
  { severity, at, timeZone }: { severity: NotificationSeverity; at: number; timeZone: string },
): number | null {
  return severity === 'critical' && quiet?.criticalBreaks ? null : quietEnd(quiet, at, timeZone);
}

const namesPeople = ({ escalations }: SeverityPolicy): boolean =>
  escalations.some((step) => step.contacts.some(isPerson));

/**
 * When a message is sent again, to the same contacts or to those of an escalation; null: not any more. `firstAt`: when it was sent first.
 * `until`: when the quiet hours end that hold back what does not go to people.
 */
export function nextRepeat(
  policy: SeverityPolicy,
  { kind, now, firstAt, until }: { kind: NotificationKind; now: number; firstAt: number; until: number | null },
): number | null {
  if (kind !== 'active') return null;
  const { contacts, repeatMinutes, escalations } = policy;
  const escalatedAt = escalations.map(({ afterMinutes }) => firstAt + afterMinutes * minuteMs);
  const isNotified = contacts.length > 0 || escalatedAt.some((at) => at <= now);
  const repeatedAt = repeatMinutes !== null && isNotified ? now + repeatMinutes * minuteMs : Infinity;
  const at = Math.min(
    until !== null && namesPeople(policy) ? until : repeatedAt,
    ...escalatedAt.filter((step) => step > now),
  );
  return at - firstAt <= repeatHours * hourMs ? at : null;
}

interface Repetition {
  readonly contacts: 'all' | readonly string[];
  /** To whom it is passed on. Each hears of it once; what is repeated to them is decided by their own policy. */
  readonly people: readonly string[];
  readonly isEscalation: boolean;
}

/**
 * Where a message goes that is sent again at `now`, after one at `lastAt`: at an escalation to its contacts alone, later to all that were
 * notified, and `afterQuiet` to all whom quiet hours held back.
 */
export function repeatTo(
  policy: SeverityPolicy,
  { now, firstAt, lastAt, afterQuiet }: { now: number; firstAt: number; lastAt: number; afterQuiet: boolean },
): Repetition {
  const { contacts, escalations } = policy;
  const begun = escalations.filter(({ afterMinutes }) => firstAt + afterMinutes * minuteMs <= now);
  const due = begun.filter(({ afterMinutes }) => firstAt + afterMinutes * minuteMs > lastAt);
  const of = (steps: typeof begun) => [...new Set(steps.flatMap((step) => step.contacts))];
  const people = of(due).filter(isPerson);
  if (due.length > 0 && !(afterQuiet && namesPeople(policy))) return { contacts: of(due), people, isEscalation: true };
  const all = contacts === 'all' ? contacts : [...new Set([...contacts, ...of(begun)])];
  return { contacts: all, people, isEscalation: false };
}

/** When the quiet hours end in which `now` is; null: it is in none. Where the clock is put forward over their end, after the gap. */
export function quietEnd(quiet: NotificationPolicy['quiet'], now: number, timeZone: string): number | null {
  if (!quiet || quiet.from === quiet.to) return null;
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const minute = here.hour * 60 + here.minute;
  const { from, to } = quiet;
  const isQuiet = from < to ? from <= minute && minute < to : from <= minute || minute < to;
  if (!isQuiet) return null;
  const day = here.toPlainDate().add({ days: minute < to ? 0 : 1 });
  const end = day.toPlainDateTime(new Temporal.PlainTime(Math.floor(to / 60), to % 60));
  const first = end.toZonedDateTime(timeZone).epochMilliseconds;
  // Where the clock is put back an hour comes twice, and the first end may be over.
  return first > now ? first : end.toZonedDateTime(timeZone, { disambiguation: 'later' }).epochMilliseconds;
}

/** When the day began in which an instant is (ms since the epoch). */
export const dayStart = (at: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).startOfDay().epochMilliseconds;
