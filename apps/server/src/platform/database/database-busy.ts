import { AppError, because } from '../errors.ts';
import type { Refusal } from '../fair-places/index.ts';

const retryAfterSeconds = 2;
/** lock_not_available: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const lockTimeout = '55P03';

/** No connection was free in time, because anyone who requested it has many requests under way (429), or others have (503). */
export class DatabaseBusy extends AppError {
  constructor(why: Refusal, cause: Error = new Error('timeout exceeded when trying to connect')) {
    const isOwn = why === 'share';
    const sentence = isOwn
      ? 'The server is still working on other requests of yours. Wait a moment and try again.'
      : 'The server is busy. Wait a moment and try again.';
    super(isOwn ? 429 : 503, isOwn ? 'rate_limited' : 'unavailable', sentence, {
      ...because('server_busy'),
      retryAfterSeconds,
      cause,
    });
  }
}

/** What an error is when the database was busy: also one that the query builder wrapped, and a row that somebody holds for too long. */
export function busyOf(error: unknown): DatabaseBusy | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof DatabaseBusy) return cause;
    if (isLockTimeout(cause)) return new DatabaseBusy('full', cause);
  }
  return undefined;
}

/** Whether PostgreSQL waited for too long for what another connection has locked. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === lockTimeout;
