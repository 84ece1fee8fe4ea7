import { intervalAfter, type Reading } from '../../rules/index.ts';
import type { CalmValues } from './detector.ts';

/** After so many gaps of one length the usual interval is about as long. */
const settlingSteps = 16;

/**
 * The newest value of a variable. Each message of a board changes it for each rule, so that its fields are numbers alone, `NaN` where
 * something is not known: those V8 changes in place, while a number that may be null is a new object that the collector has to find.
 */
export class LatestReading implements Reading {
  #value = Number.NaN;
  #at = Number.NaN;
  #intervalMs = Number.NaN;

  get isKnown(): boolean {
    return !Number.isNaN(this.#at);
  }

  get value(): number | null {
    return Number.isNaN(this.#value) ? null : this.#value;
  }

  /** Ms since the epoch; `NaN` before there was any. */
  get at(): number {
    return this.#at;
  }

  get intervalMs(): number | null {
    return Number.isNaN(this.#intervalMs) ? null : this.#intervalMs;
  }

  /** Takes a value; false: it is older than what is known, and left out. */
  follow(value: number | null, at: number): boolean {
    if (at < this.#at) return false;
    if (this.isKnown) this.#intervalMs = intervalAfter(this.intervalMs, at - this.#at) ?? Number.NaN;
    this.#value = value ?? Number.NaN;
    this.#at = at;
    return true;
  }

  /** Takes the newest of some values that came one after the other. */
  catchUp({ value, at, count }: CalmValues): void {
    const gapMs = (at - this.#at) / count;
    for (let step = 0; step < Math.min(count, settlingSteps); step += 1) {
      this.#intervalMs = intervalAfter(this.intervalMs, gapMs) ?? Number.NaN;
    }
    this.#value = value;
    this.#at = at;
  }

  /** Takes what is known from before. */
  adopt({ value, at, intervalMs }: Reading): void {
    this.#value = value ?? Number.NaN;
    this.#at = at;
    this.#intervalMs = intervalMs ?? Number.NaN;
  }

  /** What was reported while the clock was ahead must not stand in the way of what comes now. */
  moveClock(ms: number, now: number): void {
    this.#at = Math.min(this.#at + Math.max(ms, 0), now);
  }
}
