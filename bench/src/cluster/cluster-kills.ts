import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { ReplicatedPostgres } from '../../../apps/server/test/processes/replicated-postgres.ts';
import { clusterPlaces } from '../../../apps/server/test/stand-ins/cluster-proxy.ts';
import { thisMachine } from '../../../apps/server/test/stand-ins/machine.ts';
import { NatsServers } from '../../../apps/server/test/stand-ins/nats-servers.ts';
import { startProxy } from '../../../apps/server/test/stand-ins/proxies.ts';
import { startChild } from '../child.ts';
import { insertDevices } from '../devices/device-rows.ts';
import { Commander } from './commander.ts';
import { countLostMessages, countWrongCommands } from './comparison.ts';
import { type Fault, type FaultKind, inflict } from './faults.ts';
import type { BoardRecord, KilledBoardsRequest, Outage } from './killed-boards.ts';
import { Machines } from './machines.ts';
import { ClusterNode, createAccount, openPool } from './nodes.ts';
import { Viewer } from './viewers.ts';

const nodeCount = 3;
/** Messages and commands are on their way, and records are taken from spools. */
const settleMs = 20_000;
/** So that each board may connect again at once, as one that was connected for long. */
const quietMs = 16_000;
/** An outage may begin with the last response before the fault. */
const beforeMs = 1_500;

/**
 * Three nodes with three servers of NATS, HAProxy, and a PostgreSQL with a standby, while boards send a counter each second at QoS 1, pages
 * show live values, and somebody sends five commands a second: then parts die in a random order. Afterwards everything that was confirmed
 * is searched for; what is lost makes the exit code 1. Options: `boards`, `viewers`, `between` (seconds from when all is well again until the
 * next part dies), `seed`, `keep` (leaves the folder with the logs), and how often each happens: `nodes`, `nats`, `hangs`, `failovers`,
 * `upgrades`, `partitions` (which need root: each node and its server of NATS gets a network namespace).
 */
export async function clusterKillsBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const boards = number('boards', 300);
  const seed = number('seed', Date.now() % 100_000);
  const random = randomOf(seed);
  const times: Record<FaultKind, number> = {
    node: number('nodes', 3),
    nats: number('nats', 2),
    hang: number('hangs', 1),
    database: number('failovers', 0),
    upgrade: number('upgrades', 0),
    partition: number('partitions', 0),
  };
  const kinds = Object.entries(times).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => kind as FaultKind),
  );
  const directory = await mkdtemp(join(tmpdir(), 'cyno-cluster-kills-'));
  console.log(`seed ${seed}, in ${directory}`);
  // Whatever happens, nothing of it continues to run.
  await using started = new AsyncDisposableStack();
  if (!options.has('keep')) started.defer(() => rm(directory, { recursive: true, force: true }));
  const machines = times.partition > 0 ? await Machines.create(nodeCount) : null;
  if (machines) started.defer(() => machines.remove());
  const installation = await install(started, { directory, boards, machines });
  const { database, proxy, account } = installation;
  const request: KilledBoardsRequest = {
    port: installation.boardsPort,
    boards,
    username: account.username,
    password: 'cynoiotbundle',
  };
  const generator = startChild('cluster/killed-boards.ts', [JSON.stringify(request)]);
  started.defer(() => generator.stop('SIGKILL'));
  await generator.nextLine<{ connected: number }>();
  const at = { port: proxy.port, token: account.token, boards };
  const viewers = Array.from({ length: number('viewers', 20) }, (_, index) => new Viewer(index, at));
  for (const viewer of viewers) viewer.start();
  started.defer(() => Promise.all(viewers.map((viewer) => viewer.stop())).then(() => undefined));
  const commander = new Commander(at);
  commander.start();
  started.defer(() => commander.stop());
  await pause(quietMs);
  const faults: Fault[] = [{ what: 'nothing', at: 0 }];
  for (const kind of shuffled(kinds, random)) {
    await inflict(kind, { ...installation, random }, (fault) => faults.push(fault));
    await pause((number('between', 16) + random()) * 1_000);
  }
  await commander.stop();
  await pause(settleMs);
  const notBack = viewers.filter(({ isBack }) => !isBack).length;
  process.kill(generator.pid, 'SIGUSR2');
  const records = await generator.nextLine<BoardRecord[]>();
  await allStored(database);
  printOutages(
    'boards',
    faults,
    records.map(({ outages }) => outages),
  );
  printOutages(
    'pages',
    faults,
    viewers.map(({ outages }) => outages),
  );
  const away = records.filter(({ isConnected }) => !isConnected).length;
  console.log(`at the end ${away} boards and ${notBack} pages are not back (goal 0)`);
  const lost = await countLostMessages(database, records);
  const wrong = await countWrongCommands(database, commander.sent, records);
  if (lost + wrong + away + notBack > 0) process.exitCode = 1;
}

/** Everything runs, and boards are known. */
async function install(
  started: AsyncDisposableStack,
  { directory, boards, machines }: { directory: string; boards: number; machines: Machines | null },
) {
  const machineOf = (index: number) => machines?.at(index) ?? thisMachine;
  const postgres = await ReplicatedPostgres.start(join(directory, 'database'), machines?.host);
  started.defer(() => postgres.stop());
  const database = openPool(postgres.url);
  started.defer(() => database.end());
  const nats = await NatsServers.start(nodeCount, machineOf);
  started.defer(() => nats.stop());
  const nodes: ClusterNode[] = [];
  const startNode = async (name: string) => {
    const node = await ClusterNode.start(name, {
      directory,
      databaseUrl: postgres.url,
      natsUrl: nats.url,
      machine: machineOf(nodes.length),
      ...(machines && { proxyHost: machines.host }),
    });
    started.defer(() => node.end('SIGKILL'));
    nodes.push(node);
    await node.ready();
    return node;
  };
  const first = await startNode('barn-1');
  const account = await createAccount(first, database);
  await prepareDevices(database, boards);
  // A server reads devices at its start.
  await first.end('SIGTERM');
  first.restart();
  await first.ready();
  await startNode('barn-2');
  await startNode('barn-3');
  const { boardsPort, places } = await clusterPlaces(nodes.map(({ ports }) => ports));
  const proxy = await startProxy('haproxy for a cluster', places);
  started.defer(() => proxy.stop());
  return { postgres, database, nats, nodes, machines, account, proxy, boardsPort };
}

/** Devices with an event that lasts and one for a moment. */
async function prepareDevices(database: pg.Pool, boards: number): Promise<void> {
  await insertDevices(database, boards);
  await database.query(
    `INSERT INTO board_events (device_id, name, widget, choices, momentary)
     SELECT id, event, 'text', '{}', event = 'press' FROM devices, unnest(array['press', 'mode']) AS event`,
  );
}

/** Resolves when nothing is left of what a killed node had to store, and no command is under way. */
async function allStored(database: pg.Pool): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const { rows } = await database.query<{ left: string }>(
      `SELECT (SELECT count(*) FROM left_records) + (SELECT count(*) FROM commands WHERE state IN ('queued', 'sent')) AS left`,
    );
    if (rows[0]?.left === '0') return;
    await pause(500);
  }
}

function printOutages(who: string, faults: readonly Fault[], outages: readonly (readonly Outage[])[]): void {
  const durations = new Map<string, number[]>();
  let reconnected = 0;
  for (const { heardAt, backAt, hasReconnected } of outages.flat()) {
    const fault = faults.findLast(({ at }) => at <= Math.min(heardAt + beforeMs, backAt)) as Fault;
    const key = `${fault.what}${hasReconnected ? ', connected again' : ', silent meanwhile'}`;
    durations.set(key, [...(durations.get(key) ?? []), backAt - Math.max(fault.at, heardAt)]);
    if (hasReconnected) reconnected += 1;
  }
  console.log(`${outages.length} ${who}: ${reconnected} times a connection was lost`);
  for (const [what, values] of durations) {
    const sorted = values.toSorted((a, b) => a - b);
    const seconds = (share: number) => ((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) / 1_000).toFixed(1);
    console.log(
      `  ${what}: ${values.length}, back after p50 ${seconds(0.5)} s, p90 ${seconds(0.9)} s, at most ${seconds(1)} s`,
    );
  }
}

/** Repeatable numbers from 0 to 1: https://en.wikipedia.org/wiki/Linear_congruential_generator with the constants of Numerical Recipes. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((value) => ({ value, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
