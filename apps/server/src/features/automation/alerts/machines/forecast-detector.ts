import type { AlertStatement } from '@cyno/contract';
import { freshUntil } from '../../rules/index.ts';
import {
  anyValue,
  type Calm,
  type CalmValues,
  type Detector,
  type DetectorNames,
  namesOf,
  sideOf,
  unknown,
  type Verdict,
  waiting,
} from './detector.ts';
import { LatestReading } from './latest-reading.ts';
import { type TrendPoint, trendOf } from './trend.ts';

const hourMs = 3_600_000;
/** The slope is taken from half as long as the forecast reaches, within these. */
const shortestWindowMs = 10 * 60_000;
const longestWindowMs = 24 * hourMs;
/** The mean of each part counts, so that a flood of values costs no more than a few. */
const parts = 32;
const fewestParts = 6;
/** A trend is one if it moves the value by more than it is spread otherwise. */
const leastTrend = 3;
/** What was forecast is still so until it is this much further away. */
const releaseFactor = 1.25;

interface Forecast {
  readonly comparison: '>' | '<';
  readonly threshold: number;
  readonly withinSeconds: number;
}

interface Part {
  readonly from: number;
  sum: number;
  count: number;
}

/** A value that will pass a limit within a time, if it continues as it did. */
export class ForecastDetector implements Detector {
  readonly windowMs: number;
  readonly #forecast: Forecast;
  readonly #names: DetectorNames;
  #parts: Part[] = [];
  readonly #reading = new LatestReading();
  #held: boolean;

  constructor(forecast: Forecast, names: DetectorNames, held: boolean) {
    this.#forecast = forecast;
    this.#names = names;
    this.#held = held;
    this.windowMs = Math.min(Math.max(forecast.withinSeconds * 500, shortestWindowMs), longestWindowMs);
  }

  /** Only when a part of the time is complete there is something new. */
  observe(value: number | null, at: number): boolean {
    if (value === null || !this.#reading.follow(value, at)) return false;
    const widthMs = this.windowMs / parts;
    const last = this.#parts.at(-1);
    if (last && at - last.from < widthMs) {
      last.sum += value;
      last.count += 1;
      return false;
    }
    this.#parts = this.#parts.filter(({ from }) => from >= at - this.windowMs);
    this.#parts.push({ from: at, sum: value, count: 1 });
    return true;
  }

  calm(): Calm | null {
    const last = this.#parts.at(-1);
    return last ? { ...anyValue, until: last.from + this.windowMs / parts } : null;
  }

  catchUp(values: CalmValues): void {
    this.#reading.catchUp(values);
    const last = this.#parts.at(-1);
    if (!last) return;
    last.sum += values.sum;
    last.count += values.count;
  }

  ended(): void {
    this.#held = false;
  }

  judge(now: number): Verdict {
    if (this.#reading.value === null || now >= freshUntil(this.#reading)) return unknown;
    const points = this.#parts.map(({ from, sum, count }): TrendPoint => ({ at: from, value: sum / count }));
    const coveredMs = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
    if (points.length < fewestParts || coveredMs < this.windowMs / 2) return waiting;
    const { slope, level, spread } = trendOf(points);
    const leftMs = this.#leftMs(level, Math.abs(slope * coveredMs) > leastTrend * spread ? slope : 0);
    const withinMs = this.#forecast.withinSeconds * 1_000;
    this.#held = leftMs <= (this.#held ? releaseFactor * withinMs : withinMs);
    if (this.#held) return { state: 'holds', value: level, report: () => [this.#coming({ level, slope, leftMs })] };
    return { state: 'gone', report: () => [{ code: 'will_not_pass', ...this.#watched(), ms: withinMs }] };
  }

  wakeAt(): null {
    return null;
  }

  moveClock(ms: number, now: number): void {
    this.#parts = this.#parts.map((part) => ({ ...part, from: part.from + ms }));
    this.#reading.moveClock(ms, now);
  }

  /** For how long it takes to the limit; 0 beyond it, infinite when it moves away or not at all. */
  #leftMs(level: number, slope: number): number {
    const { comparison, threshold } = this.#forecast;
    const distance = comparison === '>' ? threshold - level : level - threshold;
    if (distance < 0) return 0;
    const speed = comparison === '>' ? slope : -slope;
    return speed > 0 ? distance / speed : Number.POSITIVE_INFINITY;
  }

  #coming({ level, slope, leftMs }: { level: number; slope: number; leftMs: number }): AlertStatement {
    const value = Number(level.toPrecision(4));
    if (leftMs === 0) return { code: 'has_passed', ...this.#watched(), value };
    const perHour = Number((slope * hourMs).toPrecision(2));
    return { code: 'will_pass', ...this.#watched(), value, ms: leftMs, perHour };
  }

  #watched() {
    const { comparison, threshold } = this.#forecast;
    return { ...namesOf(this.#names), side: sideOf(comparison), limit: threshold };
  }
}
