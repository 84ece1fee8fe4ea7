import type { AlertStatement } from '@cyno/contract';
import { freshUntil } from '../../rules/index.ts';
import {
  type Calm,
  type CalmValues,
  type Detector,
  type DetectorNames,
  namesOf,
  unknown,
  type Verdict,
} from './detector.ts';
import { LatestReading } from './latest-reading.ts';
import { WindowExtreme } from './window-extremes.ts';

interface Change {
  readonly direction: 'rises' | 'falls' | 'either';
  readonly amount: number;
  readonly seconds: number;
}

/** A value that rises or falls by an amount or more within a time. */
export class ChangeDetector implements Detector {
  readonly windowMs: number;
  readonly #change: Change;
  readonly #names: DetectorNames;
  readonly #lowest: WindowExtreme;
  readonly #highest: WindowExtreme;
  readonly #reading = new LatestReading();
  #held = false;

  constructor(change: Change, names: DetectorNames) {
    this.#change = change;
    this.#names = names;
    this.windowMs = change.seconds * 1_000;
    this.#lowest = new WindowExtreme(this.windowMs, 1);
    this.#highest = new WindowExtreme(this.windowMs, -1);
  }

  observe(value: number | null, at: number): boolean {
    if (value === null || !this.#reading.follow(value, at)) return false;
    this.#lowest.add(value, at);
    this.#highest.add(value, at);
    const held = this.#held;
    this.#held = this.#move(at) !== undefined;
    return this.#held !== held;
  }

  /** Of values that are all within its amount no two are an amount apart. */
  calm(): Calm | null {
    const { at } = this.#reading;
    const [lowest, highest] = [this.#lowest.find(at), this.#highest.find(at)];
    if (this.#held || !lowest || !highest) return null;
    const [middle, reach] = [(lowest.value + highest.value) / 2, this.#change.amount / 2];
    return { low: middle - reach, high: middle + reach, until: at + this.#lowest.stepMs };
  }

  catchUp(values: CalmValues): void {
    this.#reading.catchUp(values);
    this.#lowest.add(values.lowest, values.at);
    this.#highest.add(values.highest, values.at);
  }

  judge(now: number): Verdict {
    const { value } = this.#reading;
    if (value === null || now >= freshUntil(this.#reading)) return unknown;
    const from = this.#move(now);
    this.#held = from !== undefined;
    if (from === undefined) return { state: 'gone', report: () => [this.#steady()] };
    return { state: 'holds', value, report: () => [this.#moved(from, value)] };
  }

  wakeAt(now: number): number | null {
    const leaving = [this.#lowest.find(now)?.at, this.#highest.find(now)?.at].filter((at) => at !== undefined);
    return this.#held && leaving.length > 0 ? Math.min(...leaving) + this.windowMs + 1 : null;
  }

  moveClock(ms: number, now: number): void {
    this.#lowest.moveClock(ms);
    this.#highest.moveClock(ms);
    this.#reading.moveClock(ms, now);
  }

  /** The value that it moved away from; undefined: it did not move by so much. */
  #move(now: number): number | undefined {
    const { value } = this.#reading;
    if (value === null) return undefined;
    const { direction, amount } = this.#change;
    const low = this.#lowest.find(now)?.value ?? value;
    const high = this.#highest.find(now)?.value ?? value;
    const hasRisen = direction !== 'falls' && value - low >= amount;
    const hasFallen = direction !== 'rises' && high - value >= amount;
    if (hasRisen && (!hasFallen || value - low >= high - value)) return low;
    return hasFallen ? high : undefined;
  }

  #moved(from: number, to: number): AlertStatement {
    return { code: 'moved', ...namesOf(this.#names), from, to, seconds: this.#change.seconds };
  }

  #steady(): AlertStatement {
    const { amount, seconds } = this.#change;
    return { code: 'steady', ...namesOf(this.#names), amount, seconds };
  }
}
