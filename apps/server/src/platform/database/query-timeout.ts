import type pg from 'pg';
import { sqlStateOf } from './failure.ts';

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const queryCanceled = '57014';

/** A query that rejects after so long; pg understands `query_timeout` of a query, though its types do not list it. */
export function within<Query extends pg.QueryConfig>(timeoutMs: number, query: Query): Query {
  return Object.assign(query, { query_timeout: timeoutMs });
}

/** Whether PostgreSQL itself ended a query, such as by a `statement_timeout`. */
export const isCanceled = (error: unknown): boolean => sqlStateOf(error) === queryCanceled;
