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
import type { Usual } from './usual-by-hour.ts';

/** What was outside is usual again when it is this much closer. */
const releaseFactor = 0.8;
const quarterMs = 15 * 60_000;

/** What is usual at each hour of the day, and which hour an instant is in. */
export interface Profile {
  readonly byHour: readonly (Usual | undefined)[];
  hourOf(at: number): number;
}

/** A value that is far from what it usually is at this hour of the day; nothing is known of it until it was learned. */
export class UnusualDetector implements Detector {
  readonly #rule: { readonly times: number; readonly forSeconds: number };
  readonly #names: DetectorNames;
  #profile: Profile | undefined;
  readonly #reading = new LatestReading();
  #held: boolean;
  #isBegun: boolean;

  constructor(rule: { readonly times: number; readonly forSeconds: number }, names: DetectorNames, held: boolean) {
    this.#rule = rule;
    this.#names = names;
    this.#held = held;
    this.#isBegun = held;
  }

  learn(profile: Profile): void {
    this.#profile = profile;
  }

  observe(value: number | null, at: number): boolean {
    if (!this.#reading.follow(value, at)) return false;
    const held = this.#held;
    this.#held = this.#isOutside(at);
    this.#isBegun ||= this.#held;
    return this.#held !== held;
  }

  calm(): Calm | null {
    const { at } = this.#reading;
    const band = this.#bandAt(at);
    if (this.#held || band === undefined) return null;
    // Hours of all time zones begin at quarters of an hour.
    return { low: band.low, high: band.high, until: (Math.floor(at / quarterMs) + 1) * quarterMs };
  }

  catchUp(values: CalmValues): void {
    this.#reading.catchUp(values);
  }

  ended(): void {
    this.#isBegun = false;
  }

  judge(now: number): Verdict {
    const { value, at } = this.#reading;
    if (value === null || now >= freshUntil(this.#reading)) return unknown;
    const band = this.#bandAt(at);
    if (band === undefined) return unknown;
    this.#held = this.#isOutside(at);
    if (this.#held) return { state: 'holds', value, report: () => [this.#unusual(value, band)] };
    return { state: 'gone', report: () => [{ code: 'usual_again', ...this.#usualNow(band), value }] };
  }

  wakeAt(): null {
    return null;
  }

  moveClock(ms: number, now: number): void {
    if (ms < 0) this.#reading.moveClock(ms, now);
  }

  #bandAt(at: number): { low: number; high: number; reach: number; center: number } | undefined {
    const usual = this.#profile?.byHour[this.#profile.hourOf(at)];
    if (usual === undefined) return undefined;
    const { center, spread } = usual;
    const reach = this.#rule.times * spread;
    return { low: center - reach, high: center + reach, reach, center };
  }

  #isOutside(at: number): boolean {
    const { value } = this.#reading;
    const band = this.#bandAt(at);
    if (value === null || band === undefined) return false;
    return Math.abs(value - band.center) > (this.#isBegun ? releaseFactor : 1) * band.reach;
  }

  #unusual(value: number, band: { low: number; high: number }): AlertStatement {
    return { code: 'unusual', ...this.#usualNow(band), value, seconds: this.#rule.forSeconds };
  }

  #usualNow({ low, high }: { low: number; high: number }) {
    const [from, to] = [Number(low.toPrecision(3)), Number(high.toPrecision(3))];
    return { ...namesOf(this.#names), low: from, high: to };
  }
}
