import { promises } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Client } from 'pg';

/**
 * Imported before a program (`--import`), which it kills as a power cut would when it is about to take a step: `?at=` is a pattern of steps such
 * as `rename /data/postgres` and `query COMMIT`, `&nth=` which of those that it fits, `&signal=` what it is sent instead of SIGKILL.
 */
const { searchParams } = new URL(import.meta.url);
const at = new RegExp(searchParams.get('at') ?? '');
let left = Number(searchParams.get('nth') ?? 1);
const signal = searchParams.get('signal') ?? 'SIGKILL';

function pass(step: string): void {
  if (!at.test(step)) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, signal);
}

for (const name of ['mkdir', 'open', 'rename', 'rm', 'writeFile'] as const) {
  const original = promises[name] as (...args: unknown[]) => unknown;
  const stepped = (...args: unknown[]) => {
    pass(`${name} ${args[0]}`);
    return original(...args);
  };
  Object.assign(promises, { [name]: stepped });
}
syncBuiltinESMExports();

// It takes long to load.
if (at.source.startsWith('query')) {
  const { default: pg } = await import('pg');
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function stepped(this: Client, ...args: [unknown]) {
    pass(`query ${args[0]}`);
    return (query as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof query;
}
