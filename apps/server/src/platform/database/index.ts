export { type Database, openDatabase } from './database.ts';
export { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
export { findRunningPostgres } from './embedded/running.ts';
export { isDatabaseAway } from './is-away.ts';
export { type Listening, listen } from './listen.ts';
export { migrate } from './migrate.ts';
export { reach } from './reach.ts';
export * as schema from './schema/index.ts';
export { isForeignKeyViolation, isUniqueViolation } from './violations.ts';
