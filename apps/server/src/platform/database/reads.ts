import type pg from 'pg';

/** Where what is stored is read. `work` changes nothing, and may be run again on another connection. */
export interface Reads {
  run<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T>;
}

/** Reading from the database that is also written to. */
export const readsOf = (pool: pg.Pool): Reads => ({ run: (work) => onConnection(pool, work) });

/** Runs `work` with a connection, which is closed where it fails. */
export async function onConnection<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    const result = await work(client);
    failed = false;
    return result;
  } finally {
    client.release(failed);
  }
}
