import type { Language } from '@cyno/contract';
import type { EventDetails, MessageContent } from './event.ts';
import { alertMessageTexts, messageTexts } from './message-texts/index.ts';

/** So many events are named in a message; the others are counted. */
export const namedEvents = 20;
const namedInText = 10;
/** So many devices of a group hardly fail together by themselves. */
const fewestOfNetwork = 3;

interface Happened {
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
export function compose({ events, count, devices, group }: Happened, reader: Reader): MessageContent {
  const [first] = events;
  if (!first) throw new RangeError('A message is about something.');
  if (count === 1) return { subject: first.subject, text: first.text, link: first.link, count, events };
  const left = count - Math.min(count, namedInText);
  const lines = events.slice(0, namedInText).map(({ subject }) => `• ${subject}`);
  if (left > 0) lines.push(`• ${messageTexts[reader.language].andMore(left)}`);
  const isOneDevice = events.every(({ espid }) => espid === first.espid);
  return {
    subject: subjectOf({ events, count, devices, group }, reader),
    text: lines.join('\n'),
    link: isOneDevice && devices <= 1 ? first.link : '/alerts',
    count,
    events,
  };
}

/** "23 devices of Greenhouse A went offline at 14:03 – probably its network" */
function subjectOf({ events, count, devices, group }: Happened, { language, timeZone }: Reader): string {
  const [first] = events;
  const texts = messageTexts[language];
  const who = devices > 1 ? texts.devices(devices, group) : texts.notifications(count, group);
  const what = events.every((event) => event.what === first?.what) ? first?.what : null;
  const isSame = events.every(({ kind }) => kind === first?.kind);
  const did = what ?? (isSame && devices > 1 && first ? texts.did[first.kind] : null);
  const isNetwork = group !== null && devices >= fewestOfNetwork && did === alertMessageTexts[language].wentOffline;
  return texts.subject(who, did, timeOf(first?.at ?? 0, timeZone)) + (isNetwork ? texts.probablyNetwork : '');
}

/** An instant on the reader's clock, such as `14:03`. */
export function timeOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/** A reminder of what nobody acknowledged, with its beginning; an `isEscalation` goes to somebody else. */
export function remind(
  content: MessageContent,
  { isEscalation, language, timeZone }: Reader & { isEscalation: boolean },
): MessageContent {
  const { still, notAcknowledged, since } = messageTexts[language];
  const [first] = content.events;
  const begun = content.count === 1 ? first?.since : null;
  const text = begun
    ? `${content.text}\n${since(dayOf(begun, { language, timeZone }), timeOf(begun, timeZone))}`
    : content.text;
  return { ...content, subject: (isEscalation ? notAcknowledged : still)(content.subject), text };
}

/** A day on the reader's clock, such as `1 Nov`. */
function dayOf(at: number, { language, timeZone }: Reader): string {
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(at);
}
