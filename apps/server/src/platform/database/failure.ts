import { busyOf } from './database-busy.ts';
import { isDatabaseAway } from './is-away.ts';

/**
 * Why the database does not do the query, although nothing is wrong with the request. `busy`: it has no connection left;
 * `refused`: it does not accept our login; `no_right`: our role may not do it; `away`: it cannot be reached or does not respond.
 */
export type DatabaseFailure = 'disk_full' | 'read_only' | 'busy' | 'refused' | 'no_right' | 'away';

/** SQLSTATEs of PostgreSQL's appendix A. */
const failures: Record<string, DatabaseFailure> = {
  '53100': 'disk_full',
  '25006': 'read_only',
  '53300': 'busy',
  '28000': 'refused',
  '28P01': 'refused',
  '3D000': 'refused',
  '42501': 'no_right',
};

/** What somebody reads whose request failed for it. */
export const failureTexts: Record<DatabaseFailure, string> = {
  disk_full: 'The disk of the server is full, so nothing can be saved. Contact its administrator.',
  read_only:
    'The database of the server is read-only at the moment, so nothing can be saved. Contact its administrator.',
  busy: 'The database is busy at the moment. Try again in a few seconds.',
  refused: 'The database does not accept the server at the moment. What boards send is kept. Try again in a moment.',
  no_right: 'The database does not let the server do this. Contact its administrator.',
  away: 'The database cannot be reached now. What boards send is kept. Try again in a moment.',
};

/** What an error, or what caused it, means about the database; undefined when it means nothing of the kind. */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = sqlStateOf(cause);
    const failure = code === undefined ? undefined : failures[code];
    if (failure) return failure;
  }
  if (busyOf(error)) return 'busy';
  return isDatabaseAway(error) ? 'away' : undefined;
}

/** The SQLSTATE of an error of PostgreSQL itself; undefined for every other error. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
