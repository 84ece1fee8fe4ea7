/** Two points a bucket: with these a line shows every extreme that the screen could. */
const buckets = 300;

interface Extremes {
  lowAt: number;
  low: number;
  highAt: number;
  high: number;
}

/** Keeps of a range's values the lowest and the highest of each of 300 equal parts, so that 600 points show the same line. */
export class ThinnedSeries {
  readonly #from: number;
  readonly #bucketMs: number;
  readonly #extremes: (Extremes | undefined)[] = [];

  constructor(from: number, to: number) {
    this.#from = from;
    this.#bucketMs = (to - from) / buckets;
  }

  add(at: number, value: number): void {
    const index = Math.min(Math.floor((at - this.#from) / this.#bucketMs), buckets - 1);
    const known = this.#extremes[index];
    if (known === undefined) this.#extremes[index] = { lowAt: at, low: value, highAt: at, high: value };
    else if (value < known.low) Object.assign(known, { lowAt: at, low: value });
    else if (value > known.high) Object.assign(known, { highAt: at, high: value });
  }

  /** At most 600 pairs of instant and value, oldest first. */
  points(): [number, number][] {
    return this.#extremes.flatMap((extremes) => {
      if (!extremes) return [];
      const { lowAt, low, highAt, high } = extremes;
      if (lowAt === highAt) return [[lowAt, low]];
      const both: [number, number][] = [
        [lowAt, low],
        [highAt, high],
      ];
      return lowAt < highAt ? both : both.reverse();
    });
  }
}
