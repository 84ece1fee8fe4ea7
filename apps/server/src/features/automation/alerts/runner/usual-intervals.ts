import type { TelemetryReader } from '../../../telemetry/history/index.ts';
import type { UsualInterval } from '../machines/silence-detector.ts';
import type { ConnectionTimesRepository } from './connection-times.repository.ts';

/** How a device reported earlier counts little. */
const lookbackMs = 14 * 24 * 3_600_000;
const newestMessages = 100;
const fewestGaps = 2;
/** A board whose longer gaps are so much longer than most sends when something happens. */
const irregularFactor = 3;

interface UsualIntervalsDeps {
  readonly reader: Pick<TelemetryReader, 'lastInstants'>;
  readonly connections: ConnectionTimesRepository;
}

/** How often devices usually send. */
export class UsualIntervals {
  readonly #deps: UsualIntervalsDeps;

  constructor(deps: UsualIntervalsDeps) {
    this.#deps = deps;
  }

  /**
   * The usual time between messages of devices, by their ids; left out: too few are known. It is the longest of ten gaps between
   * the last hundred messages, so that an outage hardly counts and a few messages at once do not either; of a board that sleeps, which
   * is mostly away and may bring messages of then, at least the usual time from one connection to the next.
   */
  async find(deviceIds: readonly number[], now: number): Promise<Map<number, UsualInterval>> {
    const since = now - lookbackMs;
    const [instants, connections] = await Promise.all([
      this.#deps.reader.lastInstants(deviceIds, { from: since + 1, to: now + 1, limit: newestMessages }),
      this.#deps.connections.usual(deviceIds, since),
    ]);
    const found = new Map<number, UsualInterval>();
    for (const id of deviceIds) {
      const times = instants.get(id) ?? [];
      const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
      const isKnown = gaps.length >= fewestGaps;
      if (!isKnown && !connections.has(id)) continue;
      const sorted = gaps.sort((a, b) => a - b);
      const ms = Math.max(isKnown ? quantile(sorted, 0.9) : 0, connections.get(id) ?? 0);
      found.set(id, { ms, isRegular: ms <= irregularFactor * quantile(sorted, 0.5) });
    }
    return found;
  }
}

/** Between the two nearest of sorted numbers (the definition of PostgreSQL's `percentile_cont`); of none it is 0. */
function quantile(sorted: readonly number[], fraction: number): number {
  const place = fraction * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}
