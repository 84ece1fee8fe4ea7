import { type ServerProblemCause, type StoreFailure, serverProblemSentences, serverProblemText } from '@cyno/contract';
import type pg from 'pg';
import { Gauge } from 'prom-client';
import type { Clock } from '../../../platform/clock.ts';
import { databaseFailure, sqlStateOf } from '../../../platform/database/index.ts';
import type { Problem } from '../../../platform/health/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { Metrics } from '../../../platform/metrics/index.ts';
import { runForServer } from '../../../platform/requester.ts';
import { type Spool, SpoolFullError } from './spool.ts';
import { writeProbe } from './storage-probe.repository.ts';

/** For so long messages may wait before the server reports that it stores nothing. */
const patienceMs = 5_000;
const checkEveryMs = 1_000;
/** Shorter than what `/readyz` waits for a response. */
const probeTimeoutMs = 1_500;

interface StorageHealthDeps {
  readonly pool: pg.Pool;
  readonly spool: Spool;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Messages in memory that wait to be stored. */
  readonly pending: () => number;
  /** True when the disk of the data has too little space; a database that ended for it cannot report it. */
  readonly isDiskFull: () => boolean;
  /** Milliseconds of a clock that nobody can set. */
  readonly monotonic?: () => number;
}

/** Knows whether messages are being stored, and if not, why. */
export class StorageHealth {
  readonly #deps: StorageHealthDeps;
  readonly #monotonic: () => number;
  /** When the first attempt began since which nothing could be stored. */
  #tryingSince: number | undefined;
  #lastSuccess = Number.NEGATIVE_INFINITY;
  #storedAt: number | null = null;
  /** Why the last attempt failed. */
  #databaseError: unknown;
  #spoolError: unknown;
  #failingSince: number | undefined;
  #isProbing = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: StorageHealthDeps) {
    this.#deps = deps;
    this.#monotonic = deps.monotonic ?? (() => performance.now());
    const unstoredMs = () => this.#unstoredMs();
    new Gauge({
      name: 'cyno_telemetry_unstored_seconds',
      help: 'For how long messages wait and none could be stored',
      registers: [deps.metrics],
      collect() {
        this.set(unstoredMs() / 1_000);
      },
    });
    new Gauge({
      name: 'cyno_telemetry_spool_unreadable_files',
      help: 'Files of the spool that could not be read and were put aside',
      registers: [deps.metrics],
      collect() {
        this.set(deps.spool.unreadable.count);
      },
    });
  }

  start(): void {
    this.#timer = setInterval(() => void this.#tick(), checkEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** When a message was last committed, ms since the epoch. */
  get storedAt(): number | null {
    return this.#storedAt;
  }

  /** Messages are about to be stored. */
  attempt(): void {
    this.#tryingSince ??= this.#monotonic();
  }

  stored(): void {
    this.#storedAt = this.#deps.clock.now();
    this.#spoolError = undefined;
    this.#succeeded();
  }

  /** The database did not take messages, or the spool could not be read. */
  failed(error: unknown): void {
    this.attempt();
    this.#databaseError = error;
  }

  /** Not even the spool took messages; undefined: it does again. */
  spooled(error: unknown): void {
    this.#spoolError = error;
  }

  /** What is wrong with storing now; queries the database when nothing was stored recently. */
  async problems(): Promise<Problem[]> {
    if (!this.#isWaiting && this.#monotonic() - this.#lastSuccess > patienceMs) await this.#probe();
    this.#check();
    return [...this.#failing(), ...this.#backlog(), ...this.#unreadable()];
  }

  #failing(): Problem[] {
    if (this.#failingSince === undefined) return [];
    return [{ part: 'storage', severity: 'failing', ...this.#problem(), since: this.#failingSince }];
  }

  #backlog(): Problem[] {
    const { spool } = this.#deps;
    if (spool.isEmpty || this.#failingSince !== undefined) return [];
    const values = { bytes: spool.bytes };
    const since = this.#deps.clock.now();
    return [{ part: 'spool', severity: 'warning', reason: 'spool_backlog', values, quiet: true, since }];
  }

  #unreadable(): Problem[] {
    const { unreadable } = this.#deps.spool;
    if (unreadable.count === 0) return [];
    const values = { count: unreadable.count };
    const since = unreadable.list()[0]?.at ?? this.#deps.clock.now();
    return [{ part: 'spool', severity: 'warning', reason: 'spool_unreadable', values, since }];
  }

  get #isWaiting(): boolean {
    return this.#deps.pending() > 0 || !this.#deps.spool.isEmpty;
  }

  #unstoredMs(): number {
    return this.#tryingSince === undefined ? 0 : this.#monotonic() - this.#tryingSince;
  }

  #succeeded(): void {
    this.#lastSuccess = this.#monotonic();
    this.#tryingSince = undefined;
    this.#databaseError = undefined;
  }

  async #tick(): Promise<void> {
    // Boards that get no acknowledgement may be gone: then nothing else would find out that storing works again.
    if (this.#tryingSince !== undefined && !this.#isWaiting && !this.#isProbing) await this.#probe();
    this.#check();
  }

  /** Logs when it begins to fail, and when that is over. */
  #check(): void {
    const { clock, log } = this.#deps;
    const fails = this.#unstoredMs() >= patienceMs;
    if (fails && this.#failingSince === undefined) {
      this.#failingSince = clock.now() - this.#unstoredMs();
      log.error(
        { err: this.#spoolError ?? this.#databaseError },
        `No message could be stored for 5 s: ${serverProblemSentences(this.#problem())}`,
      );
    } else if (!fails && this.#failingSince !== undefined) {
      this.#failingSince = undefined;
      log.info('Messages are stored again');
    }
  }

  async #probe(): Promise<void> {
    this.attempt();
    this.#isProbing = true;
    try {
      await this.#checkInTime(runForServer(() => writeProbe(this.#deps.pool)));
      this.#succeeded();
      this.#spoolError = undefined;
    } catch (error) {
      this.failed(error);
      // The database has responded that it does not store: waiting would change nothing.
      const since = this.#monotonic() - patienceMs;
      if (sqlStateOf(error) !== undefined) this.#tryingSince = Math.min(this.#tryingSince ?? since, since);
    } finally {
      this.#isProbing = false;
    }
  }

  /** Waiting for a connection counts too, which the time-out of a query does not do. */
  async #checkInTime(query: Promise<unknown>): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The database did not answer within ${probeTimeoutMs} ms`)),
        probeTimeoutMs,
      );
    });
    try {
      await Promise.race([query, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  #cause(): StoreFailure {
    return storeFailure(this.#databaseError, this.#deps.isDiskFull() || isDiskFullError(this.#spoolError));
  }

  #problem(): Extract<ServerProblemCause, { reason: 'storage_failing' }> {
    const values = { cause: this.#cause(), spooled: this.#spoolError === undefined ? 1 : 0 };
    return { reason: 'storage_failing', values };
  }
}

/** Why messages cannot be stored, for who runs the server. */
export function storeFailureText(error: unknown): string {
  const values = { cause: storeFailure(error, false), spooled: 1 };
  return serverProblemText({ reason: 'storage_failing', values }, 'en').title;
}

function storeFailure(error: unknown, diskIsFull: boolean): StoreFailure {
  const failure = databaseFailure(error);
  if (diskIsFull && (failure === 'away' || failure === undefined)) return 'disk_full';
  if (failure !== undefined) return failure;
  if (error === undefined) return 'silent';
  return error instanceof Error && /did not answer within/.test(error.message) ? 'silent' : 'unknown';
}

function isDiskFullError(error: unknown): boolean {
  return error instanceof SpoolFullError && error.cause !== undefined;
}
