import type { DateFormat, TelemetryValue } from '@cyno/contract';
import { plural, t } from '@lingui/core/macro';
import { i18n } from '../language/i18n.ts';
import { displaySettings } from './display-settings.ts';

/** What stands where there is no value. */
export const noValue = '–';

/**
 * A value for the eye: a number with `decimals` digits after the point (null: as many as its size makes worth reading, as in 20.3,
 * 3.33 and 0.333), a boolean as On or Off, a text as it is. Very large and very small numbers are shown with an exponent.
 */
export function formatValue(value: TelemetryValue | null | undefined, decimals: number | null = null): string {
  if (typeof value !== 'number' || decimals !== null) return formatExact(value, decimals);
  return formatNumber(worthReading(value), null);
}

/** A value for tables, titles and what somebody typed: as `formatValue`, but without `decimals` with as many as it has, at most 3. */
export function formatExact(value: TelemetryValue | null | undefined, decimals: number | null = null): string {
  if (value === null || value === undefined) return noValue;
  if (typeof value === 'boolean') return value ? t`On` : t`Off`;
  if (typeof value === 'string') return value;
  return formatNumber(value, decimals);
}

/** Three digits, and one after the point up to 10,000: a room of 20.333 °C is one of 20.3. */
function worthReading(value: number): number {
  const size = Math.abs(value);
  const digits = size < 1 ? 3 : size < 10 ? 2 : size < 10_000 ? 1 : 0;
  return size < 0.0005 || size >= 1e9 ? value : Number(value.toFixed(digits));
}

// Making an Intl formatter costs far more than using it, and values are formatted many times a second.
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numberFormat(decimals: number | null, useGrouping: boolean): Intl.NumberFormat {
  const name = `${i18n.locale} ${decimals} ${useGrouping}`;
  const format =
    numberFormats.get(name) ??
    new Intl.NumberFormat(i18n.locale, {
      minimumFractionDigits: decimals ?? 0,
      maximumFractionDigits: decimals ?? 3,
      useGrouping,
      signDisplay: 'negative',
    });
  numberFormats.set(name, format);
  return format;
}

function formatNumber(value: number, decimals: number | null): string {
  if (!Number.isFinite(value)) return noValue;
  const size = Math.abs(value);
  const smallest = 0.5 * 10 ** -(decimals ?? 3);
  const text =
    size >= 1e9 || (decimals === null && size > 0 && size < smallest)
      ? value
          .toExponential(2)
          .replace(/\.?0+e/, 'e')
          .replace('e+', 'e')
      : numberFormat(decimals, size >= 10_000).format(value);
  return text.replaceAll('-', '−');
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time in its largest whole unit: `45 s`, `4 min`, `2 h`, `3 days`. */
export function formatDuration(ms: number): string {
  const length = Math.max(0, ms);
  if (length < minute) return t`${{ seconds: Math.floor(length / second) }} s`;
  if (length < hour) return t`${{ minutes: Math.floor(length / minute) }} min`;
  if (length < 2 * day) return t`${{ hours: Math.floor(length / hour) }} h`;
  return plural({ days: Math.floor(length / day) }, { other: '# days' });
}

const ageFormats = new Map<string, Intl.RelativeTimeFormat>();

/** How long ago something was: `now` within a second, else in its largest whole unit, such as `4 min ago`. */
export function formatAge(ms: number): string {
  if (ms < second) return t`now`;
  const units = [
    ['day', day, 2 * day],
    ['hour', hour, hour],
    ['minute', minute, minute],
  ] as const;
  const [unit, size] = units.find(([, , from]) => ms >= from) ?? (['second', second] as const);
  const format = ageFormats.get(i18n.locale) ?? new Intl.RelativeTimeFormat(i18n.locale, { style: 'short' });
  ageFormats.set(i18n.locale, format);
  const text = format.format(-Math.floor(ms / size), unit);
  // Units have no full stop here: `min`, as in durations.
  return i18n.locale === 'en' ? text.replace('. ', ' ') : text;
}

/** A whole number in a sentence: `12,000`. */
export const formatInteger = (value: number): string => formatNumber(value, 0);

const byteUnits = ['KB', 'MB', 'GB', 'TB'];

/** The size of a file in the unit that suits it, in steps of 1000: `340 bytes`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t`${{ count: formatNumber(bytes, 0) }} bytes`;
  const step = Math.min(byteUnits.length, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** step;
  return `${formatNumber(size, size < 100 ? 1 : 0)} ${byteUnits[step - 1]}`;
}

/** A signal in dBm with a real minus sign. */
export function formatDbm(rssi: number): string {
  return `${formatNumber(rssi, 0)} dBm`;
}

function instantFormat(timeZone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const zone = timeZone ?? displaySettings().timeZone;
  const name = JSON.stringify([zone, options]);
  const format =
    dateFormats.get(name) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone, hourCycle: 'h23' });
  dateFormats.set(name, format);
  return format;
}

/** The time of day, 24 hours: `09:38`, or `09:38:05` with `seconds`. `timeZone` is the profile's unless given. */
export function formatClock(at: number, options: { seconds?: boolean; timeZone?: string } = {}): string {
  const second = options.seconds ? '2-digit' : undefined;
  return instantFormat(options.timeZone, { hour: '2-digit', minute: '2-digit', second }).format(at);
}

/** How far the Buddhist era is ahead of the common one, years. */
const buddhistYears = 543;

/** The date in the profile's format: `11/21/2026` unless another one was chosen. */
export function formatDate(at: number, timeZone?: string, dateFormat = displaySettings().dateFormat): string {
  const format = instantFormat(timeZone, { month: '2-digit', day: '2-digit', year: 'numeric' });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year = '', month, day } = part;
  switch (dateFormat) {
    case 'mm/dd/yy':
      return `${month}/${day}/${year}`;
    case 'dd/mm/yy':
      return `${day}/${month}/${year}`;
    case 'dd/mm/be':
      return `${day}/${month}/${Number(year) + buddhistYears}`;
    case 'yyyy-mm-dd':
      return `${year}-${month}-${day}`;
  }
}

/** A day of this year in the profile's order, from two digits each: `11/21`. */
export function formatDay(month: string, date: string): string {
  switch (displaySettings().dateFormat) {
    case 'mm/dd/yy':
      return `${month}/${date}`;
    case 'dd/mm/yy':
    case 'dd/mm/be':
      return `${date}/${month}`;
    case 'yyyy-mm-dd':
      return `${month}-${date}`;
  }
}

type DateTimeOptions = { seconds?: boolean; timeZone?: string; dateFormat?: DateFormat };

/** Date and time of day: `11/21/2026 14:20`, in the profile's zone and format unless others are given. */
export function formatDateTime(at: number, options: DateTimeOptions = {}): string {
  return `${formatDate(at, options.timeZone, options.dateFormat)} ${formatClock(at, options)}`;
}

/** When something began, as short as it stays clear: `since 09:38` today, else `since 11/20/2026 23:10`. */
export function formatSince(at: number, now: number, timeZone?: string): string {
  const sameDay = formatDate(at, timeZone) === formatDate(now, timeZone);
  const time = sameDay ? formatClock(at, { timeZone }) : formatDateTime(at, { timeZone });
  return t`since ${time}`;
}
