import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/index.ts';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';

/** A key of its own, so that no other lock has the same number: "cyns" in ASCII. */
const serverLock = 0x63_79_6e_73;
/** A server that has just stopped, or was killed, may still hold the lock for moments. */
const patienceMs = 5_000;
const retryMs = 500;
/** A connection whose other end vanished without a word is noticed after both. */
const pingMs = 5_000;
const pingTimeoutMs = 5_000;
/** pg knows no query without a limit where the connection has one. */
const neverMs = 2 ** 31 - 1;

/** The connections that hold the lock of this database: one at most. */
const holders = `SELECT pid, application_name AS name, host(client_addr) AS address FROM pg_stat_activity
  JOIN pg_locks USING (pid)
  WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

interface SoleServerOptions {
  readonly log: Logger;
  /** Called when another server took the database while the connection to it was lost: this one must end. */
  onTaken(error: StartError): void;
}

/**
 * Makes sure that no other server works on the database: two would have boards, rules and live values of their own. It holds a session
 * lock on a connection of its own, which PostgreSQL gives free when this process ends, even by `kill -9`. When that connection died without
 * a word, as when the machine of the database vanished and a standby took its address, the others did too: as soon as the database can be
 * reached again, they are cut, since the system would wait for them up to a quarter of an hour.
 */
export class SoleServer {
  readonly #database: Database;
  readonly #options: SoleServerOptions;
  readonly #stopping = new AbortController();
  /** As PostgreSQL lists its connections; of this start of this server only. */
  readonly #name = `cyno server ${randomBytes(4).toString('hex')} on ${hostname()}`.slice(0, 63);
  #client: pg.Client | undefined;
  #holding: Promise<void> | undefined;

  constructor(database: Database, options: SoleServerOptions) {
    this.#database = database;
    this.#options = options;
  }

  /** Throws a StartError when another server keeps the database for five seconds. */
  async start(): Promise<void> {
    await this.#take();
    this.#holding = this.#hold();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#holding;
  }

  /** Takes the database again each time that the connection was lost. */
  async #hold(): Promise<void> {
    const { signal } = this.#stopping;
    const { log, onTaken } = this.#options;
    while (!signal.aborted) {
      const isSilent = await this.#lost();
      if (signal.aborted) return;
      log.warn('The connection that keeps other servers away was lost; making it again');
      while (!signal.aborted) {
        try {
          await this.#take();
          if (isSilent) this.#database.cut();
          break;
        } catch (error) {
          if (error instanceof StartError) {
            onTaken(error);
            return;
          }
        }
        await pauseUnless(signal, retryMs);
      }
    }
  }

  /** Resolves when the connection is gone: to true when nobody ended it, but nothing came through it any more. */
  async #lost(): Promise<boolean> {
    const client = this.#client;
    if (!client) return false;
    const ended = new AbortController();
    client.once('end', () => ended.abort());
    const over = AbortSignal.any([ended.signal, this.#stopping.signal]);
    for (;;) {
      await pauseUnless(over, pingMs);
      if (over.aborted) return false;
      const responded = new AbortController();
      client.query(Object.assign({ text: 'SELECT 1' }, { query_timeout: neverMs })).then(
        () => responded.abort(),
        () => ended.abort(),
      );
      if (await this.#isOvertaken(AbortSignal.any([over, responded.signal]))) {
        client.end().catch(() => undefined);
        return true;
      }
    }
  }

  /**
   * True when a connection that was made after the ping has had its response, and the ping has none. A machine that is busy, or was asleep,
   * holds up every connection alike.
   */
  async #isOvertaken(responded: AbortSignal): Promise<boolean> {
    await pauseUnless(responded, pingTimeoutMs);
    while (!responded.aborted) {
      const later = await this.#connect().catch(() => undefined);
      await later?.end().catch(() => undefined);
      await pauseUnless(responded, retryMs);
      if (later) return !responded.aborted;
    }
    return false;
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      ...this.#database.pool.options,
      // Not one of those that are cut.
      stream: undefined,
      query_timeout: pingTimeoutMs,
      application_name: this.#name,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      // The lock of a machine that vanished would be held for two hours, the usual time of TCP.
      await client.query('SET tcp_keepalives_idle = 15; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3');
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }

  async #take(): Promise<void> {
    const client = await this.#connect();
    try {
      // A connection of its own that died without a word may live on at the other end.
      await client.query(`SELECT pg_terminate_backend(pid) FROM (${holders}) AS held WHERE name = $2`, [
        serverLock,
        this.#name,
      ]);
      const until = Date.now() + patienceMs;
      while (!(await hasLock(client))) {
        if (Date.now() > until) throw await takenError(client);
        await pause(retryMs, undefined, { signal: this.#stopping.signal });
      }
      this.#client = client;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  }
}

const pauseUnless = (signal: AbortSignal, ms: number) => pause(ms, undefined, { signal }).catch(() => undefined);

async function hasLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [serverLock]);
  return rows[0]?.taken === true;
}

async function takenError(client: pg.Client): Promise<StartError> {
  const { rows } = await client.query<{ name: string | null; address: string | null }>(holders, [serverLock]);
  const [holder] = rows;
  const who = [holder?.name?.replace(/^cyno server \w+ /, ''), holder?.address && `(${holder.address})`];
  const where = who.filter(Boolean).join(' ');
  return new StartError(
    `Another Cyno ${where ? `${where} ` : ''}works on this database. Stop it first, or set DATABASE_URL to another database.`,
  );
}
