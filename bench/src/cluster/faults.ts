import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { listServers } from '../../../apps/server/src/platform/database/index.ts';
import type { ReplicatedPostgres } from '../../../apps/server/test/processes/replicated-postgres.ts';
import type { NatsServers } from '../../../apps/server/test/stand-ins/nats-servers.ts';
import type { ClusterNode } from './nodes.ts';

/** A node or server of NATS stays away for so long. */
const awayMs = 3_000;
const pollMs = 100;
const takenOverWithinMs = 60_000;

export type FaultKind = 'node' | 'nats' | 'hang' | 'database' | 'upgrade';

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
    const until = performance.now() + takenOverWithinMs;
    for (let now = name; now === name || now === undefined; now = await serving(database)) {
      if (performance.now() > until) throw new Error('Nobody has taken over');
      await pause(pollMs);
    }
  } finally {
    node.signal('SIGCONT');
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
