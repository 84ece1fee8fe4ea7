import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const retryMs = 500;

/**
 * Starts the version that is checked out as `npm start` does, waits until it is healthy, and stops it; an abort of `signal` stops it earlier. Rejects with a sentence
 * when it does not become so. Building and migrating take what they take. Resolves with the server that serves, such as `barn-1 0.2.0 (10.0.0.5)`, when the started one
 * is on standby, which shows nothing more until that one ends; otherwise with undefined.
 */
export async function tryStart(root, { signal, healthyWithinMs = 60_000 }) {
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    cwd: root,
    env: { ...process.env, READY_JSON: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit').catch((error) => [error.message]);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  try {
    const started = await startLine(child);
    if (!started)
      throw new Error(
        signal.aborted ? 'It was interrupted.' : `It ended with ${(await exited)[0]} before it was ready.`,
      );
    if (started.ready) await becomeHealthy(started, { exited, signal, healthyWithinMs });
    return started.waiting;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await exited;
  }
}

async function startLine(child) {
  for await (const line of createInterface({ input: child.stdout })) {
    if (/^{"(ready|waiting)"/.test(line)) return JSON.parse(line);
  }
  return undefined;
}

async function becomeHealthy({ local }, { exited, signal, healthyWithinMs }) {
  let isGone = false;
  void exited.then(() => {
    isGone = true;
  });
  const until = Date.now() + healthyWithinMs;
  let reasons = [];
  while (!isGone && !signal.aborted && Date.now() < until) {
    const health = await fetch(`${local}/readyz`).then(
      (response) => response.json(),
      () => ({}),
    );
    if (health.ready) return;
    reasons = health.reasons ?? reasons;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
  if (signal.aborted) throw new Error('It was interrupted.');
  throw new Error(
    isGone ? 'It ended by itself.' : `It did not become ready: ${reasons.join(' ') || 'it does not respond'}`,
  );
}
