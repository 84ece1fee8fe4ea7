/** Clocks are set on quarters of an hour (IANA time zone database). */
const quarterMs = 900_000;

/** Returns what the clock of a zone shows at an instant, as if it were UTC, ms. Throws a RangeError for a zone that nobody knows. */
export function localClock(timeZone: string): (at: number) => number {
  const digits = 'numeric';
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: digits,
    month: digits,
    day: digits,
    hour: digits,
    minute: digits,
    second: digits,
  });
  let quarter = Number.NaN;
  let offsetMs = 0;
  return (at) => {
    const now = at - (at % quarterMs);
    if (now !== quarter) {
      const {
        year = 0,
        month = 1,
        day,
        hour,
        minute,
        second,
      } = Object.fromEntries(format.formatToParts(now).map((part) => [part.type, Number(part.value)]));
      offsetMs = Date.UTC(year, month - 1, day, hour, minute, second) - now;
      quarter = now;
    }
    return at + offsetMs;
  };
}
