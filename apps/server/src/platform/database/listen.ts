import pg from 'pg';
import type { Logger } from '../log/index.ts';
import { connectionName } from './connection-name.ts';
import type { Database } from './database.ts';
import { within } from './query-timeout.ts';

const firstPauseMs = 100;
const longestPauseMs = 5_000;
/** A connection whose other end vanished without a word is noticed after this time. */
const pingMs = 15_000;
const pingTimeoutMs = 5_000;

export interface Listening {
  stop(): Promise<void>;
}

interface ListenOptions {
  readonly channel: string;
  readonly log: Logger;
  onNotification(payload: string): void;
  /** Called each time that the channel is listened to again: what was notified in the meantime is lost. */
  onResumed(): void;
}

/** One connection of each database serves all that listen. */
const connections = new WeakMap<Database, ListenConnection>();

/** Listens to a channel of PostgreSQL (NOTIFY). Resolves when it listens; rejects when that fails the first time. */
export async function listen(database: Database, options: ListenOptions): Promise<Listening> {
  const connection = connections.get(database) ?? new ListenConnection(database, options.log);
  connections.set(database, connection);
  try {
    await connection.add(options);
  } catch (error) {
    await connection.remove(options);
    throw error;
  }
  return { stop: () => connection.remove(options) };
}

/** Is made again when it is lost, as long as anybody listens. */
class ListenConnection {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #listeners = new Set<ListenOptions>();
  /** Who may have missed something since the connection was lost. */
  readonly #missed = new Set<ListenOptions>();
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;

  constructor(database: Database, log: Logger) {
    this.#database = database;
    this.#log = log;
  }

  async add(options: ListenOptions): Promise<void> {
    this.#listeners.add(options);
    if (this.#client) await listenTo(this.#client, options.channel);
    else await this.#connect();
  }

  async remove(options: ListenOptions): Promise<void> {
    this.#listeners.delete(options);
    this.#missed.delete(options);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#retry);
    if (connections.get(this.#database) === this) connections.delete(this.#database);
    const open = this.#client;
    this.#client = undefined;
    await open?.end();
  }

  /** Listens to the channels of all, also of those that are added meanwhile. */
  #connect(): Promise<void> {
    this.#connecting ??= this.#tryToConnect().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #tryToConnect(): Promise<void> {
    const { options } = this.#database.pool;
    const next = new pg.Client({
      ...options,
      // As patient as the pool: at the start the same thread has much to do.
      query_timeout: options.connectionTimeoutMillis,
      application_name: connectionName('cyno listener', this.#database.tag),
    });
    const ping = setInterval(() => {
      // A ping that fails ends the connection, so that `end` below makes the next one.
      next.query(within(pingTimeoutMs, { text: 'SELECT 1' })).catch(() => void next.end().catch(() => undefined));
    }, pingMs);
    next.on('error', (err) => this.#log.warn({ err }, 'The connection that listens for changes was lost'));
    next.on('notification', ({ channel, payload = '' }) => {
      for (const one of this.#listeners) if (one.channel === channel) this.#notify(() => one.onNotification(payload));
    });
    next.once('end', () => {
      clearInterval(ping);
      if (this.#client !== next) return;
      this.#client = undefined;
      for (const one of this.#listeners) this.#missed.add(one);
      this.#resume(firstPauseMs);
    });
    try {
      await next.connect();
      for (const { channel } of this.#listeners) await listenTo(next, channel);
    } catch (error) {
      clearInterval(ping);
      await next.end().catch(() => undefined);
      throw error;
    }
    if (this.#listeners.size === 0) await next.end();
    else this.#opened(next);
  }

  #opened(client: pg.Client): void {
    clearTimeout(this.#retry);
    this.#client = client;
    if (this.#missed.size > 0) this.#log.info('Listening for changes again');
    for (const one of this.#missed) this.#notify(() => one.onResumed());
    this.#missed.clear();
  }

  /** Tries again for ever, at most five seconds apart. */
  #resume(pauseMs: number): void {
    if (this.#listeners.size === 0) return;
    this.#retry = setTimeout(() => {
      this.#connect().catch((err: unknown) => {
        this.#log.warn({ err }, 'Changes cannot be listened for; trying again');
        this.#resume(Math.min(pauseMs * 2, longestPauseMs));
      });
    }, pauseMs);
  }

  /** One that throws must not keep the others from what they listen for. */
  #notify(listener: () => void): void {
    try {
      listener();
    } catch (err) {
      this.#log.error({ err }, 'A change of the database was not followed');
    }
  }
}

async function listenTo(client: pg.Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
}
