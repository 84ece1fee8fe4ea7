import type { LivePoint, SparklineResponse } from '@cyno/contract';
import type { SparkPoint } from '../../../../ui/charts/sparkline-path.ts';

type Series = { past: readonly SparkPoint[]; live: SparkPoint[]; joined: readonly SparkPoint[] | undefined };

/** Of this long a variable needs one live point: a page has those of all devices of an account. */
const livePointMs = 5_000;
/** Ten minutes; the next response of the server covers what is older. */
const liveLimit = 120;

const none: readonly SparkPoint[] = [];

/** The recent past of every variable: the server's response and what came live since then. */
export type SparkStore = ReturnType<typeof createSparkStore>;

/** `schedule` delays the notification of listeners to the next frame, so that many points of a frame are drawn once. */
export function createSparkStore(schedule: (run: () => void) => void = requestAnimationFrame.bind(globalThis)) {
  const devices = new Map<string, Map<string, Series>>();
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();

  function notify() {
    const espids = [...changed];
    changed.clear();
    for (const espid of espids) for (const listener of listeners.get(espid) ?? []) listener();
  }

  function markChanged(espid: string) {
    if (changed.size === 0) schedule(notify);
    changed.add(espid);
  }

  function seriesOf(espid: string, key: string): Series {
    const keys = devices.get(espid) ?? new Map<string, Series>();
    devices.set(espid, keys);
    const series = keys.get(key) ?? { past: none, live: [], joined: undefined };
    keys.set(key, series);
    return series;
  }

  return {
    /** Takes the server's response; live points that it covers are dropped. */
    load({ from, to, bucketMs, devices: response }: SparklineResponse) {
      for (const [espid, keys] of Object.entries(response)) {
        for (const [key, averages] of Object.entries(keys)) {
          const series = seriesOf(espid, key);
          series.past = averages.flatMap((value, index) =>
            value === null ? [] : [{ at: from + (index + 0.5) * bucketMs, value }],
          );
          series.live = series.live.filter((point) => point.at > to);
          series.joined = undefined;
        }
        markChanged(espid);
      }
    },

    /** Takes new points of a device; numbers only, and each instant once. */
    add(espid: string, points: readonly LivePoint[]) {
      for (const { at, values } of points) {
        for (const [key, value] of Object.entries(values)) {
          if (typeof value !== 'number') continue;
          const series = seriesOf(espid, key);
          const last = series.live.at(-1);
          if (at <= (last?.at ?? series.past.at(-1)?.at ?? 0)) continue;
          if (last && Math.floor(last.at / livePointMs) === Math.floor(at / livePointMs)) series.live.pop();
          series.live.push({ at, value });
          if (series.live.length > liveLimit) series.live.splice(0, liveLimit / 4);
          series.joined = undefined;
        }
      }
      markChanged(espid);
    },

    /** The points of a variable, ascending; the same array until something changes. */
    read(espid: string, key: string): readonly SparkPoint[] {
      const series = devices.get(espid)?.get(key);
      if (series === undefined) return none;
      series.joined ??= [...series.past, ...series.live];
      return series.joined;
    },

    /** Calls back when points of a device came. */
    subscribe(espid: string, listener: () => void): () => void {
      const ours = listeners.get(espid) ?? new Set();
      listeners.set(espid, ours.add(listener));
      return () => void ours.delete(listener);
    },
  };
}
