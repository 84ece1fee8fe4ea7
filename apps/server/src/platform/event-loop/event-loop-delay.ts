import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { ServerLoad } from '@cyno/contract';
import { Gauge } from 'prom-client';
import type { Metrics } from '../metrics/index.ts';

/** A timer that is due so often shows how late the event loop is. */
const sampleMs = 20;
const sliceMs = 5_000;
const slicesOfMinute = 12;
/** Above it everybody notices, once it lasts. */
const slowMs = 20;
const slowForMs = 5 * 60_000;

const nsOfMs = 1e6;
/** The clock that never jumps, in milliseconds. */
const steadyNow = (): number => Number(process.hrtime.bigint()) / nsOfMs;

/**
 * How late the event loop is with what is due, over the last minute. While it is busy with one thing everything else waits: boards,
 * pages and what keeps both connected. Instants are those of
 * the clock that never jumps.
 */
export class EventLoopDelay {
  /** Microseconds, the newest slice last; the one before the last twelve is forgotten. */
  #slices: RecordableHistogram[] = [createHistogram()];
  #sliceBegan: number;
  #sampledAt: number;
  #slowSince: number | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor({ metrics, now = steadyNow() }: { metrics: Metrics; now?: number }) {
    this.#sliceBegan = now;
    this.#sampledAt = now;
    const ofMinute = () => this.lastMinute();
    new Gauge({
      name: 'cyno_event_loop_delay_seconds',
      help: 'How late the event loop was with what was due, over the last minute.',
      labelNames: ['percentile'],
      registers: [metrics],
      collect() {
        const { p50Ms, p99Ms, maxMs } = ofMinute();
        for (const [percentile, ms] of [['50', p50Ms] as const, ['99', p99Ms] as const, ['100', maxMs] as const]) {
          this.set({ percentile }, ms / 1_000);
        }
      },
    });
  }

  start(): void {
    this.#sampledAt = steadyNow();
    this.#timer = setInterval(() => this.sample(steadyNow()), sampleMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Called when a sample was due, or as much later as the loop is late. */
  sample(now: number): void {
    const lateMs = Math.max(0, now - this.#sampledAt - sampleMs);
    this.#sampledAt = now;
    this.#slices.at(-1)?.record(Math.max(1, Math.round(lateMs * 1_000)));
    if (now - this.#sliceBegan < sliceMs) return;
    this.#sliceBegan = now;
    const isSlow = this.lastMinute().p99Ms > slowMs;
    this.#slowSince = isSlow ? (this.#slowSince ?? now) : undefined;
    this.#slices = [...this.#slices.slice(1 - slicesOfMinute), createHistogram()];
  }

  lastMinute(): ServerLoad['delay'] {
    const minute = createHistogram();
    for (const slice of this.#slices) minute.add(slice);
    if (minute.count === 0) return { p50Ms: 0, p99Ms: 0, maxMs: 0 };
    const toMs = (microseconds: number) => Math.round(microseconds / 100) / 10;
    return {
      p50Ms: toMs(minute.percentile(50)),
      p99Ms: toMs(minute.percentile(99)),
      maxMs: toMs(minute.max),
    };
  }

  /** The last minute, and for how long it has been too slow; null: it is not, or not for long. */
  load(now = steadyNow()): ServerLoad {
    const slowFor = this.#slowSince === undefined ? 0 : now - this.#slowSince;
    return { delay: this.lastMinute(), slowForMinutes: slowFor < slowForMs ? null : Math.floor(slowFor / 60_000) };
  }
}
