import { treeUsage, usageOf } from '../child.ts';
import { type BenchServer, startServer } from '../server.ts';
import { pack } from '../storage/storage-seed.ts';
import { type SeededDevice, seededDevice } from './history-seed.ts';

const dayMs = 86_400_000;
const points = 1000;
const lengths = [15 / (24 * 60), 1 / 24, 6 / 24, 0.5, 1, 2, 4, 7, 14, 21, 30, 90, 180, 365];

/**
 * Some days of a device that sent four variables every 5 s, as rows and then packed: ranges of any length in at most 1,000 points and
 * their statistics, timed as whole HTTP requests, and all of it as files. Options: `requests` (of each length), `days`, `data` (a
 * directory that keeps the data for the next run), `files=no`.
 */
export async function historyBench(options: Map<string, string>): Promise<void> {
  const days = Number(options.get('days') ?? 30);
  const server = await startServer([], options.get('data'));
  const device = await seededDevice(server, days);
  console.log('as rows, unless an earlier run packed them:');
  await measureHistory(server, { ...device, days }, options);
  console.log(`packed in ${((await pack(server)) / 1_000).toFixed(0)} s:`);
  await server.database.query('VACUUM ANALYZE');
  await measureHistory(server, { ...device, days }, options);
  await server.stop();
}

async function measureHistory(
  server: BenchServer,
  { espid, now, days }: SeededDevice & { days: number },
  options: Map<string, string>,
): Promise<void> {
  const requests = Number(options.get('requests') ?? 30);
  const all: number[] = [];
  const fitting = lengths.filter((length) => length <= days);
  /** Times some requests of ranges of one length, and what they take of the processor. */
  const measure = async (length: number, ending: (request: number) => number, path: (range: string) => string) => {
    const times: number[] = [];
    let shape = '';
    const before = await cpuOf(server);
    for (let request = 0; request < requests; request++) {
      const to = Math.floor(ending(request));
      const { ms, response } = await timed(server, path(`from=${Math.floor(to - length * dayMs)}&to=${to}`));
      times.push(ms);
      shape = response.times ? `, ${response.times.length} points of ${response.resolution}` : '';
    }
    const after = await cpuOf(server);
    const cpu = (part: 'node' | 'postgres') => ((1000 * (after[part] - before[part])) / requests).toFixed(1);
    console.log(
      `${length.toFixed(3).padStart(7)} days: ${summary(times)}, CPU ${cpu('node')} ms Node + ${cpu('postgres')} ms PostgreSQL${shape}`,
    );
    return times;
  };
  const anywhere = (length: number) => now - Math.random() * (days - length) * dayMs;
  for (const length of fitting) {
    // Half of the ranges end now, where the newest hour is not rolled up yet.
    const ending = (request: number) => (request % 2 === 0 ? now : anywhere(length));
    all.push(...(await measure(length, ending, (range) => `/api/device/${espid}/history?${range}&points=${points}`)));
  }
  console.log(`all: ${summary(all)} (goal p95 < 60 ms at the server)`);
  console.log('statistics:');
  const figures: number[] = [];
  for (const length of fitting) {
    const path = (range: string) => `/api/device/${espid}/statistics?${range}&above=30`;
    figures.push(...(await measure(length, () => anywhere(length), path)));
  }
  console.log(`all: ${summary(figures)} (goal p95 < 60 ms at the server)`);
  for (const format of options.get('files') === 'no' ? [] : ['csv', 'xlsx']) {
    console.log(await exportAll(server, `/api/device/${espid}/export?from=0&to=${now}&format=${format}`));
  }
  const lines: number[] = [];
  for (let request = 0; request < requests; request++) {
    lines.push((await timed(server, '/api/telemetry/sparklines?minutes=60&points=60')).ms);
  }
  console.log(`sparklines of the device list, one device: ${summary(lines)}`);
}

async function cpuOf({ child }: BenchServer): Promise<{ node: number; postgres: number }> {
  const node = (await usageOf(child.pid)).cpuSeconds;
  return { node, postgres: (await treeUsage(child.pid)).cpuSeconds - node };
}

interface ResponseBody {
  readonly times?: number[];
  readonly resolution: string;
}

async function timed(server: BenchServer, path: string): Promise<{ ms: number; response: ResponseBody }> {
  const startedAt = performance.now();
  const response = await fetch(new URL(path, server.http), { headers: { authorization: `Bearer ${server.token}` } });
  const text = await response.text();
  const ms = performance.now() - startedAt;
  if (!response.ok) throw new Error(text);
  return { ms, response: JSON.parse(text) as ResponseBody };
}

/** Fetches a whole file; returns how large it is, how long that took, and how much memory the server took at most. */
async function exportAll(server: BenchServer, path: string): Promise<string> {
  const startedAt = performance.now();
  const before = (await usageOf(server.child.pid)).rssMegabytes;
  const response = await fetch(new URL(path, server.http), { headers: { authorization: `Bearer ${server.token}` } });
  let [bytes, max, measuredAt] = [0, before, startedAt];
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (performance.now() - measuredAt < 500) continue;
    measuredAt = performance.now();
    max = Math.max(max, (await usageOf(server.child.pid)).rssMegabytes);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const mega = (count: number) => `${(count / 1024 ** 2).toFixed(0)} MB`;
  const ram = (count: number) => `${count.toFixed(0)} MB`;
  const estimate = Number(response.headers.get('x-estimated-length'));
  return `${path.slice(-4)}: ${mega(bytes)} (estimated ${mega(estimate)}) in ${seconds} s, RSS ${ram(before)} before, at most ${ram(max)}`;
}

function summary(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(1);
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`;
}
