/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';
const foreignKeyViolation = '23503';

/** True when a row was refused because another one has the same key. */
export const isUniqueViolation = (error: unknown): boolean => isRefused(error, uniqueViolation);

/** True when a row was refused because what it names is not there. */
export const isForeignKeyViolation = (error: unknown): boolean => isRefused(error, foreignKeyViolation);

/** True when the database refuses what a row holds (classes 22 and 23), so that trying it again cannot help. */
export const isRefusedData = (error: unknown): boolean => isRefused(error, /^2[23]/);

/** The query builder wraps the database's error. */
function isRefused(error: unknown, sqlState: string | RegExp): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string' && (typeof sqlState === 'string' ? code === sqlState : sqlState.test(code)))
      return true;
  }
  return false;
}
