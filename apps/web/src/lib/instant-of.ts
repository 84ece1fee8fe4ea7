import { CalendarDateTime, parseDate } from '@internationalized/date';
import { displaySettings } from './display-settings.ts';

/** The instant of a day (`YYYY-MM-DD`) and second of it in the reader's time zone, ms since the epoch; null while one is missing. */
export function instantOf(date: string, secondOfDay: number | null): number | null {
  if (date === '' || secondOfDay === null) return null;
  const { year, month, day } = parseDate(date);
  const [hour, minute, second] = [Math.floor(secondOfDay / 3600), Math.floor(secondOfDay / 60) % 60, secondOfDay % 60];
  const zone = displaySettings().timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return new CalendarDateTime(year, month, day, hour, minute, second).toDate(zone).getTime();
}
