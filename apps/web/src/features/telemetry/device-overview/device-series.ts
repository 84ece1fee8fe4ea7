import type { HistoryResponse, LivePoint, TelemetryValue } from '@cyno/contract';
import { createSeriesBuffer, type SeriesBuffer } from '../../../ui/charts/plot/series-buffer.ts';
import type { ChartSource } from '../../../ui/charts/plot/time-plot.ts';
import type { Band, DeviceLimit } from '../history/index.ts';
import { createPresenceLog } from './offline-spans.ts';
import { createTextLog, type TextLog } from './text-log.ts';

/** A buffer that has grown beyond this is due for a fresh, bucketed history. */
const maxPoints = 5_000;

type Listener = () => void;

/** A board's on and off are 1 and 0 in history and in charts. */
function toNumber(value: TelemetryValue | null | undefined): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'number' ? value : null;
}

/** Everything that the charts of one device draw: history and live points of each variable, and when the board was offline. */
export class DeviceSeries {
  readonly presence = createPresenceLog();
  readonly #numbers = new Map<string, SeriesBuffer>();
  readonly #texts = new Map<string, TextLog>();
  readonly #sources = new Map<string, ChartSource>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #intervals = new Map<string, number>();
  #bands: readonly Band[] = [];
  #limits: readonly DeviceLimit[] = [];
  #until = Number.POSITIVE_INFINITY;

  /** Takes live points; those that are known already change nothing. */
  take(points: readonly LivePoint[]): void {
    const touched = new Set<string>();
    for (const { at, values } of points) {
      for (const [key, value] of Object.entries(values)) {
        const number = toNumber(value);
        if (number !== null) this.#buffer(key).push(at, number);
        else this.text(key).push(at, String(value));
        touched.add(key);
      }
    }
    for (const key of touched) this.#notify(key);
  }

  /** Puts the history of some variables under the live points. */
  load(history: HistoryResponse, keys: readonly string[]): void {
    this.presence.load(history.offline);
    for (const key of keys) {
      const series = history.series[key];
      const value = series?.value ?? [];
      this.#buffer(key).load({
        at: history.times,
        value: value.map((entry) => (typeof entry === 'number' ? entry : null)),
        min: series?.min ?? null,
        max: series?.max ?? null,
        bucketMs: history.bucketMs,
        to: history.to,
      });
      this.text(key).load(history.times, value);
    }
    for (const key of this.#listeners.keys()) this.#notify(key);
  }

  hearPresence(online: boolean, at: number): void {
    this.presence.hear(online, at);
    for (const key of this.#listeners.keys()) this.#notify(key);
  }

  /** What lies over the charts, each band over that of its variable. */
  setBands(bands: readonly Band[]): void {
    this.#bands = bands;
    for (const key of this.#listeners.keys()) this.#notify(key);
  }

  /** Where the variables alert, each over the chart of its own. */
  setLimits(limits: readonly DeviceLimit[]): void {
    this.#limits = limits;
    for (const key of this.#listeners.keys()) this.#notify(key);
  }

  /** Keeps only what a view can show; later points than `until` (when the view stands still) are not drawn. */
  keep(from: number, until: number): void {
    this.#until = until;
    for (const buffer of this.#numbers.values()) {
      buffer.trim(from);
      buffer.stopAt(until);
    }
    for (const [key, log] of this.#texts) if (log.trim(from)) this.#notify(key);
  }

  setInterval(key: string, intervalMs: number | null): void {
    if (intervalMs === null) this.#intervals.delete(key);
    else this.#intervals.set(key, intervalMs);
  }

  /** When the first thing is known of the board, ms since the epoch: a value, or that it was away. Null: nothing is. */
  get begins(): number | null {
    const known = [...this.#numbers.values()].flatMap((buffer) => buffer.begins ?? []);
    return known.length === 0 ? null : Math.min(...known, this.presence.spans()[0]?.from ?? Number.POSITIVE_INFINITY);
  }

  /** True when the live points of a variable have become more than a chart should hold. */
  get overfull(): boolean {
    return [...this.#numbers.values()].some((buffer) => buffer.size > maxPoints);
  }

  text(key: string): TextLog {
    let log = this.#texts.get(key);
    if (!log) {
      log = createTextLog();
      this.#texts.set(key, log);
    }
    return log;
  }

  /** What a chart of this variable draws; always the same object for the same key. */
  source(key: string): ChartSource {
    let source = this.#sources.get(key);
    if (!source) {
      source = {
        read: () => {
          const buffer = this.#buffer(key);
          const offline = this.presence.spans();
          const columns = buffer.columns(this.#intervals.get(key) ?? null, offline);
          // In a view that stands still, the last point is just where the view ends.
          return {
            columns,
            offline,
            last: this.#until === Number.POSITIVE_INFINITY ? buffer.last : null,
            notes: this.#bands.filter((band) => band.key === key),
            limits: this.#limits.filter((limit) => limit.key === key),
          };
        },
        subscribe: (listener) => this.subscribe(key, listener),
      };
      this.#sources.set(key, source);
    }
    return source;
  }

  subscribe(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
    };
  }

  #buffer(key: string): SeriesBuffer {
    let buffer = this.#numbers.get(key);
    if (!buffer) {
      buffer = createSeriesBuffer();
      buffer.stopAt(this.#until);
      this.#numbers.set(key, buffer);
    }
    return buffer;
  }

  #notify(key: string) {
    for (const listener of this.#listeners.get(key) ?? []) listener();
  }
}
