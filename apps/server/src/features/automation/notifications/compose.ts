import type { Language } from '@cyno/contract';
import { Temporal } from 'temporal-polyfill';
import type { EventDetails, MessageContent } from './event.ts';
import { alertMessageTexts, messageTexts } from './message-texts/index.ts';

/** So many events are named in a message; the others are counted. */
export const namedEvents = 20;
const namedInText = 10;
/** What began less long before its message needs no time of its own. */
const delayMs = 60_000;
/** So many devices of a group hardly fail together by themselves. */
const fewestOfNetwork = 3;

/** What one message is about. */
export interface Happened {
  /** The first ones. */
  readonly events: readonly EventDetails[];
  readonly count: number;
  /** How many devices they are about. */
  readonly devices: number;
  /** The group of all these devices; null: they are of several, or of none. */
  readonly group: string | null;
}

/** Who reads a message: in which language, and on a clock of which time zone (IANA). */
export interface Reader {
  readonly language: Language;
  readonly timeZone: string;
}

/** Describes what happened in one message. */
export function compose(happened: Happened, reader: Reader): MessageContent {
  const { events, count, devices } = happened;
  const [first] = events;
  if (!first) throw new RangeError('A message is about something.');
  if (count === 1) {
    const { subject, link, kind, since, at } = first;
    const isDelayed = kind === 'active' && since !== null && at - since >= delayMs;
    return {
      subject,
      text: isDelayed ? withSince(first.text, { since, at }, reader) : first.text,
      link,
      count,
      events,
    };
  }
  const left = count - Math.min(count, namedInText);
  const lines = events
    .slice(0, namedInText)
    .map(({ subject, reading }) => `• ${reading === null ? subject : `${subject} – ${reading}`}`);
  if (left > 0) lines.push(`• ${messageTexts[reader.language].andMore(left)}`);
  const isOneDevice = events.every(({ espid }) => espid === first.espid);
  return {
    subject: subjectOf(happened, reader),
    text: lines.join('\n'),
    link: isOneDevice && devices <= 1 ? first.link : alertsLink(happened, reader),
    count,
    events,
  };
}

/** A reminder of what nobody acknowledged, with its beginning; an `isEscalation` goes to somebody else. */
export function remind(
  happened: Happened,
  { isEscalation, ...reader }: Reader & { isEscalation: boolean },
): MessageContent {
  const { still, notAcknowledged } = messageTexts[reader.language];
  const content = compose(happened, reader);
  const [first] = content.events;
  const text =
    content.count === 1 && first?.since
      ? withSince(first.text, { since: first.since, at: null }, reader)
      : content.text;
  return { ...content, subject: (isEscalation ? notAcknowledged : still)(content.subject), text };
}

/** What nobody acknowledged, for a person whom the escalation of somebody else names: `by` is their address. */
export function passOn(happened: Happened, { by, ...reader }: Reader & { by: string }): MessageContent {
  const content = remind(happened, { ...reader, isEscalation: true });
  return { ...content, text: `${content.text}\n${messageTexts[reader.language].passedOnBy(by)}` };
}

/** Since when it holds, on the reader's clock: with the day, unless it is that of `at`. */
function withSince(text: string, { since, at }: { since: number; at: number | null }, reader: Reader): string {
  const { language, timeZone } = reader;
  const day = at !== null && isoDay(since, timeZone) === isoDay(at, timeZone) ? null : dayOf(since, reader);
  return `${text}\n${messageTexts[language].since(day, timeOf(since, timeZone))}`;
}

/** The page of the alerts of these days, of their severity where they have the same: it shows them also when they are over. */
function alertsLink({ events, count }: Happened, { timeZone }: Reader): string {
  const [first] = events;
  const query = new URLSearchParams({ show: 'history' });
  if (first && events.every(({ severity }) => severity === first.severity)) query.set('severity', first.severity);
  const instants = events.map(({ since, at }) => since ?? at);
  query.set('time', 'days');
  query.set('from', isoDay(Math.min(...instants), timeZone));
  // The last one of those that are not named may be of a later day.
  if (count === events.length) query.set('to', isoDay(Math.max(...events.map(({ at }) => at)), timeZone));
  return `/alerts?${query}`;
}

/** "23 devices of Greenhouse A went offline at 14:03 – probably its network" */
function subjectOf({ events, count, devices, group }: Happened, { language, timeZone }: Reader): string {
  const [first] = events;
  const texts = messageTexts[language];
  const who = devices > 1 ? texts.devices(devices, group) : texts.notifications(count, group);
  const what = events.every((event) => event.what === first?.what) ? first?.what : null;
  const { wentOffline, wereCancelled } = alertMessageTexts[language];
  // What is over on some devices may last on those whose alerts were cancelled.
  const isSame = events.every((event) => event.kind === first?.kind && event.what !== wereCancelled);
  const common = what ?? (isSame && first ? texts.did[first.kind] : null);
  const did = devices > 1 ? common : null;
  const isNetwork = group !== null && devices >= fewestOfNetwork && did === wentOffline;
  return texts.subject(who, did, timeOf(first?.at ?? 0, timeZone)) + (isNetwork ? texts.probablyNetwork : '');
}

/** An instant on the reader's clock, such as `14:03`. */
export function timeOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/** A day on the reader's clock, such as `1 Nov`. */
function dayOf(at: number, { language, timeZone }: Reader): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(at);
}

/** A day on the reader's clock as addresses have it, such as `2026-11-01`. */
const isoDay = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
