import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { migrate, openDatabase, startEmbeddedPostgres } from '../src/platform/database/index.ts';
import { silentLogger } from './log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and never change. */
    templateDatabaseUrl: string;
  }
}

/** One PostgreSQL for the whole run. Tests may lose data in a crash of the machine, so it need not wait for the disk. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '200', shared_buffers: '128MB' };

/** Called by Vitest before the first test; what it returns is called after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-test-'));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger, settings });
  const database = openDatabase(postgres.url, { log: silentLogger });
  await migrate(database);
  // Tests sign very many people up: their hashes cost the least, and what that is is never measured.
  await database.pool.query(
    `insert into server_state (key, value, updated_at) values ('password_passes', '2', '9999-01-01')`,
  );
  await database.close();
  project.provide('templateDatabaseUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
