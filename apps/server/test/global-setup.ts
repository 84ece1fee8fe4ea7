import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './postgres.ts';

const compileProgram = fileURLToPath(new URL('../../../scripts/compile.mjs', import.meta.url));

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated database that tests copy and never change. */
    templateDatabaseUrl: string;
    /** Where servers of tests write; removed after the last test. */
    serversDirectory: string;
  }
}

/** Called by Vitest before the first test; what it returns is called after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Run by itself, Vitest would otherwise test a server of earlier sources.
  await promisify(execFile)(process.execPath, [compileProgram]);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-test-'));
  const postgres = await startTestPostgres(directory);
  const serversDirectory = join(directory, 'servers');
  await mkdir(serversDirectory);
  project.provide('templateDatabaseUrl', postgres.templateUrl);
  project.provide('serversDirectory', serversDirectory);
  // A signal ends Vitest a millisecond later, without what this function returns.
  const interrupted = () => endAtOnce(directory);
  process.once('exit', interrupted);
  return async () => {
    process.off('exit', interrupted);
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
}

/** Nothing that takes time can be waited for any more. */
function endAtOnce(directory: string): void {
  const pidFile = join(directory, 'postgres', 'cluster', 'postmaster.pid');
  // Ctrl+C reaches PostgreSQL too, which may have gone already.
  if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT');
  // Its processes leave within moments, and until then they may write.
  rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
