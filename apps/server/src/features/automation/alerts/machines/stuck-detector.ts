import type { AlertReport } from '@cyno/contract';
import { freshUntil } from '../../rules/index.ts';
import {
  anyValue,
  type Calm,
  type CalmValues,
  type Detector,
  type DetectorNames,
  namesOf,
  unknown,
  type Verdict,
} from './detector.ts';
import { LatestReading } from './latest-reading.ts';

/** Its time is right to such a part of it. */
const precision = 256;

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
    this.#extend({ lowest: value, highest: value, value, at });
    const held = this.#held;
    this.#held = at - this.#since >= this.windowMs;
    return this.#held !== held;
  }

  calm(): Calm | null {
    const { at } = this.#reading;
    if (this.#held) return null;
    return { ...anyValue, until: Math.min(at + this.windowMs / precision, this.#since + this.windowMs) };
  }

  catchUp(values: CalmValues): void {
    this.#reading.catchUp(values);
    this.#extend(values);
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

  #extend({ lowest, highest, value, at }: Pick<CalmValues, 'lowest' | 'highest' | 'value' | 'at'>): void {
    const isStill = Math.max(this.#high, highest) - Math.min(this.#low, lowest) <= this.#stuck.tolerance;
    if (!isStill) this.#since = at;
    this.#low = isStill ? Math.min(this.#low, lowest) : value;
    this.#high = isStill ? Math.max(this.#high, highest) : value;
  }

  moveClock(ms: number, now: number): void {
    this.#since += ms;
    this.#reading.moveClock(ms, now);
  }
}
