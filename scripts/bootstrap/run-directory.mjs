import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const neededBytes = 4 * 1024 ** 3;
/** What a shell returns for a program that a signal ended. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 };
/** A suite that was stopped stops its PostgreSQL first. */
const graceMs = 20_000;

const running = new Set();
let isEnding = false;

/**
 * A directory for what a run of tests writes, in memory where Linux has room for it there: PostgreSQL copies a database in 15 ms instead
 * of 400. Anyone who makes it removes it; a run that is interrupted does so by itself.
 */
export async function makeRunDirectory() {
  const freeBytes = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  const directory = await mkdtemp(join(freeBytes >= neededBytes ? memory : tmpdir(), 'cyno-run-'));
  for (const signal of Object.keys(exitCodes)) process.on(signal, () => void interrupt(signal, directory));
  // PostgreSQL does not run as root; the user that it runs as then passes through.
  await chmod(directory, 0o711);
  return directory;
}

/** Runs a program whose output people follow; resolves whether it succeeded, and never once the run was interrupted. */
export function show(program, args, options) {
  if (isEnding) return new Promise(() => undefined);
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  const one = { child, ended };
  running.add(one);
  return new Promise((resolve) => {
    void ended.then((succeeded) =>
      // Ctrl+C reaches both, and the end of the program may be heard of first.
      setImmediate(() => {
        running.delete(one);
        if (!isEnding) resolve(succeeded);
      }),
    );
  });
}

/** Ends the process when nothing writes into the directory any more and it is removed. */
async function interrupt(signal, directory) {
  if (isEnding) return;
  isEnding = true;
  const programs = [...running];
  // Ctrl+C reaches them by itself, and a second one would make them leave things behind.
  if (signal === 'SIGTERM') for (const { child } of programs) child.kill(signal);
  const late = setTimeout(() => {
    for (const { child } of programs) child.kill('SIGKILL');
  }, graceMs);
  await Promise.all(programs.map(({ ended }) => ended));
  clearTimeout(late);
  await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  process.exit(exitCodes[signal]);
}
