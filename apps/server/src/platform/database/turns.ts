import type pg from 'pg';

const key = 'turn';

/** Notes that another server, or another start of it, works on the database from now on; returns which it is, from 1. */
export async function beginTurn(client: pg.ClientBase | pg.Pool): Promise<number> {
  const { rows } = await client.query<{ turn: number }>(
    `INSERT INTO server_state (key, value) VALUES ($1, to_jsonb(1))
     ON CONFLICT (key) DO UPDATE SET value = to_jsonb((server_state.value #>> '{}')::int + 1), updated_at = now()
     RETURNING (value #>> '{}')::int AS turn`,
    [key],
  );
  return rows[0]?.turn ?? 0;
}

/** The newest turn; 0: there was none. */
export async function newestTurn(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ turn: number }>(
    `SELECT (value #>> '{}')::int AS turn FROM server_state WHERE key = $1`,
    [key],
  );
  return rows[0]?.turn ?? 0;
}
