import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and never change. */
    templateDatabaseUrl: string;
  }
}

/** Called by Vitest before the first test; what it returns is called after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-test-'));
  const postgres = await startTestPostgres(directory);
  project.provide('templateDatabaseUrl', postgres.templateUrl);
  return async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
