import type { Formula, Frame } from './compile.ts';
import { maxGapMs } from './state.ts';

/** A value of a variable; texts are no part of formulas. */
export type InputValue = number | boolean;

/** Beyond this a result is none (as for calibrated values). */
const maxMagnitude = 1e300;

interface Newest {
  readonly value: InputValue;
  readonly at: number;
}

/** What a machine remembers, as plain JSON. */
export interface SavedMachine {
  /** Null before the first message. */
  readonly at: number | null;
  readonly inputs: readonly (Newest | null)[];
  readonly states: readonly unknown[];
}

/**
 * Evaluates a formula over the messages of its devices, one after the other. Given the same messages it makes the same values, whether they
 * arrive or are read from the history.
 */
export class FormulaMachine {
  readonly #formula: Formula;
  readonly #frame: Frame;
  readonly #newest: (Newest | null)[];
  /** Of another device nobody knows whether a switch is as it was, or the device is gone. */
  readonly #switchesExpire: boolean;
  #at = Number.NEGATIVE_INFINITY;

  constructor(formula: Formula, saved: SavedMachine | null = null) {
    const { inputs, begin } = formula;
    this.#formula = formula;
    this.#switchesExpire = inputs.some(({ device }) => device !== null);
    this.#newest = inputs.map((_, place) => saved?.inputs[place] ?? null);
    this.#frame = {
      at: 0,
      isStored: true,
      values: new Float64Array(inputs.length),
      isFresh: inputs.map(() => false),
      states: begin.map((make) => make()),
    };
    if (saved === null) return;
    this.#at = saved.at ?? Number.NEGATIVE_INFINITY;
    for (const [place, state] of this.#frame.states.entries()) {
      if (saved.states[place] !== undefined) state.restore(saved.states[place]);
    }
  }

  /** The instant of the newest message that counts. */
  get at(): number {
    return this.#at;
  }

  /** True where earlier messages may matter beyond the newest value of each input. */
  get remembers(): boolean {
    return this.#frame.states.length > 0;
  }

  /**
   * The result of a message that has these values (undefined: it has none of that input), in the order of time; null: it has none. A
   * message that is not stored counts for this result alone.
   */
  step(at: number, values: readonly (InputValue | undefined)[], isStored = true): InputValue | null {
    const frame = this.#frame;
    let isFresh = false;
    for (const [place, value] of values.entries()) {
      frame.isFresh[place] = value !== undefined;
      if (value === undefined) frame.values[place] = this.#heldValue(place, at);
      else {
        isFresh = true;
        frame.values[place] = Number(value);
        if (isStored) this.#newest[place] = { value, at };
      }
    }
    if (!isFresh && !this.remembers) return null;
    frame.at = at;
    frame.isStored = isStored;
    if (isStored) this.#at = at;
    const result = this.#formula.evaluate(frame);
    if (!isFresh || !(Math.abs(result) <= maxMagnitude)) return null;
    return this.#formula.isCondition ? result !== 0 : result;
  }

  /** What holds of an input that a message does not have: switches stay as they are, numbers are forgotten in time. */
  #heldValue(place: number, at: number): number {
    const newest = this.#newest[place] ?? null;
    if (newest === null) return Number.NaN;
    const isHeld = typeof newest.value === 'boolean' && !this.#switchesExpire;
    return isHeld || at - newest.at <= maxGapMs ? Number(newest.value) : Number.NaN;
  }

  save(): SavedMachine {
    return {
      at: Number.isFinite(this.#at) ? this.#at : null,
      inputs: [...this.#newest],
      states: this.#frame.states.map((state) => state.save()),
    };
  }
}
