import { roughly } from '../../definitions/index.ts';
import { followedBy, freshUntil, type Reading } from '../../rules/index.ts';
import { amountText } from './alert-text.ts';
import { type Detector, type DetectorNames, unknown, type Verdict } from './detector.ts';

interface Stuck {
  readonly tolerance: number;
  readonly seconds: number;
}

/** Since when a value did not move by more than the tolerance, and between what it was. */
interface Still {
  readonly since: number;
  readonly low: number;
  readonly high: number;
}

/** A value that is reported and does not move. */
export class StuckDetector implements Detector {
  readonly windowMs: number;
  readonly #stuck: Stuck;
  readonly #names: DetectorNames;
  #reading: Reading | undefined;
  #still: Still | undefined;
  #held = false;

  constructor(stuck: Stuck, names: DetectorNames) {
    this.#stuck = stuck;
    this.#names = names;
    this.windowMs = stuck.seconds * 1_000;
  }

  observe(value: number | null, at: number): boolean {
    if (value === null || (this.#reading && at < this.#reading.at)) return false;
    this.#reading = followedBy(this.#reading, value, at);
    const low = Math.min(this.#still?.low ?? value, value);
    const high = Math.max(this.#still?.high ?? value, value);
    const since = this.#still?.since ?? at;
    this.#still = high - low > this.#stuck.tolerance ? { since: at, low: value, high: value } : { since, low, high };
    const held = this.#held;
    this.#held = at - this.#still.since >= this.windowMs;
    return this.#held !== held;
  }

  judge(now: number): Verdict {
    const [reading, still] = [this.#reading, this.#still];
    if (reading?.value == null || still === undefined || now >= freshUntil(reading)) return unknown;
    const { value, at } = reading;
    const label = this.#names.label();
    if (at - still.since < this.windowMs) {
      return { state: 'gone', text: () => `${label} moves again: it was ${amountText(value, this.#names)}.` };
    }
    const text = () =>
      `${label} has been reported as ${amountText(value, this.#names)} for ${roughly(at - still.since)}.`;
    return { state: 'holds', value, text };
  }

  wakeAt(): null {
    return null;
  }

  moveClock(ms: number, now: number): void {
    if (this.#still) this.#still = { ...this.#still, since: this.#still.since + ms };
    if (this.#reading) this.#reading = { ...this.#reading, at: Math.min(this.#reading.at + Math.max(ms, 0), now) };
  }
}
