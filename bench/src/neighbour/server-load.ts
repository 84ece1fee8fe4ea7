import { usageOf } from '../child.ts';
import type { BenchServer } from '../server.ts';

/** What the server itself was busy with: its share of one processor, and how late its event loop was, ms. */
export interface ServerLoad {
  readonly processorShare: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Begins to measure; the response ends it and returns what it was since. */
export async function watchServer(server: BenchServer): Promise<() => Promise<ServerLoad>> {
  // Each look at these figures begins them again.
  await readLags(server);
  const before = await usageOf(server.child.pid);
  const from = performance.now();
  return async () => {
    const { cpuSeconds } = await usageOf(server.child.pid);
    const seconds = (performance.now() - from) / 1_000;
    return { processorShare: (cpuSeconds - before.cpuSeconds) / seconds, ...(await readLags(server)) };
  };
}

async function readLags({ http }: BenchServer): Promise<{ p99Ms: number; maxMs: number }> {
  const text = await (await fetch(new URL('/metrics', http))).text();
  const ms = (name: string) =>
    Math.round(1_000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds ([\\d.e+-]+)`, 'm').exec(text)?.[1]));
  return { p99Ms: ms('p99'), maxMs: ms('max') };
}
