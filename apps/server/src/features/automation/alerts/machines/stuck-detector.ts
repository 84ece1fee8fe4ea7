import type { AlertReport } from '@cyno/contract';
import { freshUntil } from '../../rules/index.ts';
import { type Detector, type DetectorNames, namesOf, unknown, type Verdict } from './detector.ts';
import { LatestReading } from './latest-reading.ts';

interface Stuck {
  readonly tolerance: number;
  readonly seconds: number;
}

/** A value that is reported and does not move. */
export class StuckDetector implements Detector {
  readonly windowMs: number;
  readonly #stuck: Stuck;
  readonly #names: DetectorNames;
  readonly #reading = new LatestReading();
  /** Since when the value did not move by more than the tolerance, ms since the epoch, and between what it was; `NaN`: there was none. */
  #since = Number.NaN;
  #low = Number.NaN;
  #high = Number.NaN;
  #held = false;

  constructor(stuck: Stuck, names: DetectorNames) {
    this.#stuck = stuck;
    this.#names = names;
    this.windowMs = stuck.seconds * 1_000;
  }

  observe(value: number | null, at: number): boolean {
    if (value === null || !this.#reading.follow(value, at)) return false;
    const isStill = Math.max(this.#high, value) - Math.min(this.#low, value) <= this.#stuck.tolerance;
    if (!isStill) this.#since = at;
    this.#low = isStill ? Math.min(this.#low, value) : value;
    this.#high = isStill ? Math.max(this.#high, value) : value;
    const held = this.#held;
    this.#held = at - this.#since >= this.windowMs;
    return this.#held !== held;
  }

  judge(now: number): Verdict {
    const { value, at } = this.#reading;
    if (value === null || now >= freshUntil(this.#reading)) return unknown;
    const lastedMs = at - this.#since;
    if (lastedMs < this.windowMs) {
      return { state: 'gone', report: () => [{ code: 'moves_again', ...namesOf(this.#names), value }] };
    }
    const report = (): AlertReport => [{ code: 'stuck', ...namesOf(this.#names), value, ms: lastedMs }];
    return { state: 'holds', value, report };
  }

  wakeAt(): null {
    return null;
  }

  moveClock(ms: number, now: number): void {
    this.#since += ms;
    this.#reading.moveClock(ms, now);
  }
}
