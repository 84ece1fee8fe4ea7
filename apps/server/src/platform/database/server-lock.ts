import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** A key of its own, so that no other lock has the same number: "cyns" in ASCII. */
const serverLock = 0x63_79_6e_73;
const goneWithinMs = 10_000;
const goneRetryMs = 50;

/** The connections that hold the lock of this database: one at most. */
const holders = `SELECT pid, application_name AS name, host(client_addr) AS address, state_change::text AS heard
  FROM pg_stat_activity JOIN pg_locks USING (pid)
  WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

/** A connection of a server. */
interface ServerConnection {
  readonly pid: number;
  readonly address: string | null;
  /** When it last sent something or had a response, as PostgreSQL writes it; null: PostgreSQL does not show it. */
  readonly heard: string | null;
}

/** Who holds the lock of a database. */
export interface LockHolder extends ServerConnection {
  readonly name: string;
}

/** Finds out which connections something happens on, from what PostgreSQL lists again and again. */
export class HeardConnections {
  readonly #last = new Map<number, { heard: string | null; silent: number }>();

  /** How often in a row nothing new was heard of a connection; undefined: it is seen for the first time, or PostgreSQL does not show it. */
  silent({ pid, heard }: ServerConnection): number | undefined {
    const last = this.#last.get(pid);
    const silent = last?.heard === heard ? last.silent + 1 : 0;
    this.#last.set(pid, { heard, silent });
    return last && heard !== null ? silent : undefined;
  }
}

/** What distinguishes the connections of one start of a server from those of others. */
export const newTag = (): string => randomBytes(4).toString('hex');

/** The names under which PostgreSQL lists a connection that holds the lock, or waits for it; it knows 63 characters. */
export const lockNames = (tag: string, where: string) => ({
  serving: `cyno server ${tag} on ${where}`.slice(0, 63),
  waiting: `cyno waits ${tag} on ${where}`.slice(0, 63),
});

export async function tryLock(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [serverLock]);
  return rows[0]?.taken === true;
}

export async function findHolder(client: pg.ClientBase): Promise<LockHolder | undefined> {
  const { rows } = await client.query<LockHolder>(holders, [serverLock]);
  return rows[0];
}

/** Whether a server has only just taken the lock, so that its connection still has the name of one that waits. */
export const isTakingOver = ({ name }: Pick<LockHolder, 'name'>): boolean => /^cyno waits /.test(name);

/** What people know the holder by, such as `barn-1 0.2.0 (10.0.0.5)`; empty where PostgreSQL does not show it. */
export const describeHolder = ({ name, address }: Pick<LockHolder, 'name' | 'address'>): string =>
  [/^cyno server \w+ on (.*)$/.exec(name)?.[1], address && `(${address})`].filter(Boolean).join(' ');

/** Of the start of the server that holds the lock; empty where PostgreSQL does not show it. */
export const tagOf = ({ name }: Pick<LockHolder, 'name'>): string => /^cyno server (\w+) on /.exec(name)?.[1] ?? '';

/** True when the connection with this name holds the lock. */
export async function holdsLock(client: pg.ClientBase, name: string): Promise<boolean> {
  return (await findHolder(client))?.name === name;
}

/** Ends the connection that holds the lock, if it has this name: one of our own that died without a word may live on at the other end. */
export async function endHolder(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(`SELECT pg_terminate_backend(pid) FROM (${holders}) AS held WHERE name = $2`, [serverLock, name]);
}

/**
 * Ends the connections of every other server that works, or worked, on this database, and resolves when they are gone: what they had not
 * committed is undone. Throws when PostgreSQL does not end them within ten seconds.
 */
export async function endOthers(client: pg.ClientBase, tag: string): Promise<void> {
  const until = Date.now() + goneWithinMs;
  for (;;) {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name ~ '^cyno (.+ )?of [0-9a-f]{8}$' AND application_name NOT LIKE '%' || $1`,
      [tag],
    );
    if (rowCount === 0) return;
    if (Date.now() > until) throw new Error('The connections of the server before are still open');
    await pause(goneRetryMs);
  }
}

/** Finds other servers with the same name: the one that serves, and those that wait longer than the connection that this is read by. */
export async function findNamesakes(
  client: pg.ClientBase,
  { name, tag }: { name: string; tag: string },
): Promise<ServerConnection[]> {
  const { rows } = await client.query<ServerConnection>(
    `SELECT pid, host(client_addr) AS address, state_change::text AS heard FROM pg_stat_activity
     WHERE datname = current_database() AND application_name ~ '^cyno (server|waits) [0-9a-f]{8} on '
       AND split_part(application_name, ' ', 3) <> $1 AND split_part(application_name, ' ', 5) = $2
       AND (split_part(application_name, ' ', 2) = 'server'
         OR backend_start < (SELECT backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()))`,
    [tag, name],
  );
  return rows;
}

/** A server of a database. */
export interface ListedServer {
  readonly name: string;
  readonly version: string;
  readonly serves: boolean;
  /** Since when it serves or waits, ms since the epoch. */
  readonly since: number;
  readonly address: string | null;
}

/** The servers that have a name (`SERVER_NAME`), the one that serves first. */
export async function listServers(client: pg.ClientBase | pg.Pool): Promise<ListedServer[]> {
  const { rows } = await client.query<{ kind: string; where: string; since: number; address: string | null }>(
    `SELECT parts[1] AS kind, parts[2] AS where, address, extract(epoch FROM backend_start)::float8 * 1000 AS since
     FROM (SELECT regexp_match(application_name, '^cyno (server|waits) [0-9a-f]{8} on (.+)$') AS parts,
             host(client_addr) AS address, backend_start
           FROM pg_stat_activity WHERE datname = current_database()) AS listed
     WHERE parts IS NOT NULL ORDER BY kind, since`,
  );
  return rows.map(({ kind, where, since, address }) => {
    const [name = '', version = ''] = where.split(' ');
    return { name, version, serves: kind === 'server', since: Math.round(since), address };
  });
}
