import { StartError } from '../start-error.ts';
import { busyOf, isLockTimeout } from './database-busy.ts';
import { type DatabaseFailure, databaseFailure } from './failure.ts';
import { failureReason } from './is-away.ts';

const whatToDo: Record<DatabaseFailure, string> = {
  disk_full: 'Free some space on the disk of the database.',
  read_only: 'Set DATABASE_URL to a server that can be written to.',
  busy: 'Allow more: ALTER ROLE … CONNECTION LIMIT 40, ALTER DATABASE … CONNECTION LIMIT 40, or max_connections.',
  refused: 'Check user, password and database in DATABASE_URL.',
  no_right:
    'Make the user of DATABASE_URL owner of the database, or run there: GRANT CREATE ON DATABASE … TO …; GRANT ALL ON SCHEMA public TO …;',
  away: 'Check that it runs, and DATABASE_URL.',
};

const whatHappened: Record<DatabaseFailure, string> = {
  disk_full: 'The disk of the database is full',
  read_only: 'The database is read-only',
  busy: 'The database allows too few connections',
  refused: 'The database does not accept the login',
  no_right: 'The database user has too few rights',
  away: 'The database cannot be reached',
};

/** An error of the database at the start as one line for the operator; undefined when it is something else. */
export function databaseStartError(error: unknown): StartError | undefined {
  if (error instanceof StartError) return error;
  const failure = databaseFailure(error);
  if (failure === undefined) return undefined;
  const message = failureReason(error).split('\n')[0]?.replace(/\.$/, '');
  if (isLockTimeout(busyOf(error)?.cause)) {
    return new StartError(
      `Another program has locked what the server reads from the database: ${message}. End that program, then start Cyno again.`,
      { cause: error },
    );
  }
  return new StartError(`${whatHappened[failure]}: ${message}. ${whatToDo[failure]}`, { cause: error });
}
