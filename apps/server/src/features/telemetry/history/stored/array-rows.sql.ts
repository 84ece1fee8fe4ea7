import type pg from 'pg';
import { readTimeoutMs, within } from '../../variables/index.ts';

/** The rows of a query as arrays of cells. Rejects when the database does not respond in time. */
export async function arrayRows<Row extends unknown[]>(pool: pg.Pool, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>(within(readTimeoutMs, { text, values, rowMode: 'array' }))).rows;
}

/** The results of some scalar queries. */
export async function cellsOf(
  pool: pg.Pool,
  queries: readonly string[],
  values: unknown[],
): Promise<(number | null)[]> {
  if (queries.length === 0) return [];
  const [row = []] = await arrayRows<(number | null)[]>(pool, `SELECT ${queries.join(', ')}`, values);
  return row;
}
