import type { Clock } from '../clock.ts';
import type { Database } from '../database/index.ts';
import type { Logger } from '../log/index.ts';
import type { Problem } from './problem.ts';

const hourMs = 3_600_000;
/** That a server was off for so long, or a clock is so far ahead, is normal. */
const allowedMs = 7 * 24 * hourMs;
/** After so much time of running, a clock that is further ahead is trusted. */
const confirmedAfterMs = 24 * hourMs;
const everyMs = 600_000;
const key = 'trusted_clock';

interface Trusted {
  /** The time when the clock was trusted last, ms since the epoch. */
  readonly at: number;
  /** For how long the server has run since then with one other clock, which is not trusted. */
  readonly ranMs: number;
  /** The time of that one when it was read last. */
  readonly seenAt: number;
}

interface TrustedClockDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Milliseconds of a clock that nobody can set. */
  readonly monotonic?: () => number;
}

/**
 * Whether the clock of this machine may decide what is old enough to be removed for ever. One that is more than a week ahead of when the
 * server last ran may be wrong, as after an empty battery: it is trusted when the server has run with it for a day, which gives an
 * administrator, or a time server, the time to set it right.
 */
export class TrustedClock {
  readonly #deps: TrustedClockDeps;
  #trusted: Trusted | undefined;
  #steadyAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(deps: TrustedClockDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    this.#trusted = await this.#read();
    this.#steadyAt = this.#monotonic();
    await this.check();
    this.#timer = setInterval(() => {
      this.#checking = this.check().catch((err: unknown) => {
        this.#deps.log.warn({ err }, 'The time of the server was not stored');
      });
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#checking;
  }

  /** True: what is too old by the clock may be removed. */
  get mayRemove(): boolean {
    return this.#trusted !== undefined && this.#aheadMs(this.#trusted) <= allowedMs;
  }

  /** Trusts the clock, if it may, and stores the result; rejects when the database cannot be reached. */
  async check(): Promise<void> {
    const now = this.#deps.clock.now();
    const steady = this.#monotonic();
    // A machine that slept did not run.
    const passedMs = Math.min(steady - this.#steadyAt, 2 * everyMs);
    this.#steadyAt = steady;
    const trusted = this.#trusted ?? { at: now, ranMs: 0, seenAt: now };
    const isSame = Math.abs(now - trusted.seenAt) <= allowedMs;
    const ranMs = isSame ? trusted.ranMs + passedMs : 0;
    const isTrusted = Math.abs(now - trusted.at) <= allowedMs || ranMs >= confirmedAfterMs;
    this.#trusted = isTrusted ? { at: now, ranMs: 0, seenAt: now } : { at: trusted.at, ranMs, seenAt: now };
    await this.#store(this.#trusted);
  }

  problems(): Problem[] {
    if (!this.#trusted || this.mayRemove) return [];
    const { at, ranMs } = this.#trusted;
    const hours = Math.max(1, Math.ceil((confirmedAfterMs - ranMs) / hourMs));
    const values = { ms: this.#aheadMs(this.#trusted), hours };
    return [{ part: 'clock', severity: 'warning', reason: 'clock_not_trusted', values, since: at }];
  }

  #aheadMs({ at }: Trusted): number {
    return this.#deps.clock.now() - at;
  }

  #monotonic(): number {
    return (this.#deps.monotonic ?? (() => performance.now()))();
  }

  async #read(): Promise<Trusted | undefined> {
    const { rows } = await this.#deps.database.pool.query<{ key: string; value: Trusted | number }>(
      `SELECT key, value FROM server_state WHERE key IN ($1, 'heartbeat')`,
      [key],
    );
    const stored = new Map(rows.map((row) => [row.key, row.value]));
    // An installation of an earlier version has the last heartbeat only.
    const value = stored.get(key) ?? stored.get('heartbeat');
    return typeof value === 'number' ? { at: value, ranMs: 0, seenAt: value } : value;
  }

  async #store(value: Trusted): Promise<void> {
    await this.#deps.database.pool.query(
      `INSERT INTO server_state (key, value) VALUES ($1, $2)
       ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
      [key, JSON.stringify(value)],
    );
  }
}
