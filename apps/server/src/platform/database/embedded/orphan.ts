import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Logger } from '../../log/index.ts';
import { StartError } from '../../start-error.ts';
import { findBinaries } from './binaries.ts';

const run = promisify(execFile);
const politeMs = 20_000;
const forcedMs = 5_000;

/** As `endOrphan`, for who does not start one: `directory` holds the cluster, if there is any. */
export async function endLeftBehind(directory: string, log: Logger): Promise<void> {
  const cluster = join(directory, 'cluster');
  if (existsSync(cluster)) await endOrphan(cluster, (await findBinaries()).pgCtl, log);
}

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
    return endOrphanedChildren(clusterDirectory, log);
  }
  log.warn({ pid }, 'Stopping the database process that an earlier run left behind');
  const gone = () => isGone(clusterDirectory, pid);
  const family = [pid, ...(await childrenOf(clusterDirectory, pid))];
  // One that was halted takes no signal but SIGKILL, and halted children would continue holding the memory of a postmaster that is
  // gone.
  for (const member of family) sendSignal(member, 'SIGCONT');
  for (const [signal, timeoutMs] of [
    ['SIGINT', politeMs],
    ['SIGQUIT', forcedMs],
    ['SIGKILL', forcedMs],
  ] as const) {
    for (const member of signal === 'SIGKILL' ? family : [pid]) sendSignal(member, signal);
    if (await until(gone, timeoutMs)) return;
  }
  throw new StartError(`The database process ${pid} of an earlier run does not end. Stop it and start again.`);
}

/** Children whose postmaster was killed end by themselves, unless they are halted; until then no other can start. */
async function endOrphanedChildren(clusterDirectory: string, log: Logger): Promise<void> {
  const children = await childrenOf(clusterDirectory, undefined);
  if (children.length === 0) return;
  log.warn({ pids: children }, 'Stopping processes of a database that an earlier run left behind');
  for (const child of children) sendSignal(child, 'SIGCONT');
  const gone = async () => (await childrenOf(clusterDirectory, undefined)).length === 0;
  if (await until(gone, forcedMs)) return;
  for (const child of await childrenOf(clusterDirectory, undefined)) sendSignal(child, 'SIGKILL');
  await until(gone, forcedMs);
}

/**
 * The processes that a postmaster has started. On Linux also those of one that is gone (`undefined`): they work inside the data directory
 * as well.
 */
async function childrenOf(clusterDirectory: string, postmaster: number | undefined): Promise<number[]> {
  if (process.platform === 'linux') {
    const own = await realpath(clusterDirectory);
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== postmaster);
    const found = await Promise.all(pids.map(async (pid) => ((await isPostgresIn(own, pid)) ? [pid] : [])));
    return found.flat();
  }
  if (postmaster === undefined) return [];
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([pid, parent]) => (pid && parent === postmaster ? [pid] : []));
}

/** Somebody's shell may stand in that directory too. */
async function isPostgresIn(directory: string, pid: number): Promise<boolean> {
  const [name, cwd] = await Promise.all([
    readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => undefined),
  ]);
  return name.trim() === 'postgres' && cwd === directory;
}

/** PostgreSQL works inside its data directory, which distinguishes it from any other process with a reused id. */
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
