import { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Logger } from '../log/index.ts';
import type { WorkShares } from '../work-budget/index.ts';
import { connectionName } from './connection-name.ts';
import { FairPool } from './fair-pool.ts';
import { createHolding, type Holding } from './holding.ts';
import * as schema from './schema/index.ts';

/** PostgreSQL: `pool` for hand-written SQL, `orm` for the rest; both share the connections. */
export interface Database {
  readonly pool: FairPool;
  readonly orm: NodePgDatabase<typeof schema>;
  /** For what counts and then inserts: runs a transaction that holds a row. */
  readonly holding: Holding;
  /** Of the names of all connections of this start of the server; null: it is no one of several. */
  readonly tag: string | null;
  /** From now on new connections are used only if `mayWork` is true of them; otherwise their queries fail as if there was no database. */
  fence(mayWork: (connection: pg.ClientBase) => Promise<boolean>): void;
  /** Ends all connections at once, as when they had been lost: their queries fail, and the next ones use new connections. */
  cut(): void;
  /** Waits for running queries, then closes all connections. */
  close(): Promise<void>;
}

// Our 64-bit integers are identities and milliseconds, far below 2^53; pg returns them as text by default.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A third is for logins, boards and the server itself; an account has a third at most. */
const maxConnections = 12;
/** Anyone who waits for a row holds a connection meanwhile. */
const lockTimeoutMs = 10_000;

interface DatabaseOptions {
  readonly log: Logger;
  readonly maxConnections?: number;
  /** What those may cost who send requests; without it nobody's queries are counted. */
  readonly shares?: WorkShares;
  /** Makes the connections known to the servers that share the database; see `SoleServer`. */
  readonly tag?: string | null;
}

/** Prepares a pool for `url` (postgres://…); connects when it is first used. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const sockets = new Set<Socket>();
  const { tag = null } = options;
  let mayWork: (connection: pg.ClientBase) => Promise<boolean> = async () => true;
  const pool = new FairPool({
    shares: options.shares,
    connectionString: url,
    max: options.maxConnections ?? maxConnections,
    keepAlive: true,
    application_name: connectionName('cyno', tag),
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    async onConnect(client) {
      if (!(await mayWork(client))) throw new Error('Connection terminated: another server has the database');
      await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
    },
  });
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => {
    open.add(client);
    // Its queries reject. Without a listener one that is lost between two queries of a transaction would end this process.
    client.on('error', () => undefined);
    client.once('end', () => open.delete(client));
  });
  // Without a listener a connection that the server closes while it idles would end this process.
  pool.on('error', (err) => options.log.warn({ err }, 'An idle database connection was lost'));
  const orm = drizzle(pool, { schema });
  return {
    pool,
    orm,
    holding: createHolding(orm),
    tag,
    fence(check) {
      mayWork = check;
    },
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      // The pool does not wait for its connections; the database is stopped only when they are gone.
      const closed = [...open].map((client) => new Promise((resolve) => client.once('end', resolve)));
      await pool.end();
      await Promise.all(closed);
    },
  };
}
