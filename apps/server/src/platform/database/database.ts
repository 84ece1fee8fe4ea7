import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../log/index.ts';
import * as schema from './schema/index.ts';

/** PostgreSQL: `pool` for hand-written SQL, `orm` for the rest; both share the connections. */
export interface Database {
  readonly pool: pg.Pool;
  readonly orm: NodePgDatabase<typeof schema>;
  /** Waits for running queries, then closes all connections. */
  close(): Promise<void>;
}

// Our 64-bit integers are identities and milliseconds, far below 2^53; pg answers them as text by default.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const maxConnections = 10;
const connectTimeoutMs = 5_000;

/** Prepares a pool for `url` (postgres://…); connects when it is first used. */
export function openDatabase(url: string, options: { log: Logger; maxConnections?: number }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'cyno',
  });
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    client.once('end', () => open.delete(client));
  });
  // Without a listener a connection that the server closes while it idles would end this process.
  pool.on('error', (err) => options.log.warn({ err }, 'An idle database connection was lost'));
  return {
    pool,
    orm: drizzle(pool, { schema }),
    async close() {
      // The pool does not wait for its connections; the database is stopped only when they are gone.
      const closed = [...open].map((client) => new Promise((resolve) => client.once('end', resolve)));
      await pool.end();
      await Promise.all(closed);
    },
  };
}
