import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../log/index.ts';
import { connectionName } from './connection-name.ts';
import type { Database } from './database.ts';

/** How long a server that does not lead waits before it tries to; also one that lost its connection. */
const retryMs = 5_000;
/** A connection whose other end vanished without a word is noticed after this time. */
const pingMs = 15_000;
const pingTimeoutMs = 5_000;
/** A key of its own, so that no other lock has the same numbers. */
const leaderLock = 0x63_79_6e_6c;

interface LeaderOptions {
  /** What one of the servers on the database does. */
  readonly name: string;
  readonly log: Logger;
  /** Works until the signal is aborted: the server stops, or leads no more. */
  work(signal: AbortSignal): Promise<void>;
}

/**
 * Runs work on one of the servers that share a database: on the one that holds a session lock, on a connection of its own. When that server
 * ends, even by `kill -9`, PostgreSQL gives the lock to another one. A server that loses the connection stops working before it tries again.
 */
export class Leader {
  readonly #database: Database;
  readonly #options: LeaderOptions;
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;

  constructor(database: Database, options: LeaderOptions) {
    this.#database = database;
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Resolves when the work has ended. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { log, name } = this.#options;
    while (!signal.aborted) {
      await this.#lead().catch((err: unknown) =>
        log.warn({ err, work: name }, 'The work of one server stopped; trying again'),
      );
      await pause(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Works as long as this server holds the lock; resolves at once when another one does. */
  async #lead(): Promise<void> {
    const client = new pg.Client({
      ...this.#database.pool.options,
      query_timeout: pingTimeoutMs,
      application_name: connectionName(`cyno ${this.#options.name}`, this.#database.tag),
    });
    const lost = new AbortController();
    client.on('error', () => lost.abort());
    client.once('end', () => lost.abort());
    let ping: NodeJS.Timeout | undefined;
    try {
      await client.connect();
      const { rows } = await client.query<{ leads: boolean }>(
        'SELECT pg_try_advisory_lock($1, hashtext($2)) AS leads',
        [leaderLock, this.#options.name],
      );
      if (!rows[0]?.leads) return;
      ping = setInterval(() => client.query('SELECT 1').catch(() => lost.abort()), pingMs);
      await this.#options.work(AbortSignal.any([lost.signal, this.#stopping.signal]));
    } finally {
      clearInterval(ping);
      await client.end().catch(() => undefined);
    }
  }
}
