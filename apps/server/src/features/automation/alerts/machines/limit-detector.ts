import type { AlertStatement } from '@cyno/contract';
import { freshUntil, lostAt, type Reading } from '../../rules/index.ts';
import {
  anyValue,
  type Calm,
  type CalmValues,
  type Detector,
  type DetectorNames,
  namesOf,
  sideOf,
  type Verdict,
} from './detector.ts';
import { LatestReading } from './latest-reading.ts';

interface Limit {
  readonly comparison: '>' | '<';
  readonly threshold: number;
  /** At or beyond it the value is no longer past the limit; null: on the other side of `threshold`. */
  readonly release: number | null;
  readonly forSeconds: number;
}

interface LimitOptions {
  readonly names: DetectorNames;
  /** When it began to be watched, ms since the epoch. */
  readonly startedAt: number;
  /** Whether it was past its limit before. */
  readonly held: boolean;
  /** What is reported only when it changes is valid until it does. */
  readonly isLasting: boolean;
}

/** A value that is above or below a limit, until it is back beyond another one. */
export class LimitDetector implements Detector {
  readonly #limit: Limit;
  readonly #options: LimitOptions;
  #startedAt: number;
  readonly #reading = new LatestReading();
  #held: boolean;
  /** Whether its release counts: from when it was past the limit until that has ended. */
  #isBegun: boolean;

  constructor(limit: Limit, options: LimitOptions) {
    this.#limit = limit;
    this.#options = options;
    this.#startedAt = options.startedAt;
    this.#held = options.held;
    this.#isBegun = options.held;
  }

  observe(value: number | null, at: number): boolean {
    if (!this.#reading.follow(value, at)) return false;
    const before = this.#held;
    this.#held = this.#isPast(value);
    this.#isBegun ||= this.#held;
    return this.#held !== before;
  }

  calm(): Calm {
    const { comparison, threshold, release } = this.#limit;
    const limit = this.#isBegun ? (release ?? threshold) : threshold;
    const isAbove = (comparison === '>') === this.#held;
    return isAbove
      ? { ...anyValue, low: limit, until: Number.POSITIVE_INFINITY }
      : { ...anyValue, high: limit, until: Number.POSITIVE_INFINITY };
  }

  catchUp(values: CalmValues): void {
    this.#reading.catchUp(values);
  }

  /** Takes what is known from before it was watched. */
  seed(reading: Reading): void {
    this.#reading.adopt(reading);
    this.#held = this.#isPast(reading.value);
    this.#isBegun ||= this.#held;
  }

  ended(): void {
    this.#isBegun = false;
    this.#held = this.#isPast(this.#reading.value);
  }

  judge(now: number): Verdict {
    const reading = this.#reading.isKnown ? this.#reading : undefined;
    const value = this.#reading.value;
    const isFresh = reading !== undefined && (this.#options.isLasting || now < freshUntil(reading));
    if (!isFresh) return { state: 'unknown', isLost: now >= lostAt(reading, this.#startedAt) };
    if (this.#held) return { state: 'holds', value, report: () => [this.#pastStatement(value ?? 0)] };
    return { state: 'gone', report: () => [this.#backStatement(value)] };
  }

  wakeAt(): null {
    return null;
  }

  moveClock(ms: number, now: number): void {
    this.#startedAt = now;
    if (ms < 0) this.#reading.moveClock(ms, now);
  }

  #isPast(value: number | null): boolean {
    if (value === null) return false;
    const { comparison, threshold, release } = this.#limit;
    const limit = this.#isBegun ? (release ?? threshold) : threshold;
    return comparison === '>' ? value > limit : value < limit;
  }

  #pastStatement(value: number): AlertStatement {
    return { code: 'past_limit', ...this.#watched(), value, seconds: this.#limit.forSeconds };
  }

  #backStatement(value: number | null): AlertStatement {
    if (value === null) return { code: 'was_text', ...namesOf(this.#options.names) };
    return { code: 'within_limit', ...this.#watched(), value };
  }

  #watched() {
    const { comparison, threshold } = this.#limit;
    return { ...namesOf(this.#options.names), side: sideOf(comparison), limit: threshold };
  }
}
