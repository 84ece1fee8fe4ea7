import type { EventDetails, MessageContent } from './event.ts';

/** So many events are named in a message; the others are counted. */
export const namedEvents = 20;
const namedInText = 10;

interface Happened {
  /** The first ones. */
  readonly events: readonly EventDetails[];
  readonly count: number;
  /** How many devices they are about. */
  readonly devices: number;
  /** The group of all these devices; null: they are of several, or of none. */
  readonly group: string | null;
}

/** Describes what happened in one message; `timeZone` (IANA) is the reader's. */
export function compose({ events, count, devices, group }: Happened, timeZone: string): MessageContent {
  const [first] = events;
  if (!first) throw new RangeError('A message is about something.');
  if (count === 1) return { subject: first.subject, text: first.text, link: first.link, count, events };
  const left = count - Math.min(count, namedInText);
  const lines = events.slice(0, namedInText).map(({ subject }) => `• ${subject}`);
  if (left > 0) lines.push(`• and ${left} more`);
  const isOneDevice = events.every(({ espid }) => espid === first.espid);
  return {
    subject: subjectOf({ events, count, devices, group }, timeZone),
    text: lines.join('\n'),
    link: isOneDevice && devices <= 1 ? first.link : '/alerts',
    count,
    events,
  };
}

/** "23 devices of Greenhouse A went offline at 14:03" */
function subjectOf({ events, count, devices, group }: Happened, timeZone: string): string {
  const [first] = events;
  const of = group ? ` of ${group}` : '';
  const who = devices > 1 ? `${devices} devices${of}` : `${count} notifications${of}`;
  const what = events.every((event) => event.what === first?.what) ? first?.what : null;
  const isSame = events.every(({ kind }) => kind === first?.kind);
  const did = what ?? (isSame && devices > 1 && first ? didOf[first.kind] : null);
  return `${who}${did ? ` ${did}` : ''} at ${timeOf(first?.at ?? 0, timeZone)}`;
}

const didOf: Record<EventDetails['kind'], string | null> = {
  active: 'need attention',
  cleared: 'are back to normal',
  acknowledged: 'were acknowledged',
  notice: null,
  test: null,
};

/** An instant on the reader's clock, such as `14:03`. */
export function timeOf(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone }).format(at);
}

/** A reminder of what nobody acknowledged; an `isEscalation` goes to somebody else. */
export function remind(content: MessageContent, { isEscalation }: { isEscalation: boolean }): MessageContent {
  return { ...content, subject: `${isEscalation ? 'Not acknowledged' : 'Still'}: ${content.subject}` };
}
