import type { NamedNumber } from './number-lines.ts';

/** How far the plot reaches back. */
export const plotSpanMs = 60_000;
const maxSeries = 8;
/** Numbers that come within this time are one point, so that a flood stays drawable. */
const pointEveryMs = 50;

/** What the plot shows: `values` of each series belong to `times`. */
export type PlotData = {
  times: readonly number[];
  series: readonly { name: string; hue: number; values: readonly (number | null)[]; latest: number }[];
};

type Series = { hue: number; values: (number | null)[]; latest: number; latestAt: number };

/** The numbers of the last minute, of at most eight names. */
export class NumberSeries {
  readonly #series = new Map<string, Series>();
  #times: number[] = [];

  add(numbers: readonly NamedNumber[], at: number): void {
    if (numbers.length === 0) return;
    this.#forget(at - plotSpanMs);
    const last = this.#times.at(-1);
    if (last === undefined || at - last >= pointEveryMs) {
      this.#times.push(at);
      for (const { values } of this.#series.values()) values.push(null);
    }
    for (const [name, value] of numbers) {
      const one = this.#series.get(name) ?? this.#begin(name);
      if (one) {
        one.values[this.#times.length - 1] = value;
        Object.assign(one, { latest: value, latestAt: at });
      }
    }
  }

  clear(): void {
    this.#series.clear();
    this.#times = [];
  }

  data(): PlotData {
    const series = [...this.#series].map(([name, { hue, values, latest }]) => ({
      name,
      hue,
      latest,
      values: [...values],
    }));
    return { times: [...this.#times], series };
  }

  /** Undefined: all places are taken. */
  #begin(name: string): Series | undefined {
    const taken = new Set([...this.#series.values()].map(({ hue }) => hue));
    const hue = Array.from({ length: maxSeries }, (_, index) => index + 1).find((one) => !taken.has(one));
    if (hue === undefined) return undefined;
    const values = Array<number | null>(this.#times.length).fill(null);
    const series = { hue, values, latest: 0, latestAt: 0 };
    this.#series.set(name, series);
    return series;
  }

  #forget(before: number): void {
    const gone = this.#times.findIndex((time) => time >= before);
    const count = gone < 0 ? this.#times.length : gone;
    if (count === 0) return;
    this.#times.splice(0, count);
    for (const [name, { values, latestAt }] of this.#series) {
      values.splice(0, count);
      if (latestAt < before) this.#series.delete(name);
    }
  }
}
