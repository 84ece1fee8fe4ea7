import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../src/platform/database/index.ts';
import { silentLogger } from './log.ts';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  drop(): Promise<void>;
}

/** A fresh, migrated database in the PostgreSQL of the test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = inject('templateDatabaseUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = withDatabase(template, name);
  await execute(template, `CREATE DATABASE ${name} TEMPLATE ${databaseOf(template)}`);
  const database = openDatabase(url, { log: silentLogger });
  return {
    url,
    database,
    async drop() {
      await database.close();
      await execute(template, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Runs outside the template: PostgreSQL copies only a database that nobody is connected to. */
async function execute(templateUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
