import type pg from 'pg';

/** A query that rejects after so long; pg understands `query_timeout` of a query, though its types do not list it. */
export function within<Query extends pg.QueryConfig>(timeoutMs: number, query: Query): Query {
  return Object.assign(query, { query_timeout: timeoutMs });
}
