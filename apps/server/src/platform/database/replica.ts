import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log/index.ts';
import type { Database } from './database.ts';
import { busyOf } from './database-busy.ts';
import { failureReason, isDatabaseAway } from './is-away.ts';
import { isCanceled, within } from './query-timeout.ts';
import { onConnection, type Reads } from './reads.ts';

/** A replica is usually behind by milliseconds; reading from the primary costs less than a longer wait. */
const catchUpMs = 300;
const pollMs = 10;
const checkTimeoutMs = 1_000;
/** A primary that has much to do is not to get the reading as well. */
const positionTimeoutMs = 5_000;
const everyMs = 5_000;

/**
 * Where the log of the primary is. What is visible there is in the log up to here: commits are written before they are visible, unless
 * they are asynchronous.
 */
const positionOfPrimary = `SELECT system_identifier::text AS system, left(pg_walfile_name(lsn), 8) AS timeline, lsn::text
  FROM pg_control_system(), (SELECT CASE WHEN pg_is_in_recovery() THEN NULL
    WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_lsn() END AS lsn) AS log`;

/** A position of another timeline is one of other writes. */
const stateOfReplica = `SELECT pg_is_in_recovery() AND system_identifier::text = $1 AS follows,
    lpad(upper(to_hex(min_recovery_end_timeline)), 8, '0') = $2 AND pg_last_wal_replay_lsn() >= $3::pg_lsn AS has
  FROM pg_control_system(), pg_control_recovery()`;

interface Position {
  readonly system: string;
  readonly timeline: string | null;
  readonly lsn: string | null;
}

interface ReplicaDeps {
  readonly primary: Pick<Database, 'pool'>;
  readonly replica: Pick<Database, 'pool' | 'cut' | 'close'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Reads from a PostgreSQL that follows the primary by streaming replication, and from the primary whenever the replica lacks something that
 * the primary had when the reading began, cannot be reached, or fails.
 */
export class Replica implements Reads {
  readonly #deps: ReplicaDeps;
  readonly #end = new AbortController();
  #watching: Promise<void> | undefined;
  /** Undefined: not known yet. */
  #isUsed: boolean | undefined;
  #unusedSince: number | null = null;

  constructor(deps: ReplicaDeps) {
    this.#deps = deps;
    deps.replica.pool.endStart();
  }

  start(): void {
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#end.abort();
    this.#deps.replica.cut();
    await this.#watching;
    await this.#deps.replica.close();
  }

  /** Since when everything is read from the primary, ms since the epoch; null: it is not. */
  get unusedSince(): number | null {
    return this.#unusedSince;
  }

  async run<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
    const { primary, replica } = this.#deps;
    const position = this.#isUsed ? await this.#position().catch(() => undefined) : undefined;
    if (!position) return onConnection(primary.pool, work);
    let isChecked = false;
    try {
      return await onConnection(replica.pool, async (client) => {
        await catchUp(client, position);
        isChecked = true;
        return work(client);
      });
    } catch (error) {
      if (isChecked && isTooSlow(error)) throw error;
      if (!isChecked) this.#leave(error);
      return onConnection(primary.pool, work);
    }
  }

  async #watch(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      await this.#check();
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #check(): Promise<void> {
    const { log, replica } = this.#deps;
    const position = await this.#position().catch((error: unknown) => {
      // Nothing is known of the replica while the primary is away.
      if (!isDatabaseAway(error)) this.#leave(error);
    });
    if (!position) return;
    try {
      await onConnection(replica.pool, (client) => catchUp(client, position));
      if (!this.#isUsed) log.info('History is read from the replica');
      this.#isUsed = true;
      this.#unusedSince = null;
    } catch (error) {
      this.#leave(error);
    }
  }

  #leave(error: unknown): void {
    const { clock, log, replica } = this.#deps;
    if (busyOf(error) || this.#isUsed === false || this.#end.signal.aborted) return;
    this.#isUsed = false;
    this.#unusedSince = clock.now();
    log.warn({ reason: failureReason(error) }, 'The replica is not used for now: history is read from the primary');
    // What is being read there would wait for its own timeout.
    if (isDatabaseAway(error)) replica.cut();
  }

  async #position(): Promise<Position> {
    const { rows } = await this.#deps.primary.pool.query<Position>(
      within(positionTimeoutMs, { text: positionOfPrimary }),
    );
    const [position] = rows;
    if (!position) throw new Error('The database gave no position');
    return position;
  }
}

/** Waits until a replica has all up to a position; throws when it is not there soon, or never will be. */
async function catchUp(client: pg.ClientBase, { system, timeline, lsn }: Position): Promise<void> {
  for (const until = performance.now() + catchUpMs; ; await pause(pollMs)) {
    const { rows } = await client.query<{ follows: boolean; has: boolean | null }>(
      within(checkTimeoutMs, { text: stateOfReplica, values: [system, timeline, lsn] }),
    );
    if (!rows[0]?.follows) throw new Error('It does not follow the database of DATABASE_URL');
    if (rows[0].has) return;
    if (performance.now() > until) throw new Error('It is behind');
  }
}

/** Whether a query took longer than it may, which it would elsewhere as well. */
const isTooSlow = (error: unknown): boolean =>
  isCanceled(error) || (error instanceof Error && error.message === 'Query read timeout');
