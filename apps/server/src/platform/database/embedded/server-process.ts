import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../../log/index.ts';
import type { RunAs } from './run-as.ts';

/** A running `postgres`. */
export interface ServerProcess {
  readonly exited: Promise<void>;
  /** Fast shutdown; when that takes too long, one that leaves recovery to the next start. */
  stop(): Promise<void>;
}

const readyLine = 'database system is ready to accept connections';
const maxStoredLines = 20;
const fastShutdownMs = 4_000;

/** Starts `postgres` and resolves when it accepts connections; rejects with its last output when it ends before. */
export async function startServer(command: {
  program: string;
  args: string[];
  runAs: RunAs;
  log: Logger;
}): Promise<ServerProcess> {
  const { program, args, runAs, log } = command;
  const [first = program, ...rest] = [...runAs.prefix, program];
  const child = spawn(first, [...rest, ...args], {
    // Its own process group: Ctrl+C reaches only Node, which first writes what it holds and then stops the database.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...runAs.user,
  });
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  // From the first moment: recovery after a crash can take long, and this process may be killed meanwhile.
  const watchdog = startWatchdog(child);
  void exited.then(() => watchdog?.kill('SIGKILL'));
  const lastLines: string[] = [];
  const ready = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > maxStoredLines) lastLines.shift();
      logLine(log, line);
      if (line.includes(readyLine)) resolve();
    });
  });
  const spawnFailure = new Promise<never>((_, reject) => child.once('error', reject));
  const early = exited.then(() => Promise.reject(new Error(tailOf(lastLines))));
  await Promise.race([ready, spawnFailure, early]);
  return { exited, stop: () => stopServer(child, exited) };
}

/** PostgreSQL's own levels: https://www.postgresql.org/docs/current/runtime-config-logging.html */
function logLine(log: Logger, line: string): void {
  if (/^(ERROR|FATAL|PANIC|WARNING):/.test(line)) log.warn({ database: line }, 'Message of the database');
  else log.debug({ database: line }, 'Message of the database');
}

function tailOf(lines: string[]): string {
  return lines.findLast((line) => /^(FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? 'it ended without a word';
}

async function stopServer(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill(process.platform === 'win32' ? 'SIGTERM' : 'SIGINT');
  const late = new AbortController();
  await Promise.race([
    exited,
    wait(fastShutdownMs, undefined, { signal: late.signal }).then(
      () => child.kill('SIGQUIT'),
      () => undefined,
    ),
  ]);
  late.abort();
  await exited;
}

/** Stops the database when this process is killed: the shell waits for a pipe that then closes. */
function startWatchdog(child: ChildProcess): ChildProcess | undefined {
  if (process.platform === 'win32') return undefined;
  const watchdog = spawn('/bin/sh', ['-c', 'read _; kill -INT "$1"', 'sh', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.once('error', () => undefined);
  watchdog.unref();
  return watchdog;
}
