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
/** Messages at QoS 0 are refused above these, durable ones above twice as much. */
const maxPending = { messages: 50_000, bytes: 16 * 1024 * 1024 };
const retryMs = { first: 250, longest: 2_000 };
const sayEveryMs = 30_000;
/** The public library waits 1 s for the echo that it takes for an acknowledgement (device protocol, rule 1). */
const spoolAfterMs = 700;
/** One for all: a flood must not cost an error for each message. */
const bufferFull = Promise.reject<void>(new Error('The telemetry buffer is full'));
bufferFull.catch(() => undefined);

interface Batch {
  readonly messages: Message[];
  bytes: number;
  durable: number;
  readonly done: PromiseWithResolvers<void>;
  /** Runs when its first message has waited as long as a board may. */
  readonly late: NodeJS.Timeout;
  /** Set while it goes to the spool and when it is there; it takes no further messages then. */
  spooling: Promise<void> | undefined;
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
 * Carries messages to the database in batches, in the order in which they came. While the database is away, or takes longer than
 * boards wait, they go to the spool, and new ones queue behind what is in it until it was replayed.
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
   * Queues a message of so many bytes, and answers a promise that all of its batch share: it resolves when the message survives a
   * crash, and rejects when it was not kept. A durable one (QoS 1) finds room for longer.
   */
  add(message: Message, bytes: number, durable: boolean): Promise<void> {
    const room = durable ? 2 : 1;
    if (this.#messages >= room * maxPending.messages || this.#bytes >= room * maxPending.bytes) {
      return this.#turnAway(durable);
    }
    let batch = this.#queue.at(-1);
    const isClosed = batch?.spooling !== undefined || (this.#writing && this.#queue.length === 1);
    if (!batch || isClosed || batch.messages.length >= maxBatch) {
      batch = this.#newBatch();
      this.#queue.push(batch);
    }
    batch.messages.push(message);
    batch.bytes += bytes;
    this.#messages += 1;
    this.#bytes += bytes;
    this.#wake();
    if (durable) batch.durable += 1;
    return batch.done.promise;
  }

  /** Messages that are accepted and not yet stored. */
  get pending(): number {
    return this.#messages;
  }

  #newBatch(): Batch {
    const done = Promise.withResolvers<void>();
    // Nobody may be waiting for it.
    done.promise.catch(() => undefined);
    const late = setTimeout(() => void this.#spoolLate(batch), spoolAfterMs);
    const batch: Batch = { messages: [], bytes: 0, durable: 0, done, late, spooling: undefined };
    return batch;
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

  #turnAway(durable: boolean): Promise<void> {
    const { metrics } = this.#deps;
    if (durable) metrics.refused.inc();
    else metrics.dropped.inc({ reason: 'buffer_full' });
    this.#say('Telemetry comes faster than it can be stored: messages are dropped and not acknowledged');
    return bufferFull;
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
    clearTimeout(batch.late);
    this.#writing = false;
    this.#queue.shift();
    this.#messages -= batch.messages.length;
    this.#bytes -= batch.bytes;
    if (this.#queue.length === 0) this.#idle?.resolve();
    else this.#wake();
  }

  async #write(batch: Batch): Promise<void> {
    if (!this.#replay && !batch.spooling) {
      // What is stored after all although it went to the spool meanwhile is merged with itself when that is replayed.
      const outcome = await Promise.race([this.#store(batch.messages), batch.done.promise]);
      if (outcome !== 'away') return;
    }
    await this.#spool(batch);
  }

  async #store(messages: readonly Message[]): Promise<'stored' | 'away'> {
    const { store, log, metrics } = this.#deps;
    try {
      await store.store(messages);
      metrics.stored.inc(messages.length);
      return 'stored';
    } catch (error) {
      log.warn({ err: error }, `${storeFailureText(error)} Telemetry goes to the spool on disk`);
      return 'away';
    }
  }

  #spool(batch: Batch): Promise<void> {
    batch.spooling ??= this.#append(batch.messages).catch((error: unknown) => {
      batch.spooling = undefined;
      throw error;
    });
    return batch.spooling;
  }

  async #append(messages: readonly Message[]): Promise<void> {
    await this.#deps.spool.append(DeviceRegistry.encode(messages));
    this.#deps.metrics.spooled.inc(messages.length);
    this.#startReplay();
  }

  /** Boards wait no longer for the database. Where the spool does not take it either, the database still may. */
  async #spoolLate(batch: Batch): Promise<void> {
    const { log } = this.#deps;
    if (!this.#replay) log.warn('The database is slow; telemetry goes to the spool on disk');
    try {
      await this.#spool(batch);
      batch.done.resolve();
    } catch (error) {
      log.debug({ err: error }, 'The spool did not take what waits for the database');
    }
  }

  #refuse(batch: Batch, error: unknown): void {
    const { metrics } = this.#deps;
    const full = error instanceof SpoolFullError;
    metrics.refused.inc(batch.durable);
    metrics.dropped.inc({ reason: full ? 'spool_full' : 'spool_failed' }, batch.messages.length - batch.durable);
    const why = full ? error.message : 'The spool cannot be written';
    this.#say(`${why}: messages are dropped and not acknowledged`, error);
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
