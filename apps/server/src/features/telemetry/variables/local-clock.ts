import { Temporal } from 'temporal-polyfill';

/** Clocks are set on quarters of an hour (IANA time zone database). */
const quarterMs = 900_000;

/** Returns what the clock of a zone shows at an instant, as if it were UTC, ms. Throws a RangeError for a zone that nobody knows. */
export function localClock(timeZone: string): (at: number) => number {
  const offsetAt = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
  let quarter = 0;
  let offsetMs = offsetAt(quarter);
  return (at) => {
    const now = at - (at % quarterMs);
    if (now !== quarter) {
      offsetMs = offsetAt(now);
      quarter = now;
    }
    return at + offsetMs;
  };
}
