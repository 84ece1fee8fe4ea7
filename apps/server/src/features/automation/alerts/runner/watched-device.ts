import type { TelemetryValue } from '@cyno/contract';
import { numberOf } from '../../rules/index.ts';
import type { CalmValues } from '../machines/detector.ts';
import { type Followed, keyOf } from './followed.ts';

/** Where each figure of a variable stands in its line. */
const newestAt = 0;
const newestValue = 1;
/** Strictly between these, and before `until`, no rule needs to look at a value. */
const low = 2;
const high = 3;
const until = 4;
/** Of the values that no rule has looked at yet. */
const count = 5;
const sum = 6;
const lowest = 7;
const highest = 8;
const figures = 9;

type Values = Readonly<Record<string, TelemetryValue>>;

/**
 * The rules that read one device's messages. Between the limits within which none of them can change its mind, values are only counted
 * and summed: nine numbers beside each other for each variable, whatever the number of its rules. With an object for each rule and value
 * a message costs a miss of the processor's cache for each of them, which was most of what rules cost.
 */
export class WatchedDevice {
  readonly #due: (followed: Followed) => void;
  readonly #keys: string[] = [];
  /** By the place of the variable. */
  readonly #readers: Followed[][] = [];
  #lines = new Float64Array(0);
  /** Those that wait for anything from a board that is silent. */
  readonly silent = new Set<Followed>();

  /** `due`: something of a rule may be due. */
  constructor(due: (followed: Followed) => void) {
    this.#due = due;
  }

  get isEmpty(): boolean {
    return this.#keys.length + this.silent.size === 0;
  }

  add(followed: Followed, key: string): void {
    const known = this.#keys.indexOf(key);
    if (known >= 0) {
      this.#settle(known);
      this.#readers[known]?.push(followed);
      return;
    }
    const lines = new Float64Array((this.#keys.length + 1) * figures);
    lines.set(this.#lines);
    this.#lines = lines;
    this.#keys.push(key);
    this.#readers.push([followed]);
    this.#clear((this.#keys.length - 1) * figures);
  }

  remove(followed: Followed, key: string): void {
    const place = this.#keys.indexOf(key);
    const left = this.#readers[place]?.filter((one) => one !== followed);
    if (left === undefined) return;
    this.#settle(place);
    if (left.length > 0) {
      this.#readers[place] = left;
      return;
    }
    this.#keys.splice(place, 1);
    this.#readers.splice(place, 1);
    this.#lines = this.#lines.filter((_, index) => Math.floor(index / figures) !== place);
  }

  /** Takes a message of the device. */
  observe(values: Values, at: number): void {
    const lines = this.#lines;
    for (let place = 0, line = 0; place < this.#keys.length; place += 1, line += figures) {
      const value = values[this.#keys[place] as string];
      if (value === undefined) continue;
      const number = numberOf(value);
      const isCalm =
        number !== null &&
        number > (lines[line + low] as number) &&
        number < (lines[line + high] as number) &&
        at < (lines[line + until] as number) &&
        at >= (lines[line + newestAt] as number);
      if (!isCalm) {
        this.#observe(place, number, at);
        continue;
      }
      lines[line + newestAt] = at;
      lines[line + newestValue] = number;
      lines[line + count] = (lines[line + count] as number) + 1;
      lines[line + sum] = (lines[line + sum] as number) + number;
      if (number < (lines[line + lowest] as number)) lines[line + lowest] = number;
      if (number > (lines[line + highest] as number)) lines[line + highest] = number;
    }
  }

  /** Gives the rules what they have not looked at yet, because one of them is to be judged. */
  settle(followed: Followed): void {
    const key = keyOf(followed.rule.condition);
    if (key !== null) this.#settle(this.#keys.indexOf(key));
  }

  settleAll(): void {
    for (let place = 0; place < this.#keys.length; place += 1) this.#settle(place);
  }

  #observe(place: number, value: number | null, at: number): void {
    this.#settle(place);
    const readers = this.#readers[place] ?? [];
    for (const followed of readers) {
      if (!followed.isWarming && followed.machine.observe(value, at)) this.#due(followed);
    }
    this.#calm(place, at);
  }

  /** Sets the limits within which none of the rules has to look. */
  #calm(place: number, at: number): void {
    const range = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY, until: Number.POSITIVE_INFINITY };
    for (const { machine, isWarming } of this.#readers[place] ?? []) {
      const calm = isWarming ? null : machine.calm();
      if (calm === null) return;
      range.low = Math.max(range.low, calm.low);
      range.high = Math.min(range.high, calm.high);
      range.until = Math.min(range.until, calm.until);
    }
    const line = place * figures;
    this.#lines[line + newestAt] = at;
    this.#lines[line + low] = range.low;
    this.#lines[line + high] = range.high;
    this.#lines[line + until] = range.until;
  }

  #settle(place: number): void {
    const line = place * figures;
    const lines = this.#lines;
    if (place < 0) return;
    if ((lines[line + count] as number) > 0) {
      const values: CalmValues = {
        at: lines[line + newestAt] as number,
        value: lines[line + newestValue] as number,
        count: lines[line + count] as number,
        sum: lines[line + sum] as number,
        lowest: lines[line + lowest] as number,
        highest: lines[line + highest] as number,
      };
      for (const { machine } of this.#readers[place] ?? []) machine.detector.catchUp?.(values);
    }
    this.#clear(line);
  }

  /** The next value is looked at. */
  #clear(line: number): void {
    const lines = this.#lines;
    lines[line + low] = Number.POSITIVE_INFINITY;
    lines[line + high] = Number.NEGATIVE_INFINITY;
    lines[line + count] = 0;
    lines[line + sum] = 0;
    lines[line + lowest] = Number.POSITIVE_INFINITY;
    lines[line + highest] = Number.NEGATIVE_INFINITY;
  }
}
