import type { Database } from './database.ts';

const key = 'version';

/** Notes which version of Cyno works on the database, so that a later one can name it. */
export async function noteVersion(database: Database, version: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO server_state (key, value) VALUES ($1, to_jsonb($2::text))
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [key, version],
  );
}

/** The version that worked on the database last; undefined: none noted it. */
export async function findVersion(database: Database): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ value: string }>('SELECT value FROM server_state WHERE key = $1', [key]);
  return rows[0]?.value;
}
