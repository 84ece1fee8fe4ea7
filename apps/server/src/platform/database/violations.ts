/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/** True when a row was refused because another one has the same key. */
export const isUniqueViolation = (error: unknown): boolean => isRefused(error, uniqueViolation);

/** True when a row was refused because what it names is not there. */
export const isForeignKeyViolation = (error: unknown): boolean => isRefused(error, foreignKeyViolation);

/** The query builder wraps what the database says. */
function isRefused(error: unknown, sqlState: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && cause.code === sqlState) return true;
  }
  return false;
}
