import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/database/index.ts';
import { silentLogger } from '../../../apps/server/test/log.ts';
import { NatsServers } from '../../../apps/server/test/stand-ins/nats-servers.ts';
import { startChild } from '../child.ts';
import { printProfile } from '../cpu-profile.ts';
import type { LoadRequest, LoadResult } from '../load-generator.ts';
import { processorTimeMs } from '../processor-time.ts';
import { type Account, ClusterNode, createAccount, openPool } from './nodes.ts';

const names = ['barn-1', 'barn-2', 'barn-3'] as const;
/** Where boards connect: at the one that serves, evenly at all, or at the two others. */
const layouts = {
  one: 'one node',
  even: 'three nodes, boards at all',
  away: 'three nodes, no board at the one that serves',
};
type Layout = keyof typeof layouts;

type Load = Pick<LoadRequest, 'connections' | 'rate' | 'seconds' | 'warmUpSeconds'>;

/** What a round took. */
interface Round {
  /** Processor time of each process, µs a message. */
  readonly micros: ReadonlyMap<string, number>;
  readonly result: LoadResult;
}

interface Installation {
  readonly directory: string;
  readonly databaseUrl: string;
  readonly database: pg.Pool;
  readonly nats: NatsServers;
  readonly account: Account;
}

/**
 * Processor time of a message that is stored and acknowledged, over TLS at an even rate: with one node, and with three that have NATS
 * between them, in turns. Without boards at the node that serves, what it takes itself is what limits an installation.
 * Options: `boards`, `rate` (messages a second), `seconds` and `warmUp` of each round, `rounds`, `profile` (sums up a CPU profile of each node).
 */
export async function clusterBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const load = {
    connections: number('boards', 3_000),
    rate: number('rate', 3_000),
    seconds: number('seconds', 30),
    warmUpSeconds: number('warmUp', 10),
  };
  const directory = await mkdtemp(join(tmpdir(), 'cyno-cluster-bench-'));
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), log: silentLogger });
  const nats = await NatsServers.start(names.length);
  const database = openPool(postgres.url);
  const first = await ClusterNode.start(names[0], { directory, databaseUrl: postgres.url, natsUrl: null });
  await first.ready();
  const account = await createAccount(first, database);
  await first.end('SIGTERM');
  const installation = { directory, databaseUrl: postgres.url, database, nats, account };
  const rounds: Record<Layout, Round[]> = { one: [], even: [], away: [] };
  const order: Layout[] = Array.from({ length: number('rounds', 2) }, (): Layout[] => ['one', 'even']).flat();
  for (const layout of [...order, 'away' as const]) {
    const round = await measure(installation, { layout, load, profile: options.has('profile') });
    print(layout, round);
    rounds[layout].push(round);
  }
  compare(rounds);
  await database.end();
  await nats.stop();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}

async function measure(
  installation: Installation,
  { layout, load, profile }: { layout: Layout; load: Load; profile: boolean },
): Promise<Round> {
  const { account, nats, directory } = installation;
  const used = layout === 'one' ? names.slice(0, 1) : names;
  const natsUrl = layout === 'one' ? null : nats.url;
  const profiles = join(directory, `profiles-${layout}`);
  const nodes: ClusterNode[] = [];
  for (const name of used) {
    const nodeArgs = profile ? ['--cpu-prof', `--cpu-prof-dir=${join(profiles, name)}`] : [];
    const node = await ClusterNode.start(name, { ...installation, natsUrl, nodeArgs });
    await node.ready();
    nodes.push(node);
  }
  const entries = layout === 'away' ? nodes.slice(1) : nodes;
  const request: LoadRequest = {
    ...load,
    port: 0,
    tlsPorts: entries.map(({ ports }) => ports.tlsPort),
    inFlight: 20,
    username: account.username,
    password: 'cynoiotbundle',
  };
  const generator = startChild('load-generator.ts', [JSON.stringify(request)]);
  await generator.nextLine<{ connected: number }>();
  await pause(load.warmUpSeconds * 1_000);
  const processes = [
    ...nodes.map(({ name, pid }) => ({ name, pid })),
    ...(layout === 'one' ? [] : nats.pids.map((pid, index) => ({ name: `nats-${index + 1}`, pid }))),
  ];
  const read = () => Promise.all(processes.map(({ pid }) => processorTimeMs(pid)));
  const before = await read();
  await pause(load.seconds * 1_000);
  const after = await read();
  const result = await generator.nextLine<LoadResult>();
  await generator.stop();
  for (const node of nodes.toReversed()) await node.end('SIGTERM');
  if (profile) {
    for (const name of used) {
      console.log(`${layouts[layout]}, ${name}:`);
      for (const file of await readdir(join(profiles, name))) await printProfile(join(profiles, name, file));
    }
    await rm(profiles, { recursive: true });
  }
  const micros = processes.map(({ name }, index) => {
    const ms = (after[index] ?? Number.NaN) - (before[index] ?? Number.NaN);
    return [name, (ms * 1_000) / result.acknowledged] as const;
  });
  return { micros: new Map(micros), result };
}

function print(layout: Layout, { micros, result }: Round): void {
  const { perSecond, p50Ms, p99Ms, maxMs, closed } = result;
  const each = [...micros].map(([name, value]) => `${name} ${value.toFixed(1)}`).join(', ');
  const dropped = closed > 0 ? `, ${closed} connections lost` : '';
  console.log(
    `${layouts[layout]}: ${Math.round(perSecond)} msg/s, acknowledged in p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms${dropped}; µs of CPU a message: ${each}`,
  );
}

/** The mean of some rounds, µs a message of the processes whose name begins so. */
function mean(rounds: readonly Round[], prefix: string): number {
  const sums = rounds.map(({ micros }) =>
    [...micros].reduce((sum, [name, value]) => sum + (name.startsWith(prefix) ? value : 0), 0),
  );
  return sums.reduce((sum, value) => sum + value, 0) / sums.length;
}

function compare({ one, even, away }: Record<Layout, Round[]>): void {
  const single = mean(one, 'barn');
  const ratio = (value: number) => (value / single).toFixed(2);
  const [all, nats] = [mean(even, 'barn'), mean(even, 'nats')];
  console.log(`one node: ${single.toFixed(1)} µs a message`);
  console.log(`three nodes: ${all.toFixed(1)} µs a message, ratio ${ratio(all)} (goal 1.3)`);
  console.log(`… and NATS ${nats.toFixed(1)} µs, together ${ratio(all + nats)}`);
  console.log(
    `… the one that serves ${mean(even, names[0]).toFixed(1)} µs, ${ratio(mean(even, names[0]))} of one node`,
  );
  console.log(
    `… with no board at itself ${mean(away, names[0]).toFixed(1)} µs, ${ratio(mean(away, names[0]))} of one node`,
  );
}
