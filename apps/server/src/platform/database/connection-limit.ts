import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';

/** The writer, those that listen for changes, jobs, and some requests at once; the pool takes more where it may. */
const leastConnections = 16;

interface Limits {
  readonly role: string;
  readonly database: string;
  /** -1: no limit. */
  readonly ofRole: number;
  readonly ofDatabase: number;
}

/** Throws a StartError when our role, or the database, may have fewer connections than the server needs to run. */
export async function checkConnectionLimit(database: Database): Promise<void> {
  const { rows } = await database.pool.query<Limits>(
    `SELECT rolname AS role, datname AS database, datconnlimit AS "ofDatabase",
       CASE WHEN rolsuper THEN -1 ELSE rolconnlimit END AS "ofRole"
     FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
  );
  const [limits] = rows;
  if (!limits) return;
  const { role, database: name, ofRole, ofDatabase } = limits;
  if (isTooLow(ofRole)) throw tooFew(`role "${role}"`, ofRole, `ALTER ROLE "${role}" CONNECTION LIMIT 40`);
  if (isTooLow(ofDatabase))
    throw tooFew(`database "${name}"`, ofDatabase, `ALTER DATABASE "${name}" CONNECTION LIMIT 40`);
}

const isTooLow = (limit: number): boolean => limit >= 0 && limit < leastConnections;

const tooFew = (what: string, limit: number, statement: string): StartError =>
  new StartError(
    `The ${what} may have ${limit} connections, and Cyno needs at least ${leastConnections}. Raise the limit: ${statement}.`,
  );
