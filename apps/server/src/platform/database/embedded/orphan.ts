import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from '../../log/index.ts';
import { StartError } from '../../start-error.ts';

const run = promisify(execFile);
const politeMs = 20_000;
const forcedMs = 5_000;

/**
 * Ends a PostgreSQL that a killed Cyno left behind on this data directory, and removes what it leaves. The caller holds the
 * lock of the data directory, so no living Cyno uses it.
 */
export async function endOrphan(clusterDirectory: string, pgCtl: string, log: Logger): Promise<void> {
  const pidFile = join(clusterDirectory, 'postmaster.pid');
  // Format: https://www.postgresql.org/docs/current/storage-file-layout.html (the first line is the process id).
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return;
  if (process.platform === 'win32') {
    await run(pgCtl, ['stop', '-D', clusterDirectory, '-m', 'fast']).catch(() => undefined);
    return;
  }
  if (!(await isPostgresOf(clusterDirectory, pid))) {
    // After a restart of the machine or container the id may belong to any process, and PostgreSQL would refuse to start.
    await rm(pidFile, { force: true });
    return;
  }
  log.warn({ pid }, 'Stopping the database process that an earlier run left behind');
  const gone = () => isGone(clusterDirectory, pid);
  for (const [signal, timeoutMs] of [
    ['SIGINT', politeMs],
    ['SIGQUIT', forcedMs],
    ['SIGKILL', forcedMs],
  ] as const) {
    sendSignal(pid, signal);
    if (await until(gone, timeoutMs)) return;
  }
  throw new StartError(`The database process ${pid} of an earlier run does not end. Stop it and start again.`);
}

/** PostgreSQL works inside its data directory, which tells it from any other process with a reused id. */
async function isPostgresOf(clusterDirectory: string, pid: number): Promise<boolean> {
  if (process.platform === 'linux') {
    const [cwd, own] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => undefined),
      realpath(clusterDirectory),
    ]);
    return cwd === own;
  }
  const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(clusterDirectory);
}

async function isGone(clusterDirectory: string, pid: number): Promise<boolean> {
  return !(await isPostgresOf(clusterDirectory, pid));
}

async function until(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (Date.now() < end) {
    if (await condition()) return true;
    await wait(20);
  }
  return false;
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
