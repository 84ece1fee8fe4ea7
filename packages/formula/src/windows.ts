import { maxGapMs, type State } from './state.ts';

/** A window is divided into so many buckets at most, so that its size does not depend on how often a board sends. */
const bucketsPerWindow = 600;

/** What there was from `start` on, for the width of a bucket; `lastAt` is the instant of `last`. */
interface Bucket {
  readonly start: number;
  count: number;
  sum: number;
  min: number;
  max: number;
  last: number;
  lastAt: number;
}

type Summary = Omit<Bucket, 'start' | 'last' | 'lastAt'>;

/** The values of the last so many ms, in buckets that stand at the same instants whenever one begins to count. */
class RecentValues {
  readonly #lengthMs: number;
  readonly #widthMs: number;
  buckets: Bucket[] = [];

  constructor(lengthMs: number) {
    this.#lengthMs = lengthMs;
    this.#widthMs = Math.max(1, Math.ceil(lengthMs / bucketsPerWindow));
  }

  /** Lets go of what is older than the window at an instant, but for the newest `spare` buckets of that. */
  leaveBehind(at: number, spare = 0): void {
    const first = this.buckets.findIndex(({ start }) => start > at - this.#lengthMs - this.#widthMs);
    const gone = (first < 0 ? this.buckets.length : first) - spare;
    if (gone > 0) this.buckets.splice(0, gone);
  }

  add(at: number, value: number): void {
    const start = at - (at % this.#widthMs);
    const newest = this.buckets.at(-1);
    if (newest?.start !== start) {
      this.buckets.push({ start, count: 1, sum: value, min: value, max: value, last: value, lastAt: at });
      return;
    }
    newest.count += 1;
    newest.sum += value;
    newest.min = Math.min(newest.min, value);
    newest.max = Math.max(newest.max, value);
    newest.last = value;
    newest.lastAt = at;
  }

  save(): unknown {
    return this.buckets.map(({ start, count, sum, min, max, last, lastAt }) => [
      start,
      count,
      sum,
      min,
      max,
      last,
      lastAt,
    ]);
  }

  restore(saved: unknown): void {
    this.buckets = (saved as number[][]).map(
      ([start = 0, count = 0, sum = 0, min = 0, max = 0, last = 0, lastAt = 0]): Bucket => ({
        start,
        count,
        sum,
        min,
        max,
        last,
        lastAt,
      }),
    );
  }
}

/** How windows are summed up, by the name of the function. */
const summaries = {
  avg: ({ sum, count }: Summary) => sum / count,
  sum: ({ sum }: Summary) => sum,
  min: ({ min }: Summary) => min,
  max: ({ max }: Summary) => max,
  count: ({ count }: Summary) => count,
} as const;

export type WindowFunction = keyof typeof summaries;

/** A figure of the values of the last so many ms, this one included. */
export function windowState(name: WindowFunction, lengthMs: number): State {
  const recent = new RecentValues(lengthMs);
  return {
    step(at, value, isStored) {
      const isGiven = !Number.isNaN(value);
      recent.leaveBehind(at);
      if (isGiven && isStored) recent.add(at, value);
      const total: Summary = { count: 0, sum: 0, min: Number.POSITIVE_INFINITY, max: Number.NEGATIVE_INFINITY };
      for (const bucket of recent.buckets) addTo(total, bucket);
      if (isGiven && !isStored) addTo(total, { count: 1, sum: value, min: value, max: value });
      return total.count === 0 ? Number.NaN : summaries[name](total);
    },
    save: () => recent.save(),
    restore: (saved) => recent.restore(saved),
  };
}

/** The value that held so many ms ago. */
export function agoState(lengthMs: number): State {
  const recent = new RecentValues(lengthMs);
  return {
    step(at, value, isStored) {
      recent.leaveBehind(at, 1);
      const then = at - lengthMs;
      const found = recent.buckets.findLast(({ lastAt }) => lastAt <= then);
      if (isStored && !Number.isNaN(value)) recent.add(at, value);
      return found && then - found.lastAt <= maxGapMs ? found.last : Number.NaN;
    },
    save: () => recent.save(),
    restore: (saved) => recent.restore(saved),
  };
}

function addTo(total: Summary, { count, sum, min, max }: Summary): void {
  total.count += count;
  total.sum += sum;
  if (min < total.min) total.min = min;
  if (max > total.max) total.max = max;
}
