export { type Database, openDatabase } from './database.ts';
export { busyOf } from './database-busy.ts';
export { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
export { endLeftBehind } from './embedded/orphan.ts';
export { embeddedPostgresVersion, recoverCluster, scratchSettings } from './embedded/recover.ts';
export { findRunningPostgres } from './embedded/running.ts';
export { missedName, restoreFrom, walArchiveOf } from './embedded/wal-archive.ts';
export { type DatabaseFailure, databaseFailure, failureTexts, sqlStateOf } from './failure.ts';
export type { Transaction } from './holding.ts';
export { failureReason, isDatabaseAway } from './is-away.ts';
export { Leader } from './leader.ts';
export { type Listening, listen } from './listen.ts';
export { appliedMigration, migrate, newestMigration, readMigration } from './migrate.ts';
export { isCanceled, within } from './query-timeout.ts';
export { reach } from './reach.ts';
export { readPages } from './read-pages.ts';
export { type Reads, readsOf } from './reads.ts';
export { Replica } from './replica.ts';
export {
  clearRestoreMark,
  endRestore,
  findRestoreMark,
  refuseHalfRestored,
  restoreConnection,
  setRestoreMark,
} from './restore-mark.ts';
export { RowWrites } from './row-writes.ts';
export { rowsByColumn } from './rows-by-column.ts';
export * as schema from './schema/index.ts';
export { type ListedServer, listServers, newTag } from './server-lock.ts';
export { SoleServer, type Standby } from './sole-server.ts';
export { databaseStartError } from './start-failure.ts';
export { findVersion, noteVersion } from './used-by.ts';
export { isForeignKeyViolation, isUniqueViolation } from './violations.ts';
