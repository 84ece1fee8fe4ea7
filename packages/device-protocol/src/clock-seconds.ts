const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** Making a formatter takes far longer than using it, and a server meets few zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The payload of `timestamps` as a number: seconds since Sunday 00:00:00 on the wall clock of the zone, 0 to 604799, at the
 * instant `at` (ms since the epoch). Throws a RangeError for a zone that is not in the IANA database.
 */
export function clockSeconds(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
    formats.set(timeZone, format);
  }
  let seconds = 0;
  for (const { type, value } of format.formatToParts(at)) {
    if (type === 'weekday') seconds += weekdays.indexOf(value) * 86_400;
    else if (type === 'hour') seconds += Number(value) * 3600;
    else if (type === 'minute') seconds += Number(value) * 60;
    else if (type === 'second') seconds += Number(value);
  }
  return seconds;
}
