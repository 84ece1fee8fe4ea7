import pg from 'pg';
import type { Logger } from '../log/index.ts';
import { connectionName } from './connection-name.ts';
import { type Database, firstConnectTimeoutMs } from './database.ts';

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

/**
 * Listens to a channel of PostgreSQL (NOTIFY) on a connection of its own, which is made again when it is lost. Resolves when
 * it listens; rejects when that fails the first time.
 */
export async function listen(database: Database, options: ListenOptions): Promise<Listening> {
  const { channel, log } = options;
  let isStopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect({ isFirst = false } = {}): Promise<void> {
    const next = new pg.Client({
      ...database.pool.options,
      ...(isFirst && { connectionTimeoutMillis: firstConnectTimeoutMs }),
      query_timeout: pingTimeoutMs,
      application_name: connectionName('cyno listener', database.tag),
    });
    const ping = setInterval(() => {
      // A ping that fails ends the connection, so that `end` below makes the next one.
      next.query('SELECT 1').catch(() => void next.end().catch(() => undefined));
    }, pingMs);
    next.on('error', (err) => log.warn({ err, channel }, 'The connection that listens for changes was lost'));
    next.on('notification', ({ payload }) => options.onNotification(payload ?? ''));
    next.once('end', () => {
      clearInterval(ping);
      if (client === next) resume(firstPauseMs);
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    } catch (error) {
      clearInterval(ping);
      await next.end().catch(() => undefined);
      throw error;
    }
    if (isStopped) await next.end();
    else client = next;
  }

  /** Tries again for ever, at most five seconds apart. */
  function resume(pauseMs: number): void {
    client = undefined;
    if (isStopped) return;
    retry = setTimeout(() => {
      connect().then(
        () => {
          log.info({ channel }, 'Listening for changes again');
          options.onResumed();
        },
        (err: unknown) => {
          log.warn({ err, channel }, 'Changes cannot be listened for; trying again');
          resume(Math.min(pauseMs * 2, longestPauseMs));
        },
      );
    }, pauseMs);
  }

  await connect({ isFirst: true });
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      const open = client;
      client = undefined;
      await open?.end();
    },
  };
}
