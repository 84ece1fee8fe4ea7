import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './database.ts';
import { databaseStartError } from './start-failure.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
/** Any constant that nothing else in the database uses: "cyno" in ASCII. */
const migrationLock = 0x63_79_6e_6f;

/**
 * Brings the schema up to date in one transaction; several processes that start at once wait for each other. Throws a StartError when
 * the database does not allow it.
 */
export async function migrate(database: Database): Promise<void> {
  const client = await database.pool.connect();
  try {
    // Another process may migrate for minutes.
    await client.query('SET lock_timeout = 0');
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    try {
      await applyMigrations(drizzle(client), { migrationsFolder }).catch((error: unknown) => {
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
