import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hoursOf, type Kit, type KitMessage } from './kits.ts';
import type { Span } from './storage-seed.ts';

const program = 'victoria-metrics';
const hoursPerImport = 6;

/**
 * Bytes that VictoriaMetrics takes for the same messages in a new directory, after it wrote and merged all parts. It knows no texts: a state
 * is a number there. Null: it is not installed.
 */
export async function peerBytes(kits: readonly Kit[], { from, until }: Span): Promise<number | null> {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-peer-'));
  const port = await freePort();
  const child = spawn(
    program,
    [
      `-storageDataPath=${directory}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=100y',
      '-memory.allowedBytes=512MB',
      '-search.maxConcurrentRequests=2',
      '-loggerLevel=ERROR',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const started = await Promise.race([once(child, 'spawn').then(() => true), once(child, 'error').then(() => false)]);
  if (!started) {
    await rm(directory, { recursive: true });
    return null;
  }
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url);
  for (const kit of kits) {
    let lines: string[] = [];
    let hours = 0;
    for (const messages of hoursOf(kit, from, until)) {
      lines.push(...linesOf(kit, messages));
      if (++hours % hoursPerImport > 0) continue;
      await post(`${url}/api/v1/import`, lines.join('\n'));
      lines = [];
    }
    await post(`${url}/api/v1/import`, lines.join('\n'));
  }
  await post(`${url}/internal/force_flush`);
  await post(`${url}/internal/force_merge`);
  const bytes = await settledSize(directory);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  process.off('exit', end);
  await rm(directory, { recursive: true });
  return bytes;
}

const states = ['idle', 'running', 'waiting for material', 'fault'];

function linesOf(kit: Kit, messages: readonly KitMessage[]): string[] {
  const width = messages[0]?.values.length ?? 0;
  return Array.from({ length: width }, (_, index) => {
    const cells = messages.flatMap(({ at, values }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [{ at, value: typeof value === 'string' ? states.indexOf(value) : value }];
    });
    return JSON.stringify({
      metric: { __name__: `value_${index + 1}`, board: String(kit.number) },
      values: cells.map(({ value }) => value),
      timestamps: cells.map(({ at }) => at),
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function untilHealthy(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isHealthy = await fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return;
    await wait(100);
  }
  throw new Error(`${program} did not start within 10 s`);
}

async function post(url: string, body = ''): Promise<void> {
  const response = await fetch(url, { method: 'POST', body });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Parts are merged in the background: the size counts when it stays the same for two seconds. */
async function settledSize(directory: string): Promise<number> {
  let [before, same] = [-1, 0];
  for (let check = 0; check < 240; check++) {
    // Null: a part that was merged meanwhile is gone.
    const size = await directorySize(directory).catch(() => null);
    same = size !== null && size === before ? same + 1 : 0;
    if (same === 4) return before;
    before = size ?? -1;
    await wait(500);
  }
  throw new Error(`${program} did not end merging within two minutes`);
}

async function directorySize(directory: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}
