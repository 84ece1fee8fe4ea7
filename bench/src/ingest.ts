import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild, treeUsage, usageOf } from './child.ts';
import { printProfile } from './cpu-profile.ts';
import type { LoadRequest, LoadResult } from './load-generator.ts';
import { startServer } from './server.ts';

const password = 'cynoiotbundle';

/**
 * QoS 1 publishes of four variables from 200 connections, acknowledged when they are durable in PostgreSQL, against a bare
 * aedes that stores nothing; the load generator runs on the same machine. Options: `seconds`, `connections`, `inFlight`,
 * `rate` (messages a second; 0 is as fast as possible), `profile` (writes and sums up a CPU profile).
 */
export async function ingestBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const load = {
    connections: number('connections', 200),
    inFlight: number('inFlight', 20),
    seconds: number('seconds', 60),
    warmUpSeconds: number('warmUp', 5),
    rate: number('rate', 0),
    password,
  };
  const bare = await loadBareAedes({ ...load, seconds: Math.min(load.seconds, 20) });
  print('bare aedes, stores nothing', bare);
  const durable = await loadServer(load, options.has('profile'));
  print('Cyno, durable in PostgreSQL', durable);
  const ratio = durable.perSecond / bare.perSecond;
  console.log(`ratio ${ratio.toFixed(2)} (goal 0.35), rate ${Math.round(durable.perSecond)} msg/s (goal 20,000)`);
}

type Load = Omit<LoadRequest, 'port' | 'username'>;

function print(name: string, { perSecond, p50Ms, p99Ms, maxMs, closed }: LoadResult): void {
  const dropped = closed > 0 ? `, ${closed} connections closed by the server` : '';
  console.log(
    `${name}: ${Math.round(perSecond)} msg/s, acknowledged in p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms${dropped}`,
  );
}

async function loadBareAedes(load: Load): Promise<LoadResult> {
  const peer = startChild('bare-aedes.ts', []);
  const { port } = await peer.nextLine<{ port: number }>();
  const result = await run({ ...load, port, username: 'bench' });
  await peer.stop('SIGKILL');
  return result;
}

async function loadServer(load: Load, profile: boolean): Promise<LoadResult> {
  const profiles = await mkdtemp(join(tmpdir(), 'cyno-profile-'));
  const server = await startServer(profile ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : []);
  const before = { node: await usageOf(server.child.pid), tree: await treeUsage(server.child.pid) };
  const memory: string[] = [];
  const timer = setInterval(async () => {
    const node = await usageOf(server.child.pid);
    const tree = await treeUsage(server.child.pid);
    memory.push(`${Math.round(node.rssMegabytes)}/${Math.round(tree.pssMegabytes)}`);
  }, 5000);
  const result = await run({ ...load, port: server.plainPort, username: server.username });
  clearInterval(timer);
  const after = { node: await usageOf(server.child.pid), tree: await treeUsage(server.child.pid) };
  const { rows } = await server.database.query<{ stored: string }>('SELECT count(*) AS stored FROM telemetry');
  const nodeCpu = after.node.cpuSeconds - before.node.cpuSeconds;
  const treeCpu = after.tree.cpuSeconds - before.tree.cpuSeconds;
  const each = (seconds: number) => `${((seconds * 1e6) / result.acknowledgedInAll).toFixed(1)} µs`;
  console.log(`acknowledged ${result.acknowledgedInAll}, rows in the database ${rows[0]?.stored}`);
  console.log(`memory every 5 s, Node RSS / whole tree PSS, MB: ${memory.join(' ')}`);
  console.log(`CPU a message: Node ${each(nodeCpu)}, PostgreSQL ${each(treeCpu - nodeCpu)}`);
  await server.stop();
  if (profile) for (const file of await readdir(profiles)) await printProfile(join(profiles, file));
  await rm(profiles, { recursive: true, force: true });
  return result;
}

async function run(request: LoadRequest): Promise<LoadResult> {
  const generator = startChild('load-generator.ts', [JSON.stringify(request)]);
  await generator.nextLine<{ connected: number }>();
  const result = await generator.nextLine<LoadResult>();
  const micros = (result.cpuSeconds * 1e6) / result.acknowledgedInAll;
  console.log(`the load generator took ${micros.toFixed(1)} µs of CPU a message`);
  await generator.stop();
  return result;
}
