import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, openDatabase, startEmbeddedPostgres } from '../src/platform/database/index.ts';
import { silentLogger } from './log.ts';

/**
 * One PostgreSQL for a whole run. Tests may lose data in a crash of the machine, so it need not wait for the disk; without replication
 * it writes the least it can.
 */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '600',
  shared_buffers: '128MB',
};

/** Starts PostgreSQL below `directory` with a migrated database that is only copied, never used. */
export async function startTestPostgres(directory: string): Promise<{ templateUrl: string; stop(): Promise<void> }> {
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger, settings });
  const database = openDatabase(postgres.url, { log: silentLogger });
  await migrate(database);
  // Tests sign very many people up: their hashes cost the least, and what that is is never measured.
  await database.pool.query(
    `insert into server_state (key, value, updated_at) values ('password_passes', '2', '9999-01-01')`,
  );
  await database.close();
  return { templateUrl: postgres.url, stop: () => postgres.stop() };
}

/** Copies the migrated database; `drop` also closes what is still connected to the copy. */
export async function copyDatabase(templateUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copying the files takes a tenth of the time that writing them again through the log takes.
  await execute(templateUrl, `CREATE DATABASE ${name} TEMPLATE ${databaseOf(templateUrl)} STRATEGY file_copy`);
  return {
    url: withDatabase(templateUrl, name),
    drop: () => execute(templateUrl, `DROP DATABASE ${name} WITH (FORCE)`),
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
