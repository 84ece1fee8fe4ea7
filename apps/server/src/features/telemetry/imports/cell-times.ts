import type { ImportTimeFormat } from '@cyno/contract';
import { localClock } from '../variables/index.ts';

/** Reads times of one format; NaN for what is none. */
type ReadTime = (cell: string) => number;

const isoPattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?$/i;
const slashPattern =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{2}|\d{4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(am|pm)?)?$/i;
const numberPattern = /^\d{1,16}(?:[.,]\d{1,9})?$/;

/** Years of four digits that are of the Buddhist era, which is 543 ahead: Thai programs write them, and nothing was measured then. */
const buddhist = { from: 2400, to: 2700, ahead: 543 };

/** How times of a format are read; `zone` (IANA) is for those without one of their own. Throws a RangeError for an unknown zone. */
export function timeReader(format: ImportTimeFormat, zone: string): ReadTime {
  const toUtc = zoneReader(zone);
  switch (format) {
    case 'iso':
      return (cell) => readIso(cell, toUtc);
    case 'seconds':
      return (cell) => Math.round(readNumber(cell) * 1000);
    case 'milliseconds':
      return (cell) => Math.round(readNumber(cell));
    case 'mdy':
      return (cell) => readSlashes(cell, toUtc, false);
    case 'dmy':
      return (cell) => readSlashes(cell, toUtc, true);
  }
}

const readNumber = (cell: string): number => (numberPattern.test(cell) ? Number(cell.replace(',', '.')) : Number.NaN);

function readIso(cell: string, toUtc: (local: number) => number): number {
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', offset] =
    isoPattern.exec(cell) ?? [];
  const local = utcOf({ year, month, day, hour, minute, second, fraction });
  if (offset === undefined) return toUtc(local);
  if (/^[a-z]/i.test(offset)) return local;
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  return local - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function readSlashes(cell: string, toUtc: (local: number) => number, isDayFirst: boolean): number {
  const [, first, other, years = '', hours = '0', minute = '0', second = '0', fraction = '', half] =
    slashPattern.exec(cell) ?? [];
  const [month, day] = isDayFirst ? [other, first] : [first, other];
  const year = years.length === 2 ? `20${years}` : years;
  const hour = half === undefined ? hours : twelveHours(Number(hours), half.toLowerCase() === 'pm');
  return toUtc(utcOf({ year, month, day, hour, minute, second, fraction }));
}

const twelveHours = (hour: number, isAfternoon: boolean): string =>
  hour < 1 || hour > 12 ? '99' : String((hour % 12) + (isAfternoon ? 12 : 0));

type Parts = Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction', string | undefined>;

/** The instant at which UTC shows these; NaN when no calendar has them. */
function utcOf({ year, month, day, hour, minute, second, fraction = '' }: Parts): number {
  const written = Number(year);
  const isBuddhist = written >= buddhist.from && written <= buddhist.to;
  const at = Date.UTC(isBuddhist ? written - buddhist.ahead : written, Number(month) - 1, Number(day));
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  const isDay = new Date(at).getUTCDate() === Number(day) && new Date(at).getUTCMonth() === Number(month) - 1;
  if (!isDay || h > 23 || m > 59 || s > 60) return Number.NaN;
  return at + ((h * 60 + m) * 60 + s) * 1000 + Math.floor(Number(`0.${fraction || '0'}`) * 1000);
}

/**
 * Returns when the clocks of a zone show what UTC shows at an instant: of a time that comes twice the first, and of one that is
 * left out the one that is as much later.
 */
function zoneReader(zone: string): (local: number) => number {
  // Each remembers the quarter of an hour that was last requested.
  const clocks = [localClock(zone), localClock(zone), localClock(zone)] as const;
  return (local) => {
    if (Number.isNaN(local)) return local;
    const [before, after, check] = clocks;
    const dayMs = 86_400_000;
    const early = local - (before(local - dayMs) - (local - dayMs));
    if (check(early) === local) return early;
    const late = local - (after(local + dayMs) - (local + dayMs));
    return check(late) === local ? late : early;
  };
}
