import { fileURLToPath } from 'node:url';
import { type MigrationConfig, type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { StartError } from '../start-error.ts';
import type { Database } from './database.ts';
import { databaseStartError } from './start-failure.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any constant that nothing else in the database uses: "cyno" in ASCII. */
const migrationLock = 0x63_79_6e_6f;

/**
 * Brings the schema up to date in one transaction; several processes that start at once wait for each other. Throws a StartError when
 * the database does not allow it, and, before anything is written, when it was last used by a newer version. With `until` no migration
 * that is newer is applied, ms since the epoch.
 */
export async function migrate(
  database: Database,
  { until = Number.POSITIVE_INFINITY }: { until?: number } = {},
): Promise<void> {
  const client = await database.pool.connect();
  try {
    // Another process may migrate for minutes.
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    try {
      await refuseNewer(client);
      await applyMigrations(client, until).catch((error: unknown) => {
        throw databaseStartError(error) ?? error;
      });
    } finally {
      await client.query('SELECT pg_advisory_unlock($1)', [migrationLock]);
    }
  } finally {
    // It would continue waiting for ever elsewhere.
    client.release(true);
  }
}

/** What `migrate` of drizzle does, which takes all that the folder has. */
async function applyMigrations(client: pg.PoolClient, until: number): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis <= until);
  const { dialect, session } = drizzle(client) as unknown as DrizzleParts;
  await dialect.migrate(migrations, session, { migrationsFolder });
}

/** Parts that its types hide. */
interface DrizzleParts {
  readonly dialect: { migrate(migrations: MigrationMeta[], session: unknown, config: MigrationConfig): Promise<void> };
  readonly session: unknown;
}

/** The newest migration of this version, ms since the epoch. */
export const newestMigration = (): number => readMigrationFiles({ migrationsFolder }).at(-1)?.folderMillis ?? 0;

/** The newest migration that a database has, ms since the epoch; 0 when it is empty. */
export async function appliedMigration(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ known: string | null }>(
    `SELECT to_regclass('drizzle.__drizzle_migrations') AS known`,
  );
  if (!rows[0]?.known) return 0;
  const { rows: applied } = await client.query<{ newest: string | number | null }>(
    'SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations',
  );
  return Number(applied[0]?.newest ?? 0);
}

/** As `appliedMigration`, of a database that is open. */
export async function readMigration({ pool }: Database): Promise<number> {
  const client = await pool.connect();
  try {
    return await appliedMigration(client);
  } finally {
    client.release();
  }
}

async function refuseNewer(client: pg.ClientBase): Promise<void> {
  if ((await appliedMigration(client)) <= newestMigration()) return;
  throw new StartError(
    'The database belongs to a newer version of Cyno. Start that version, or restore a backup from before the upgrade. Nothing was changed.',
  );
}
