/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57 (operator intervention, such as a shutdown) of PostgreSQL's
 * appendix A, and the messages of Node and pg when there is no connection.
 */
const codes = /^(08|53|57)|^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT)$/;
const sentences = /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** True when an error, or what caused it, means that the database cannot be reached now and may be later. */
export function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    // Of a host with several addresses it is the last.
    const isSystems = 'syscall' in cause || 'severity' in cause || cause instanceof AggregateError;
    if (isSystems && typeof code === 'string' && codes.test(code)) return true;
    if (sentences.test(cause.message)) return true;
  }
  return false;
}

const poolGaveUp = 'Connection terminated due to connection timeout';

/**
 * Why a query failed, as PostgreSQL or the system reports it: libraries wrap it in texts of their own, which hold the whole statement. Where all
 * addresses of a host fail, the error of Node has only a code.
 */
export function failureReason(error: unknown): string {
  const { message, code, cause } = error as NodeJS.ErrnoException;
  if (message === poolGaveUp) return 'no response in time';
  return cause instanceof Error ? failureReason(cause) : message || String(code ?? '');
}
