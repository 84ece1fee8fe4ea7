import {
  type NotificationKind,
  type NotificationPolicy,
  type NotificationSeverity,
  notificationBounds,
} from '@cyno/contract';
import { Temporal } from 'temporal-polyfill';

const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
const { messagesPerHour, lesserMessagesPerHour, messagesPerHourForEscalated, repeatHours } = notificationBounds;

interface Question {
  readonly policy: NotificationPolicy;
  readonly severity: NotificationSeverity;
  readonly kind: NotificationKind;
  readonly now: number;
  readonly timeZone: string;
  /** Whether somebody else passed it on to the person. */
  readonly isPassedOn: boolean;
  /** When the person got messages within the last hour, newest first. */
  readonly recent: readonly number[];
}

type Decision =
  /** `summed`: with all others that wait for the same reason. */
  | { readonly action: 'wait'; readonly until: number; readonly summed: boolean }
  | { readonly action: 'notify'; readonly contacts: 'all' | readonly string[]; readonly isLast: boolean };

/** Decides when and where a person is notified. */
export function decide({ policy, severity, kind, now, timeZone, isPassedOn, recent }: Question): Decision {
  // Anyone who acknowledged it knows, and the others see it in the app.
  const contacts = kind === 'acknowledged' ? [] : policy[severity].contacts;
  if (contacts.length === 0) return { action: 'notify', contacts, isLast: false };
  const quietUntil = quietEnd(policy.quiet, now, timeZone);
  if (quietUntil !== null && !(severity === 'critical' && policy.quiet?.criticalBreaks)) {
    return { action: 'wait', until: quietUntil, summed: false };
  }
  const max = isPassedOn
    ? messagesPerHourForEscalated
    : severity === 'critical'
      ? messagesPerHour
      : lesserMessagesPerHour;
  const oldest = recent[max - 1];
  if (oldest !== undefined) return { action: 'wait', until: oldest + hourMs, summed: !isPassedOn };
  return { action: 'notify', contacts, isLast: !isPassedOn && recent.length === max - 1 };
}

type SeverityPolicy = NotificationPolicy['info'];

/** When a message is sent again, to the same contacts or to those of an escalation; null: not any more. `firstAt`: when it was sent first. */
export function nextRepeat(
  { contacts, repeatMinutes, escalations }: SeverityPolicy,
  { kind, now, firstAt }: { kind: NotificationKind; now: number; firstAt: number },
): number | null {
  if (kind !== 'active') return null;
  const escalatedAt = escalations.map(({ afterMinutes }) => firstAt + afterMinutes * minuteMs);
  const isNotified = contacts.length > 0 || escalatedAt.some((at) => at <= now);
  const at = Math.min(
    repeatMinutes !== null && isNotified ? now + repeatMinutes * minuteMs : Infinity,
    ...escalatedAt.filter((step) => step > now),
  );
  return at - firstAt <= repeatHours * hourMs ? at : null;
}

/**
 * Where a message goes that is sent again at `now`, after one at `lastAt`: at an escalation to its contacts alone, later to all that were
 * notified.
 */
export function repeatTo(
  { contacts, escalations }: SeverityPolicy,
  { now, firstAt, lastAt }: { now: number; firstAt: number; lastAt: number },
): { readonly contacts: 'all' | readonly string[]; readonly isEscalation: boolean } {
  const begun = escalations.filter(({ afterMinutes }) => firstAt + afterMinutes * minuteMs <= now);
  const due = begun.filter(({ afterMinutes }) => firstAt + afterMinutes * minuteMs > lastAt);
  const of = (steps: typeof begun) => [...new Set(steps.flatMap((step) => step.contacts))];
  if (due.length > 0) return { contacts: of(due), isEscalation: true };
  return { contacts: contacts === 'all' ? 'all' : [...new Set([...contacts, ...of(begun)])], isEscalation: false };
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
  const end = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(Math.floor(to / 60), to % 60) });
  return end.epochMilliseconds;
}

/** When the day began in which an instant is (ms since the epoch). */
export const dayStart = (at: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).startOfDay().epochMilliseconds;
