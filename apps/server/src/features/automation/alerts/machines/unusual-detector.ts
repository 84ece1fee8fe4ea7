import { freshUntil } from '../../rules/index.ts';
import { amountText, forText } from './alert-text.ts';
import { type Detector, type DetectorNames, unknown, type Verdict } from './detector.ts';
import { LatestReading } from './latest-reading.ts';
import type { Usual } from './usual-by-hour.ts';

/** What was outside is usual again when it is this much closer. */
const releaseFactor = 0.8;

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

  ended(): void {
    this.#isBegun = false;
  }

  judge(now: number): Verdict {
    const { value, at } = this.#reading;
    if (value === null || now >= freshUntil(this.#reading)) return unknown;
    const band = this.#bandAt(at);
    if (band === undefined) return unknown;
    this.#held = this.#isOutside(at);
    if (this.#held) return { state: 'holds', value, text: () => this.#text(value, band, 'outside of') };
    return { state: 'gone', text: () => this.#text(value, band, 'back within') };
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

  #text(value: number, { low, high }: { low: number; high: number }, where: string): string {
    const [from, to] = [low, high].map((one) => amountText(Number(one.toPrecision(3)), this.#names));
    const lasting = where === 'outside of' ? forText(this.#rule.forSeconds) : '';
    return `${this.#names.label()} was ${amountText(value, this.#names)}, ${where} ${from} to ${to}, which is usual at this hour${lasting}.`;
  }
}
