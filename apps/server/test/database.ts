import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/index.ts';
import { silentLogger } from './log.ts';
import { copyDatabase } from './postgres.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/** A fresh, migrated database in the PostgreSQL of the test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, drop } = await copyDatabase(inject('templateDatabaseUrl'));
  const database = openDatabase(url, { log: silentLogger });
  return {
    url,
    database,
    async drop() {
      await database.close();
      await drop();
    },
  };
}
