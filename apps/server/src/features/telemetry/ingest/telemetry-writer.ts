import { setTimeout as wait } from 'node:timers/promises';
import { createQuietLog, type Logger, type QuietLog } from '../../../platform/log/index.ts';
import type { TelemetryStore } from '../storage/index.ts';
import type { DeviceTelemetry, Message } from '../variables/index.ts';
import { DeviceRegistry } from '../variables/index.ts';
import { type Spool, SpoolFullError, type SpoolSegment } from './spool.ts';
import { SpooledAccounts } from './spooled-accounts.ts';
import { storeFailureText } from './storage-health.ts';
import type { TelemetryMetrics } from './telemetry.metrics.ts';
import { type Batch, inGroups, maxBatch, messagesOf, WaitingMessages } from './waiting-messages.ts';

/** Messages at QoS 0 wait for so many others, or so long, since each commit wears a memory card. Boards take no notice before 1 s. */
const gather = { messages: 200, ms: 100 };
const retryMs = { first: 250, longest: 2_000 };
const logEveryMs = 30_000;
/** The public library waits 1 s for the echo that it takes for an acknowledgement (device protocol, rule 1). */
const spoolAfterMs = 700;
/** What is late this soon goes to the disk along with what is late already. */
const soonLateMs = 50;
/** One for all: a flood must not cost an error for each message. */
const bufferFull = Promise.reject<void>(new Error('The telemetry buffer is full'));
bufferFull.catch(() => undefined);

interface WriterDeps {
  store: Pick<TelemetryStore, 'store' | 'close'>;
  spool: Pick<Spool, 'append' | 'oldest' | 'close' | 'bytes' | 'isEmpty'>;
  registry: DeviceRegistry;
  log: Logger;
  metrics: TelemetryMetrics;
}

/**
 * Carries messages to the database in batches, those of each account in the order in which they came. While the database is away, or
 * an account's messages wait longer than boards do, they go to the spool, and new ones queue behind what is in it until it was replayed.
 */
export class TelemetryWriter {
  readonly #deps: WriterDeps;
  readonly #waiting = new WaitingMessages({
    lateAfterMs: spoolAfterMs,
    late: (batch) => void this.#spoolLate(batch),
  });
  /** What is being written. */
  #taken: readonly Batch[] = [];
  #writing = false;
  #timer: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;
  #replay: Promise<void> | undefined;
  readonly #spooled = new SpooledAccounts();
  #appending = 0;
  /** True from the start until what a former run left is stored: nobody knows whose it is. */
  #hasOfFormerRun = false;
  #isAway = false;
  readonly #stopping = new AbortController();
  /** For what each message can cause. */
  readonly #log: QuietLog;
  #awayLoggedAt = Number.NEGATIVE_INFINITY;
  /** Whether the log is to have a line when the spool is empty. */
  #isAwayLogged = false;
  #idle: PromiseWithResolvers<void> | undefined;

  constructor(deps: WriterDeps) {
    this.#deps = deps;
    this.#log = createQuietLog(deps.log);
    deps.metrics.observe({ pending: () => this.pending, spooled: () => deps.spool.bytes });
  }

  /** Replays what a former run left in the spool. */
  start(): void {
    if (this.#deps.spool.isEmpty) return;
    this.#hasOfFormerRun = true;
    this.#startReplay();
  }

  /**
   * Queues a message of so many bytes, and returns a promise that all of its batch share: it resolves when the message survives a
   * crash, and rejects when it was not stored. A durable one (QoS 1) finds space for longer.
   */
  add(message: Message, bytes: number, durable: boolean): Promise<void> {
    const batch = this.#waiting.add(message, bytes, durable);
    if (!batch) return this.#turnAway(durable);
    this.#wake();
    return batch.done.promise;
  }

  /** Puts a record of another server's spool into this one's, from where it is stored; rejects when the spool does not take it. */
  async takeIn(record: Uint8Array): Promise<void> {
    await this.#deps.spool.append(record);
    this.#hasOfFormerRun = true;
    this.#startReplay();
  }

  /** Messages that are accepted and not yet stored. */
  get pending(): number {
    return this.#waiting.unwritten;
  }

  /** The device's messages that are accepted and not yet stored. */
  pendingOf(device: DeviceTelemetry): Message[] {
    return [...this.#taken, ...this.#waiting.of(device.accountId)].flatMap((batch) =>
      batch.messages.filter((message) => message.device === device),
    );
  }

  /** Stores or spools everything that was accepted. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wake();
    if (this.pending > 0) {
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
    this.#log(
      'error',
      'Telemetry comes faster than it can be stored: messages are dropped and not acknowledged',
      {},
      'telemetry',
    );
    return bufferFull;
  }

  /** Has what waits written next: what is durable once everything that sockets brought in this turn is there. */
  #wake(): void {
    if (this.#writing || this.#waiting.count === 0) return;
    if (this.#waiting.count >= maxBatch || this.#stopping.signal.aborted) void this.#writeNext();
    else if (this.#waiting.durable > 0 || this.#waiting.count >= gather.messages)
      this.#immediate ??= setImmediate(() => void this.#writeNext());
    else this.#timer ??= setTimeout(() => void this.#writeNext(), gather.ms);
  }

  async #writeNext(): Promise<void> {
    clearTimeout(this.#timer);
    clearImmediate(this.#immediate);
    this.#timer = undefined;
    this.#immediate = undefined;
    this.#writing = true;
    const batches = this.#waiting.take();
    this.#taken = batches;
    const finish = this.#deps.metrics.flush.startTimer();
    const isFree = (batch: Batch) => batch.spooling === undefined && !this.#queuesBehindSpool(batch);
    await Promise.all([this.#store(batches.filter(isFree)), this.#spool(batches.filter((batch) => !isFree(batch)))]);
    finish();
    for (const { late } of batches) clearTimeout(late);
    this.#taken = [];
    this.#waiting.leave(batches);
    this.#writing = false;
    if (this.pending === 0) this.#idle?.resolve();
    else this.#wake();
  }

  #queuesBehindSpool({ accountId }: Batch): boolean {
    const isInUse = this.#replay !== undefined || this.#appending > 0;
    return isInUse && (this.#isAway || this.#hasOfFormerRun || this.#spooled.has(accountId));
  }

  async #store(batches: readonly Batch[]): Promise<void> {
    if (batches.length === 0) return;
    const since = performance.now();
    // What is stored after all although it went to the spool meanwhile is merged with itself when that is replayed.
    const spooled = Promise.all(batches.map(({ done }) => done.promise)).then(() => 'spooled' as const);
    const outcome = await Promise.race([this.#tryToStore(messagesOf(batches)), spooled]);
    if (outcome === 'stored') for (const { done } of batches) done.resolve();
    // A batch that waited long for its turn is no sign of a slow database.
    if (outcome === 'away' || (outcome === 'spooled' && performance.now() - since > spoolAfterMs - soonLateMs)) {
      this.#isAway = true;
    }
    if (outcome === 'away') await this.#spool(batches);
  }

  async #tryToStore(messages: readonly Message[]): Promise<'stored' | 'away'> {
    const { store } = this.#deps;
    try {
      await store.store(messages);
      this.#stored(messages.length);
      return 'stored';
    } catch (error) {
      this.#logAway(`${storeFailureText(error)}. Telemetry goes to the spool on disk`, error);
      return 'away';
    }
  }

  /** Keeps batches in the spool, or refuses them where it does not take them. */
  async #spool(batches: readonly Batch[]): Promise<void> {
    this.#append(batches.filter((batch) => batch.spooling === undefined));
    await Promise.all(
      batches.map((batch) =>
        batch.spooling?.then(
          () => batch.done.resolve(),
          (error: unknown) => this.#refuse(batch, error),
        ),
      ),
    );
  }

  /** Begins to write batches to the spool, together, since each write waits for the disk; `spooling` is how it ends. */
  #append(batches: readonly Batch[]): void {
    if (batches.length === 0) return;
    const { spool, metrics } = this.#deps;
    const messages = messagesOf(batches);
    const write = async () => {
      this.#appending += 1;
      this.#spooled.add(messages);
      try {
        await spool.append(DeviceRegistry.encode(messages));
      } catch (error) {
        this.#spooled.remove(messages);
        throw error;
      } finally {
        this.#appending -= 1;
      }
      metrics.spooled.inc(messages.length);
      this.#startReplay();
    };
    const written = write();
    for (const batch of batches) {
      batch.spooling = written.catch((error: unknown) => {
        batch.spooling = undefined;
        throw error;
      });
    }
  }

  /** Boards wait no longer for the database. Where the spool does not take it either, the database still may. */
  async #spoolLate(first: Batch): Promise<void> {
    if (!this.#replay) this.#logAway('The database is slow; telemetry goes to the spool on disk');
    const late = first.since + soonLateMs;
    const batches = [...this.#taken, ...this.#waiting.all()].filter(
      (batch) => batch === first || (batch.since <= late && batch.spooling === undefined),
    );
    const unspooled = batches.filter(({ spooling }) => spooling === undefined);
    for (const group of inGroups(unspooled, maxBatch)) this.#append(group);
    await Promise.all(
      batches.map(async (batch) => {
        try {
          await batch.spooling;
          batch.done.resolve();
        } catch (error) {
          this.#deps.log.debug({ err: error }, 'The spool did not take what waits for the database');
        }
      }),
    );
  }

  #refuse(batch: Batch, error: unknown): void {
    const { metrics } = this.#deps;
    const full = error instanceof SpoolFullError;
    metrics.refused.inc(batch.durable);
    metrics.dropped.inc({ reason: full ? 'spool_full' : 'spool_failed' }, batch.messages.length - batch.durable);
    const why = full ? error.message : 'The spool cannot be written';
    this.#log('error', `${why}: messages are dropped and not acknowledged`, { err: error }, 'telemetry');
    batch.done.reject(new Error('The message could not be kept', { cause: error }));
  }

  #startReplay(): void {
    this.#replay ??= this.#replayAll().finally(() => {
      this.#replay = undefined;
      if (this.#stopping.signal.aborted) return;
      if (!this.#deps.spool.isEmpty) {
        this.#startReplay();
        return;
      }
      this.#hasOfFormerRun = false;
      if (this.#appending === 0) this.#spooled.clear();
    });
  }

  /** Ends when the spool is empty, or at `stop`. */
  async #replayAll(): Promise<void> {
    const { spool } = this.#deps;
    let delayMs = retryMs.first;
    while (!spool.isEmpty && !this.#stopping.signal.aborted) {
      try {
        await this.#replayOldest();
        delayMs = retryMs.first;
        if (spool.isEmpty) this.#logStored();
      } catch (error) {
        this.#logAway(`${storeFailureText(error)}. Telemetry stays in the spool on disk`, error);
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
    const replayed: Message[] = [];
    let messages: Message[] = [];
    for (const [index, payload] of segment.payloads.entries()) {
      messages.push(...this.#decode(payload, segment));
      if (messages.length < maxBatch && index < segment.payloads.length - 1) continue;
      await store.store(messages);
      this.#stored(messages.length);
      // What formulas made of the history before it was there lacks it.
      await Promise.all(messages.map(({ device, at, values }) => device.changedFrom(at, new Set(Object.keys(values)))));
      replayed.push(...messages);
      messages = [];
      // What is left of the segment, and what of it is stored already, comes again at the next start.
      if (this.#stopping.signal.aborted) return;
    }
    await segment.remove();
    this.#spooled.remove(replayed);
  }

  /** Where the database and the spool take turns, the log would have hundreds of lines a second. */
  #logAway(text: string, error?: unknown): void {
    const now = performance.now();
    if (now - this.#awayLoggedAt < logEveryMs) return;
    this.#awayLoggedAt = now;
    this.#isAwayLogged = true;
    this.#deps.log.warn(error === undefined ? {} : { err: error }, text);
  }

  #logStored(): void {
    if (this.#isAwayLogged || this.#hasOfFormerRun) this.#deps.log.info('The database has all that was in the spool');
    this.#isAwayLogged = false;
  }

  #stored(messages: number): void {
    this.#deps.metrics.stored.inc(messages);
    this.#isAway = false;
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
}
