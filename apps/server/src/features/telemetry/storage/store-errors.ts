import pg from 'pg';

/**
 * Classes of SQLSTATE (PostgreSQL, appendix A) that mean that the data itself cannot be stored: data exception,
 * integrity constraint, cardinality, program limit. Everything else (no connection, no disk space, shutting down) may
 * pass.
 */
const ofTheData = new Set(['22', '23', '21', '54']);

const sqlState = (error: unknown): string | undefined => (error instanceof pg.DatabaseError ? error.code : undefined);

/** True when trying the same data again cannot help. */
export function isDataError(error: unknown): boolean {
  return ofTheData.has(sqlState(error)?.slice(0, 2) ?? '');
}

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === '23505';
/** A row for which there is no partition is a check violation to PostgreSQL. */
export const isMissingPartition = (error: unknown): boolean => sqlState(error) === '23514';
