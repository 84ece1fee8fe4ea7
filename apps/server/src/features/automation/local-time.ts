import { Temporal } from 'temporal-polyfill';

/** A day of a calendar, such as `2026-03-29`. */
export type LocalDate = string;

/** The date on the wall calendar of an IANA zone at an instant (ms since the epoch). */
export function localDateOf(at: number, zone: string): LocalDate {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate().toString();
}

/** The date so many days later, or earlier. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** 0 = Sunday. */
export function weekdayOf(date: LocalDate): number {
  return Temporal.PlainDate.from(date).dayOfWeek % 7;
}

/** False for a day that a zone left out when it changed sides of the date line. */
export function hasDate(date: LocalDate, zone: string): boolean {
  return localDateOf(instantAt(date, 0, zone), zone) === date;
}

/**
 * When the wall clock of a zone shows a second of a date, as ms since the epoch. A time that the clock leaves out is the first
 * instant after the gap; of a time that it shows twice it is the first.
 */
export function instantAt(date: LocalDate, secondOfDay: number, zone: string): number {
  const wall = Temporal.PlainDate.from(date).toPlainDateTime().add({ seconds: secondOfDay });
  const first = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (first.toPlainDateTime().equals(wall)) return first.epochMilliseconds;
  // In a gap this one lies before it, and its end is the next change of the zone.
  return (first.getTimeZoneTransition('next') ?? first).epochMilliseconds;
}
