import { Temporal } from 'temporal-polyfill';

/** A day of a calendar, such as `2026-03-29`. */
export type LocalDate = string;

const dayMs = 86_400_000;
/** A day in a zone: from its first instant to that of the next day. */
interface Day {
  readonly from: number;
  readonly until: number;
}
/** Calculating a day takes a hundred times as long as looking it up, and most timers are about the same few. */
const days = new Map<string, Day>();
const maxDays = 5_000;

/** The date on the wall calendar of an IANA zone at an instant (ms since the epoch). */
export function localDateOf(at: number, zone: string): LocalDate {
  const nearby = utcDateOf(at);
  const date = [nearby, addDays(nearby, 1), addDays(nearby, -1)].find((one) => {
    const { from, until } = dayOf(one, zone);
    return from <= at && at < until;
  });
  return date ?? Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The date so many days later, or earlier. */
export function addDays(date: LocalDate, count: number): LocalDate {
  return utcDateOf(Date.parse(date) + count * dayMs);
}

/** 0 = Sunday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(date).getUTCDay();
}

/** False for a day that a zone left out when it changed sides of the date line. */
export function hasDate(date: LocalDate, zone: string): boolean {
  const { from, until } = dayOf(date, zone);
  return from < until;
}

/**
 * When the wall clock of a zone shows a second of a date, as ms since the epoch. A time that the clock leaves out is the first
 * instant after the gap; of a time that it shows twice it is the first.
 */
export function instantAt(date: LocalDate, secondOfDay: number, zone: string): number {
  const { from, until } = dayOf(date, zone);
  if (until - from === dayMs) return from + secondOfDay * 1_000;
  const wall = Temporal.PlainDate.from(date).toPlainDateTime().add({ seconds: secondOfDay });
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (first.toPlainDateTime().equals(wall)) return first.epochMilliseconds;
  // In a gap this one lies before it, and its end is the next change of the zone.
  return (first.getTimeZoneTransition('next') ?? first).epochMilliseconds;
}

/** A year beyond 9999 has six digits and a sign. */
function utcDateOf(at: number): LocalDate {
  const text = new Date(at).toISOString();
  return text.slice(0, text.indexOf('T'));
}

function dayOf(date: LocalDate, zone: string): Day {
  const key = `${zone} ${date}`;
  const known = days.get(key);
  if (known) return known;
  if (days.size >= maxDays) days.clear();
  const day = { from: startOf(date, zone), until: startOf(addDays(date, 1), zone) };
  days.set(key, day);
  return day;
}

/** The first instant of a date; of one that does not exist it is that of the next. */
const startOf = (date: LocalDate, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: zone }).epochMilliseconds;
