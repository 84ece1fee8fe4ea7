import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and never change. */
    templateDatabaseUrl: string;
    /** Where servers of tests write; removed after the last test. */
    serversDirectory: string;
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Called by Vitest before the first test; what it returns is called after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-test-'));
  const postgres = await startTestPostgres(directory);
  const serversDirectory = join(directory, 'servers');
  await mkdir(serversDirectory);
  project.provide('templateDatabaseUrl', postgres.templateUrl);
  project.provide('serversDirectory', serversDirectory);
  const end = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  // Vitest ends at once, without what this function returns.
  const interrupted = () => void end().finally(() => process.exit(1));
  for (const signal of signals) process.once(signal, interrupted);
  return async () => {
    for (const signal of signals) process.off(signal, interrupted);
    await end();
  };
}
