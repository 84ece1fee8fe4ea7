import type { TimeSpan } from './series-buffer.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const timeSteps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 2, 7, 14, 28, 56].map((count) => count * day),
];

export type TimeTick = { at: number; label: string; isDay: boolean };

const zoneFormats = new Map<string | undefined, Intl.DateTimeFormat>();

/** How far the clock of `timeZone` (the browser's unless given) is ahead of UTC at an instant, ms. */
export function zoneOffsetMs(at: number, timeZone?: string): number {
  if (timeZone === undefined) return -new Date(at).getTimezoneOffset() * minute;
  let format = zoneFormats.get(timeZone);
  if (!format) {
    const digits = 'numeric';
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: digits,
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
      second: digits,
    });
    zoneFormats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  const { year = 0, month = 1, day: date = 1, hour: hours = 0, minute: minutes = 0, second: seconds = 0 } = parts;
  return Date.UTC(year, month - 1, date, hours, minutes, seconds) - Math.floor(at / second) * second;
}

const two = (count: number) => String(count).padStart(2, '0');

function tickLabel(local: Date, step: number): string {
  const clock = `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`;
  return step < minute ? `${clock}:${two(local.getUTCSeconds())}` : clock;
}

function dayLabel(local: Date, write: AxisTimes['day']): string {
  const [month, date] = [two(local.getUTCMonth() + 1), two(local.getUTCDate())];
  return write ? write(month, date) : `${month}/${date}`;
}

/**
 * How instants are written on an axis: the zone (the browser's unless given), a day's short form (`mm/dd` unless given), and one with
 * its year, for the first day of each year of several.
 */
export type AxisTimes = {
  timeZone?: string | undefined;
  day?: (month: string, date: string) => string;
  date?: (at: number, timeZone?: string) => string;
};

/** Round local times in a span, at most `count` of them; midnights carry the date. */
export function timeTicks(span: TimeSpan, count: number, times: AxisTimes = {}): TimeTick[] {
  const { timeZone, day: writeDay, date: writeDate } = times;
  const length = span.to - span.from;
  const step = timeSteps.find((candidate) => length / candidate <= count) ?? 112 * day;
  const ticks: TimeTick[] = [];
  const before = zoneOffsetMs(span.from, timeZone);
  const after = zoneOffsetMs(span.to, timeZone);
  const [firstYear, lastYear] = [span.from + before, span.to + after].map((local) => new Date(local).getUTCFullYear());
  let year = firstYear === lastYear ? firstYear : undefined;
  for (let local = Math.ceil((span.from + before) / step) * step; ; local += step) {
    // The clock may be set forward or back inside the span.
    const at = before === after ? local - before : local - zoneOffsetMs(local - before, timeZone);
    if (at > span.to) return ticks;
    const date = new Date(local);
    const isDay = local % day === 0;
    if (at < span.from) continue;
    const beginsYear = isDay && date.getUTCFullYear() !== year;
    if (isDay) year = date.getUTCFullYear();
    const dayText = beginsYear && writeDate ? writeDate(at, timeZone) : dayLabel(date, writeDay);
    ticks.push({ at, label: isDay ? dayText : tickLabel(date, step), isDay });
  }
}

export type ValueTicks = { low: number; high: number; ticks: number[]; step: number };

/** A round scale of about `count` steps that holds both values; a flat line gets room above and below. */
export function valueTicks(min: number, max: number, count: number): ValueTicks {
  if (max - min <= Math.abs(max) * 1e-9) {
    const padding = max === 0 ? 1 : Math.abs(max) * 0.05;
    return valueTicks(min === 0 ? 0 : min - padding, max + padding, count);
  }
  const rough = (max - min) / count;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = magnitude * ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10);
  // At the very ends of what a float can hold there are no round steps.
  if (!(step > 0 && Number.isFinite(step))) return { low: min, high: max, ticks: [min, max], step: max - min };
  const first = Math.floor(min / step + 1e-9);
  const last = Math.ceil(max / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  return { low: first * step, high: last * step, ticks, step };
}

const suffixes = ['', 'k', 'M', 'G', 'T', 'P'];

/** Labels of a value axis, equally precise and short: `15`, `0.25`, `60k`, `2e−7`; whole below `shortFrom`. */
export function valueTickLabels({ ticks, step }: Pick<ValueTicks, 'ticks' | 'step'>, shortFrom = 1e4): string[] {
  const largest = Math.max(...ticks.map(Math.abs));
  if (largest >= 1e18 || largest < 1e-4) return ticks.map((tick) => shortExponent(tick));
  const power = largest < shortFrom ? 0 : Math.floor(Math.log10(largest) / 3);
  const unit = 1000 ** power;
  const digits = Math.min(6, Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9) + (isHalfStep(step) ? 1 : 0)));
  return ticks.map((tick) => minus(tick === 0 ? '0' : `${(tick / unit).toFixed(digits)}${suffixes[power] ?? ''}`));
}

const isHalfStep = (step: number) => Math.abs(step / 10 ** Math.floor(Math.log10(step)) - 2.5) < 1e-6;
const minus = (text: string) => text.replaceAll('-', '−');
const shortExponent = (tick: number) => (tick === 0 ? '0' : minus(String(Number(tick.toPrecision(3)))));
