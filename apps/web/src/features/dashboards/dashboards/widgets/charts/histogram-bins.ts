import type { HistoryPoint } from './history-points.ts';

/** How much of the known time, from 0 to 1, a value was from `from` up to `to`. */
export type Share = { from: number; to: number; share: number };

/** Equal spans from the lowest to the highest value, each with its share; empty without a value. */
export function sharesOf(points: readonly HistoryPoint[], bins: number): Share[] {
  const values = points.map(({ value }) => value);
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return [];
  const count = low === high ? 1 : bins;
  const width = (high - low) / count;
  const weights = new Array<number>(count).fill(0);
  for (const { value, forMs } of points) {
    const bin = width === 0 ? 0 : Math.min(count - 1, Math.floor((value - low) / width));
    // A last point that came just now holds no time yet, but is there.
    weights[bin] = (weights[bin] ?? 0) + Math.max(1, forMs);
  }
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight, bin) => ({
    from: low + bin * width,
    to: bin === count - 1 ? high : low + (bin + 1) * width,
    share: weight / total,
  }));
}
