import type pg from 'pg';

const key = 'serving_term';

/** Notes that another server, or another start of it, works on the database from now on; returns which it is, from 1. */
export async function beginTerm(client: pg.ClientBase | pg.Pool): Promise<number> {
  const { rows } = await client.query<{ term: number }>(
    `INSERT INTO server_state (key, value) VALUES ($1, to_jsonb(1))
     ON CONFLICT (key) DO UPDATE SET value = to_jsonb((server_state.value #>> '{}')::int + 1), updated_at = now()
     RETURNING (value #>> '{}')::int AS term`,
    [key],
  );
  return rows[0]?.term ?? 0;
}

/** The newest term; 0: there was none. */
export async function newestTerm(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ term: number }>(
    `SELECT (value #>> '{}')::int AS term FROM server_state WHERE key = $1`,
    [key],
  );
  return rows[0]?.term ?? 0;
}
