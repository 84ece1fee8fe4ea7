import type pg from 'pg';

/** Writes the smallest row there is; a database that is read-only or has no disk left refuses it. */
export async function writeProbe(pool: Pick<pg.Pool, 'query'>): Promise<void> {
  await pool.query(
    `INSERT INTO server_state (key, value) VALUES ('storage_probe', '0')
     ON CONFLICT (key) DO UPDATE SET updated_at = now()`,
  );
}
