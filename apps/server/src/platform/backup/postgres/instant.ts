import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../../start-error.ts';
import { parseLsn } from './lsn.ts';

/** An instant of the database: what `client` reads is what a recovery to `point` gives, exactly. */
export interface Instant {
  /** In a transaction that sees that instant; to be ended by `release`. */
  readonly client: pg.Client;
  readonly point: string;
  readonly lsn: bigint;
  release(): Promise<void>;
}

const patienceMs = 10 * 60_000;
const longestPauseMs = 20;

/**
 * Holds an instant without a lock, so that nobody waits: a snapshot that sees every transaction that has an id, and a restore point
 * in the log that no other transaction's id came before. Between two transactions there is such a moment; it is searched for.
 */
export async function holdInstant(url: string, name: string): Promise<Instant> {
  const open = async () => {
    const client = new pg.Client({ connectionString: url, application_name: 'cyno backup' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  const until = performance.now() + patienceMs;
  const client = await open();
  try {
    for (let tries = 1; performance.now() < until; tries++) {
      // A recovery ends at the first point of a name.
      const point = `${name}_${tries}`;
      const lsn = await tryInstant(client, point);
      if (lsn === undefined) {
        await wait(Math.random() * longestPauseMs);
        continue;
      }
      await flushLog(await open());
      return { client, point, lsn, release: () => client.end() };
    }
  } catch (error) {
    await client.end();
    throw error;
  }
  await client.end();
  throw new StartError(
    'The database was writing without a pause for ten minutes, so the backup cannot be compared with it. Try again later.',
  );
}

async function tryInstant(client: pg.Client, point: string): Promise<bigint | undefined> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  const { rows } = await client.query<{ lsn: string | null; next: string }>(
    `SELECT CASE WHEN pg_snapshot_xmin(seen) = pg_snapshot_xmax(seen) THEN pg_create_restore_point($1)::text END AS lsn,
            pg_snapshot_xmax(seen)::text AS next
     FROM pg_current_snapshot() AS seen`,
    [point],
  );
  const [found] = rows;
  // A commit is in the log before snapshots see it. So no id may have been given since the last one that this snapshot sees.
  const { rows: own } = await client.query<{ id: string }>('SELECT pg_current_xact_id()::text AS id');
  if (found?.lsn && found.next === own[0]?.id) {
    await client.query('SET TRANSACTION READ ONLY');
    return parseLsn(found.lsn);
  }
  await client.query('ROLLBACK');
  return undefined;
}

/** A commit takes the log to the disk up to here, which only then is sent to anyone. */
async function flushLog(client: pg.Client): Promise<void> {
  try {
    await client.query(`SELECT pg_logical_emit_message(true, 'cyno', 'backup')`);
  } finally {
    await client.end();
  }
}
