import type pg from 'pg';

/** A database that hangs must not keep requests for ever. */
export const readTimeoutMs = 15_000;

/** A query that rejects after so long; pg understands `query_timeout` of a query, though its types do not list it. */
export function within<Query extends pg.QueryConfig>(timeoutMs: number, query: Query): Query {
  return Object.assign(query, { query_timeout: timeoutMs });
}
