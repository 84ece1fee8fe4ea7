import type { Language } from '@cyno/contract';
import { Temporal } from 'temporal-polyfill';
import { chatTexts } from '../texts/index.ts';

/** What a picture shows. Instants in ms since the epoch. */
export interface Chart {
  readonly title: string;
  readonly from: number;
  readonly to: number;
  /** Of the reader, as the language is. */
  readonly timeZone: string;
  readonly language: Language;
  readonly unit: string;
  /** Instants and values, oldest first. */
  readonly points: readonly (readonly [at: number, value: number])[];
  /** Null: the alert has none. */
  readonly limit: number | null;
  /** Since when the alert holds, and how bad it is. */
  readonly activeFrom: number;
  readonly severity: 'info' | 'warning' | 'critical';
}

export const chartWidth = 960;
const height = 480;
const plot = { left: 84, right: chartWidth - 28, top: 92, bottom: height - 52 };
const hourMs = 3_600_000;
/** Longer pauses than so many usual ones are gaps. */
const gapTimes = 3;
const shortestGapMs = 15 * 60_000;
const colours = { info: '#5c6bc0', warning: '#b26a00', critical: '#c62828' };

/** A line over the last hours with its limit and the time of the alert, as SVG 1.1 of 960 × 480; undefined when there is nothing to draw. */
export function chartSvg(chart: Chart): string | undefined {
  const { title, from, to, timeZone, language, points, limit, activeFrom, severity, unit } = chart;
  if (points.length < 2) return undefined;
  const { pictureSpan, pictureLimit } = chatTexts[language];
  const number = new Intl.NumberFormat(language);
  const values = points.map(([, value]) => value);
  const scale = scaleOf(Math.min(...values, limit ?? Infinity), Math.max(...values, limit ?? -Infinity));
  const x = (at: number) => round(plot.left + ((at - from) / (to - from)) * (plot.right - plot.left));
  const y = (value: number) =>
    round(plot.bottom - ((value - scale.min) / (scale.max - scale.min)) * (plot.bottom - plot.top));
  const colour = colours[severity];
  const bandFrom = x(Math.max(from, Math.min(activeFrom, to)));
  const [lastAt, lastValue] = points.at(-1) ?? [to, 0];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${chartWidth}" height="${height}" font-family="IBM Plex Sans Thai" font-size="20" fill="#5f6473">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="28" y="42" font-size="26" fill="#1c2030">${escaped(title.slice(0, 60))}</text>`,
    `<text x="28" y="72">${escaped(unit === '' ? pictureSpan : `${pictureSpan}, ${unit}`)}</text>`,
    `<rect x="${bandFrom}" y="${plot.top}" width="${round(Math.max(plot.right - bandFrom, 2))}" height="${plot.bottom - plot.top}" fill="${colour}" fill-opacity="0.14"/>`,
    ...scale.ticks.map(
      (tick) =>
        `<path d="M${plot.left} ${y(tick)}H${plot.right}" stroke="#e3e5ec"/><text x="${plot.left - 12}" y="${y(tick) + 7}" text-anchor="end">${number.format(tick)}</text>`,
    ),
    ...clockTicks(from, to, timeZone).map(
      ({ at, label }) => `<text x="${x(at)}" y="${plot.bottom + 34}" text-anchor="middle">${label}</text>`,
    ),
    `<path d="${lineOf(points, x, y)}" fill="none" stroke="#3f4fb0" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"/>`,
    `<circle cx="${x(lastAt)}" cy="${y(lastValue)}" r="6" fill="#3f4fb0"/>`,
    ...(limit === null
      ? []
      : [
          `<path d="M${plot.left} ${y(limit)}H${plot.right}" stroke="${colour}" stroke-width="2" stroke-dasharray="8 6"/>`,
          `<text x="${plot.left + 8}" y="${y(limit) - 8}" fill="${colour}">${escaped(pictureLimit(`${number.format(limit)} ${unit}`.trimEnd()))}</text>`,
        ]),
    '</svg>',
  ].join('');
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** resvg gives a sara am (U+0E33) no width of its own, so that the next letter would lie on it: it is drawn as its two parts. */
const withoutSaraAm = (text: string): string => text.replaceAll(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32');

/** Text of people, which must not become markup; XML 1.0 has no control characters. */
const escaped = (text: string): string =>
  withoutSaraAm(text)
    .replaceAll(/\p{Cc}|\p{Cs}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** A little more than the values, and round numbers in it. */
function scaleOf(low: number, high: number): { min: number; max: number; ticks: number[] } {
  const span = high - low || Math.abs(high) / 5 || 1;
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const step = ([1, 2, 5, 10].find((each) => each * power >= span / 4) ?? 10) * power;
  const min = low - span * 0.08;
  const max = high + span * 0.12;
  const first = Math.ceil(min / step);
  const ticks = Array.from({ length: Math.floor(max / step) - first + 1 }, (_, index) =>
    Number(((first + index) * step).toPrecision(10)),
  );
  return { min, max, ticks };
}

/** Each sixth hour of the reader's clock. */
function clockTicks(from: number, to: number, timeZone: string): { at: number; label: string }[] {
  const begin = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  const midnight = begin.startOfDay();
  const ticks = [];
  for (let hours = 0; hours <= 48; hours += 6) {
    const here = midnight.add({ hours });
    const at = here.epochMilliseconds;
    if (at > from + hourMs && at < to - hourMs)
      ticks.push({ at, label: here.toPlainTime().toString({ smallestUnit: 'minute' }) });
  }
  return ticks;
}

/** A gap is drawn as a gap. */
function lineOf(points: Chart['points'], x: (at: number) => number, y: (value: number) => number): string {
  const pauses = points.slice(1).map(([at], index) => at - (points[index]?.[0] ?? at));
  const usual = pauses.toSorted((a, b) => a - b)[Math.floor(pauses.length / 2)] ?? 0;
  const longest = Math.max(usual * gapTimes, shortestGapMs);
  return points
    .map(([at, value], index) => {
      const isFirst = index === 0 || (pauses[index - 1] ?? 0) > longest;
      return `${isFirst ? 'M' : 'L'}${x(at)} ${y(value)}`;
    })
    .join('');
}
