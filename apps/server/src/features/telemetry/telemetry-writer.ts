import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log/index.ts';
import { DeviceRegistry } from './device-registry.ts';
import type { DeviceTelemetry } from './device-telemetry.ts';
import { type Spool, SpoolFullError, type SpoolSegment } from './spool.ts';
import { storeFailureText } from './storage-health.ts';
import type { TelemetryMetrics } from './telemetry.metrics.ts';
import type { Message } from './telemetry.types.ts';
import type { TelemetryStore } from './telemetry-store.ts';

const flushAfterMs = 15;
const maxBatch = 2_000;
/** Messages at QoS 0 are dropped above these; durable ones are refused above twice as much. */
const maxPending = { messages: 50_000, bytes: 16 * 1024 * 1024 };
const retryMs = { first: 250, longest: 2_000 };
const sayEveryMs = 30_000;

interface Batch {
  readonly messages: Message[];
  bytes: number;
  durable: number;
  readonly done: PromiseWithResolvers<void>;
}

interface WriterDeps {
  store: Pick<TelemetryStore, 'store' | 'close'>;
  spool: Pick<Spool, 'append' | 'oldest' | 'close' | 'bytes' | 'isEmpty'>;
  registry: DeviceRegistry;
  clock: Clock;
  log: Logger;
  metrics: TelemetryMetrics;
}

/**
 * Carries messages to the database in batches, in the order in which they came. While the database is away they go to the spool,
 * and new ones queue behind what is in it until it was replayed.
 */
export class TelemetryWriter {
  readonly #deps: WriterDeps;
  /** The first is being written, the last is still filling. */
  readonly #queue: Batch[] = [];
  #messages = 0;
  #bytes = 0;
  #writing = false;
  #timer: NodeJS.Timeout | undefined;
  #replay: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #saidAt = Number.NEGATIVE_INFINITY;
  #idle: PromiseWithResolvers<void> | undefined;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
    deps.metrics.observe({ pending: () => this.#messages, spooled: () => deps.spool.bytes });
  }

  /** Replays what a former run left in the spool. */
  start(): void {
    if (!this.#deps.spool.isEmpty) this.#startReplay();
  }

  /**
   * Queues a message of so many bytes. A durable one gets a promise that all of its batch share; it rejects when the message was
   * not kept. Without it, a message that finds no room is dropped and counted.
   */
  add(message: Message, bytes: number, durable: boolean): Promise<void> | null {
    const room = durable ? 2 : 1;
    if (this.#messages >= room * maxPending.messages || this.#bytes >= room * maxPending.bytes) {
      return this.#turnAway(durable);
    }
    let batch = this.#queue.at(-1);
    if (!batch || batch.messages.length >= maxBatch || (this.#writing && this.#queue.length === 1)) {
      batch = { messages: [], bytes: 0, durable: 0, done: Promise.withResolvers() };
      // Nobody may be waiting for it.
      batch.done.promise.catch(() => undefined);
      this.#queue.push(batch);
    }
    batch.messages.push(message);
    batch.bytes += bytes;
    this.#messages += 1;
    this.#bytes += bytes;
    this.#wake();
    if (!durable) return null;
    batch.durable += 1;
    return batch.done.promise;
  }

  /** Messages that are accepted and not yet stored. */
  get pending(): number {
    return this.#messages;
  }

  /** The device's messages that are accepted and not yet stored. */
  pendingOf(device: DeviceTelemetry): Message[] {
    return this.#queue.flatMap((batch) => batch.messages.filter((message) => message.device === device));
  }

  /** Stores or spools everything that was accepted. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wake();
    if (this.#queue.length > 0) {
      this.#idle = Promise.withResolvers();
      await this.#idle.promise;
    }
    await this.#replay;
    await this.#deps.spool.close();
    await this.#deps.store.close();
  }

  #turnAway(durable: boolean): Promise<void> | null {
    const { metrics } = this.#deps;
    if (durable) metrics.refused.inc();
    else metrics.dropped.inc({ reason: 'buffer_full' });
    this.#say('Telemetry comes faster than it can be stored: messages at QoS 0 are dropped, others not acknowledged');
    return durable ? Promise.reject(new Error('The telemetry buffer is full')) : null;
  }

  #wake(): void {
    const [head] = this.#queue;
    if (this.#writing || !head) return;
    if (head.messages.length >= maxBatch || this.#stopping.signal.aborted) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      void this.#writeHead(head);
    } else {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        void this.#writeHead(head);
      }, flushAfterMs);
    }
  }

  async #writeHead(batch: Batch): Promise<void> {
    this.#writing = true;
    const finish = this.#deps.metrics.flush.startTimer();
    try {
      await this.#write(batch);
      batch.done.resolve();
    } catch (error) {
      this.#refuse(batch, error);
    }
    finish();
    this.#writing = false;
    this.#queue.shift();
    this.#messages -= batch.messages.length;
    this.#bytes -= batch.bytes;
    if (this.#queue.length === 0) this.#idle?.resolve();
    else this.#wake();
  }

  async #write({ messages }: Batch): Promise<void> {
    const { store, spool, log, metrics } = this.#deps;
    if (!this.#replay) {
      try {
        await store.store(messages);
        metrics.stored.inc(messages.length);
        return;
      } catch (error) {
        log.warn({ err: error }, `${storeFailureText(error)} Telemetry goes to the spool on disk`);
      }
    }
    await spool.append(DeviceRegistry.encode(messages));
    metrics.spooled.inc(messages.length);
    this.#startReplay();
  }

  #refuse(batch: Batch, error: unknown): void {
    const { metrics } = this.#deps;
    const full = error instanceof SpoolFullError;
    metrics.refused.inc(batch.durable);
    metrics.dropped.inc({ reason: full ? 'spool_full' : 'spool_failed' }, batch.messages.length - batch.durable);
    const why = full ? error.message : 'The spool cannot be written';
    this.#say(`${why}: messages at QoS 0 are dropped, others not acknowledged`, error);
    batch.done.reject(new Error('The message could not be kept', { cause: error }));
  }

  #startReplay(): void {
    this.#replay ??= this.#replayAll().finally(() => {
      this.#replay = undefined;
    });
  }

  /** Ends when the spool is empty, or at `stop`. */
  async #replayAll(): Promise<void> {
    const { spool, log } = this.#deps;
    let delayMs = retryMs.first;
    while (!spool.isEmpty && !this.#stopping.signal.aborted) {
      try {
        await this.#replayOldest();
        delayMs = retryMs.first;
        if (spool.isEmpty) log.info('The database has all that was in the spool');
      } catch (error) {
        log.debug({ err: error }, 'The spool could not be replayed; trying again');
        await wait(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
        delayMs = Math.min(delayMs * 2, retryMs.longest);
      }
    }
  }

  async #replayOldest(): Promise<void> {
    const { spool, store, metrics, log } = this.#deps;
    const segment = await spool.oldest();
    if (!segment) return;
    if (segment.lostBytes > 0) {
      log.error({ bytes: segment.lostBytes }, 'A part of the spool was damaged and left out');
      metrics.damagedBytes.inc(segment.lostBytes);
    }
    let messages: Message[] = [];
    for (const [index, payload] of segment.payloads.entries()) {
      messages.push(...this.#decode(payload, segment));
      if (messages.length < maxBatch && index < segment.payloads.length - 1) continue;
      await store.store(messages);
      metrics.stored.inc(messages.length);
      messages = [];
      // What is left of the segment, and what of it is stored already, comes again at the next start.
      if (this.#stopping.signal.aborted) return;
    }
    await segment.remove();
  }

  /** A record that is whole and yet means nothing must not hold up those behind it. */
  #decode(payload: Buffer, segment: SpoolSegment): Message[] {
    try {
      return this.#deps.registry.decode(payload);
    } catch (error) {
      this.#deps.log.error({ err: error, bytes: payload.length }, 'A record of the spool cannot be understood');
      this.#deps.metrics.damagedBytes.inc(payload.length);
      segment.markUnreadable('a record in it cannot be understood');
      return [];
    }
  }

  #say(text: string, error?: unknown): void {
    const now = this.#deps.clock.now();
    if (now - this.#saidAt < sayEveryMs) return;
    this.#saidAt = now;
    this.#deps.log.error(error === undefined ? {} : { err: error }, text);
  }
}
