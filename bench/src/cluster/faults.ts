import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { listServers } from '../../../apps/server/src/platform/database/index.ts';
import type { ReplicatedPostgres } from '../../../apps/server/test/processes/replicated-postgres.ts';
import type { NatsServers } from '../../../apps/server/test/stand-ins/nats-servers.ts';
import type { Machines } from './machines.ts';
import type { ClusterNode } from './nodes.ts';

/** A node or server of NATS stays away for so long. */
const awayMs = 3_000;
/** … and a machine that nobody reaches, while another one serves: longer than any silence that is borne. */
const partedMs = 25_000;
const pollMs = 100;
const takenOverWithinMs = 60_000;

export type FaultKind = 'node' | 'nats' | 'hang' | 'database' | 'upgrade' | 'partition';

/** Something that happened to the installation. */
export interface Fault {
  readonly what: string;
  /** Ms since the epoch. */
  readonly at: number;
}

interface Parts {
  readonly nodes: readonly ClusterNode[];
  readonly nats: NatsServers;
  readonly postgres: ReplicatedPostgres;
  readonly database: pg.Pool;
  /** Null: all run on this one. */
  readonly machines: Machines | null;
  /** From 0 to 1. */
  random(): number;
}

/** Does what machines do, and resolves when everything runs again. */
export async function inflict(kind: FaultKind, parts: Parts, noted: (fault: Fault) => void): Promise<void> {
  const note = (what: string) => {
    const fault = { what, at: Date.now() };
    noted(fault);
    console.log(`${new Date(fault.at).toISOString()} ${what}`);
  };
  const actions: Record<FaultKind, () => Promise<void>> = {
    node: () => killNode(parts, note),
    nats: () => killNats(parts, note),
    hang: () => hang(parts, note),
    async database() {
      note('database fails over');
      await parts.postgres.failOver();
    },
    upgrade: () => restartAll(parts, note),
    partition: () => partMachine(parts, note),
  };
  await actions[kind]();
  await Promise.all(parts.nodes.map((node) => node.ready()));
}

async function killNode({ nodes, database, random }: Parts, note: (what: string) => void): Promise<void> {
  const node = nodes[Math.floor(random() * nodes.length)] as ClusterNode;
  const serves = (await serving(database)) === node.name;
  note(serves ? 'kill -9 of the node that serves' : 'kill -9 of another node');
  await node.end('SIGKILL');
  await pause(awayMs);
  node.restart();
}

async function killNats({ nats, random }: Parts, note: (what: string) => void): Promise<void> {
  const index = Math.floor(random() * nats.count);
  note('kill -9 of a server of NATS');
  await nats.kill(index);
  await pause(awayMs);
  await nats.startOne(index);
}

/** The node that serves stands still until another one has taken over. */
async function hang({ nodes, database }: Parts, note: (what: string) => void): Promise<void> {
  const name = await serving(database);
  const node = nodes.find((one) => one.name === name);
  if (!node) throw new Error('No node serves');
  note('the node that serves hangs');
  node.signal('SIGSTOP');
  try {
    await takenOver(database, name);
  } finally {
    node.signal('SIGCONT');
  }
}

/** A node and its server of NATS run on, but nobody reaches them, and they reach nobody. */
async function partMachine({ nodes, machines, database, random }: Parts, note: (what: string) => void): Promise<void> {
  if (!machines) throw new Error('All run on one machine');
  const node = nodes[Math.floor(random() * nodes.length)] as ClusterNode;
  const serves = (await serving(database)) === node.name;
  note(`the machine of ${serves ? 'the node that serves' : 'another node'} is cut off`);
  await machines.part(node.machine);
  try {
    if (serves) await takenOver(database, node.name);
    else await pause(partedMs);
  } finally {
    await machines.join(node.machine);
  }
}

async function takenOver(database: pg.Pool, from: string | undefined): Promise<void> {
  const until = performance.now() + takenOverWithinMs;
  for (let now = from; now === from || now === undefined; now = await serving(database)) {
    if (performance.now() > until) throw new Error('Nobody has taken over');
    await pause(pollMs);
  }
}

/** As a rolling upgrade does: one after the other, the one that serves last. */
async function restartAll({ nodes, database }: Parts, note: (what: string) => void): Promise<void> {
  const last = await serving(database);
  for (const node of nodes.toSorted((one, other) => Number(one.name === last) - Number(other.name === last))) {
    note(node.name === last ? 'restart of the node that serves' : 'restart of another node');
    await node.end('SIGTERM');
    node.restart();
    await node.ready();
  }
}

/** The name of the node that serves; undefined: none, or the database is away. */
async function serving(database: pg.Pool): Promise<string | undefined> {
  const servers = await listServers(database).catch(() => []);
  return servers.find((one) => one.serves)?.name;
}
