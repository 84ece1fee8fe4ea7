import type { BoardHealth, BoardHealthQuery } from '@cyno/contract';
import { parseInfo } from '@cyno/device-protocol';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { SharedRun } from '../../../platform/shared-run.ts';
import type { BoardHealthRepository, BoardStart, SignalHour } from './board-health.repository.ts';

const hourMs = 3_600_000;
const flushMs = 60_000;
/** While the database is away the oldest of more are dropped. */
const maxWaiting = 20_000;
/** A board that restarts all the time fills no table. */
const startsEveryMs = 10_000;
/** Somewhat more than a year, so that a year can be compared with the one before it. */
const retentionMs = 800 * 24 * hourMs;

/** A board that was held off comes again within a minute. */
const heldOffVisibleMs = 3_600_000;

interface BoardHealthDeps {
  readonly repository: BoardHealthRepository;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps how well boards hear their access point, as one row an hour, and when they report a start. Both wait in memory for
 * at most a minute.
 */
export class BoardHealthService {
  readonly #deps: BoardHealthDeps;
  readonly #signal = new Map<string, SignalHour>();
  readonly #startedAt = new Map<number, number>();
  readonly #twoBoards = new Map<number, NonNullable<BoardHealth['twoBoards']>>();
  #starts: BoardStart[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #flushing = new SharedRun(() => this.#flushOnce());

  constructor(deps: BoardHealthDeps) {
    this.#deps = deps;
  }

  /** Takes any message of a board but telemetry. */
  message({ deviceId }: BoardSession, { subtopic, payload, receivedAt }: BoardMessage): void {
    if (deviceId === null) return;
    if (subtopic === 'get/init') this.#started(deviceId, receivedAt);
    else if (subtopic === 'info') this.#heard(deviceId, receivedAt, parseInfo(payload.toString('utf8')).rssi);
  }

  /** A second board with the id of one that is connected was held off. */
  heldOff({ deviceId, remoteAddress }: BoardSession, address: string): void {
    if (deviceId !== null)
      this.#twoBoards.set(deviceId, { at: this.#deps.clock.now(), addresses: [remoteAddress, address] });
  }

  async read(deviceId: number, range: BoardHealthQuery): Promise<BoardHealth> {
    const known = this.#twoBoards.get(deviceId);
    const twoBoards = known && this.#deps.clock.now() - known.at < heldOffVisibleMs ? known : null;
    return { ...(await this.#deps.repository.read(deviceId, range)), twoBoards };
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    return this.#flushing.run();
  }

  async cleanup(): Promise<void> {
    const now = this.#deps.clock.now();
    for (const [deviceId, { at }] of this.#twoBoards) if (now - at > heldOffVisibleMs) this.#twoBoards.delete(deviceId);
    await this.#deps.repository.forget(now - retentionMs);
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), flushMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing.runAgain();
  }

  #started(deviceId: number, at: number): void {
    if (Math.abs(at - (this.#startedAt.get(deviceId) ?? Number.NEGATIVE_INFINITY)) < startsEveryMs) return;
    this.#startedAt.set(deviceId, at);
    this.#starts.push({ deviceId, at });
    if (this.#starts.length > maxWaiting) this.#starts.shift();
  }

  #heard(deviceId: number, at: number, rssi: number | null): void {
    if (rssi === null) return;
    this.#keep({ deviceId, hour: at - (at % hourMs), weakest: rssi, strongest: rssi, newest: rssi });
  }

  #keep(heard: SignalHour): void {
    const key = `${heard.deviceId} ${heard.hour}`;
    const known = this.#signal.get(key);
    const [oldest] = this.#signal.keys();
    if (!known && this.#signal.size >= maxWaiting && oldest !== undefined) this.#signal.delete(oldest);
    this.#signal.set(key, {
      ...heard,
      weakest: Math.min(heard.weakest, known?.weakest ?? heard.weakest),
      strongest: Math.max(heard.strongest, known?.strongest ?? heard.strongest),
    });
  }

  async #flushOnce(): Promise<void> {
    const { repository, clock, log } = this.#deps;
    for (const [deviceId, at] of this.#startedAt) {
      if (Math.abs(clock.now() - at) >= startsEveryMs) this.#startedAt.delete(deviceId);
    }
    const signal = [...this.#signal.values()];
    const starts = this.#starts;
    this.#signal.clear();
    this.#starts = [];
    try {
      if (signal.length > 0) await repository.saveSignal(signal);
      if (starts.length > 0) await repository.saveStarts(starts);
    } catch (error) {
      log.debug({ err: error }, 'board health: the database did not accept it; it stays buffered');
      const since = [...this.#signal.values()];
      this.#signal.clear();
      for (const hour of [...signal, ...since]) this.#keep(hour);
      this.#starts = [...starts, ...this.#starts].slice(-maxWaiting);
    }
  }
}
