import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { startChild, treeUsage, usageOf } from '../child.ts';
import type { EchoRequest, EchoResult } from '../echo/echo-boards.ts';
import { Latencies } from '../latencies.ts';
import { type BenchServer, startServer } from '../server.ts';
import { listKits } from '../storage/kits.ts';
import { historyPath } from '../storage/storage-reading.ts';
import { pack, type Span, seed, startWithKits } from '../storage/storage-seed.ts';
import { makeSmallMachine } from './small-limits.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const daySeconds = 86_400;
const readings = 20;

/**
 * A machine like a Raspberry Pi: one core and 1 GB. How long the first and the second start take; then `boards` boards that publish
 * every 5 s at QoS 0 and `viewers` open dashboards for `seconds`: memory, processor time, the wait for echoes, and how much a day is
 * written to the disk; then charts of `history` boards with `days` of a message a minute, stored by the same server without limits.
 */
export async function smallBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const machine = await makeSmallMachine(number('megabytes', 1_024));
  console.log(machine.description);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-small-'));
  const start = async (what: string) => {
    const began = performance.now();
    const server = await startServer([], directory, {}, machine.through);
    console.log(`${what} start: ready for a login after ${((performance.now() - began) / 1_000).toFixed(1)} s`);
    return server;
  };
  const first = await start('first');
  await first.stop();
  const server = await start('second');
  await measureBoards(server, {
    boards: number('boards', 100),
    viewers: number('viewers', 10),
    seconds: number('seconds', 600),
  });
  await server.stop();
  await rm(directory, { recursive: true, force: true });
  if (number('history', 5) > 0) await measureYear(number('history', 5), number('days', 365), machine.through);
  await machine.remove();
}

interface Load {
  readonly boards: number;
  readonly viewers: number;
  readonly seconds: number;
}

async function measureBoards(server: BenchServer, { boards, viewers, seconds }: Load): Promise<void> {
  const request: EchoRequest = {
    port: server.plainPort,
    username: server.username,
    password: 'cynoiotbundle',
    boards,
    everyMs: 5_000,
    warmUpSeconds: 30,
    seconds,
  };
  const sockets = Array.from({ length: viewers }, () => openDashboard(server));
  const generator = startChild('echo/echo-boards.ts', [JSON.stringify(request)]);
  await generator.nextLine();
  await wait(30_000);
  const before = await takenBy(server);
  await wait(seconds * 1_000 - 5_000);
  const after = await takenBy(server);
  const measured = seconds - 5;
  const { published, echoed, p50Ms, p99Ms } = await generator.nextLine<EchoResult>();
  await generator.stop();
  for (const socket of sockets) socket.close();
  const aDay = (what: 'written' | 'log') =>
    `${((((after[what] - before[what]) / measured) * daySeconds) / 1e9).toFixed(2)} GB`;
  console.log(
    `${boards} boards, one message in 5 s at QoS 0, ${viewers} open dashboards, ${seconds} s: ${echoed} of ${published} echoed in p50 ${p50Ms} ms, p99 ${p99Ms} ms`,
  );
  console.log(
    `memory: Node ${after.node} MB RSS, whole tree ${after.tree} MB PSS; processor ${((100 * (after.cpu - before.cpu)) / measured).toFixed(1)} % of the core`,
  );
  console.log(
    `written by PostgreSQL a day at this rate: ${aDay('written')}, of which the log of the database (WAL) ${aDay('log')}, in ${Math.round((after.commits - before.commits) / measured)} transactions a second`,
  );
}

/** As the overview of all devices does. */
function openDashboard({ http, token }: BenchServer): WebSocket {
  const socket = new WebSocket(`${http.replace(/^http/, 'ws')}/api/live`);
  socket.on('open', () => socket.send(JSON.stringify({ type: 'hello', token })));
  return socket;
}

async function takenBy({ child, database }: BenchServer) {
  const { rows } = await database.query<{ written: number; log: number; commits: number }>(
    `SELECT sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0))::float8 AS written,
       (sum(write_bytes) FILTER (WHERE object = 'wal'))::float8 AS log,
       (SELECT sum(xact_commit)::float8 FROM pg_stat_database) AS commits
     FROM pg_stat_io`,
  );
  const [node, tree] = await Promise.all([usageOf(child.pid), treeUsage(child.pid)]);
  return {
    node: Math.round(node.rssMegabytes),
    tree: Math.round(tree.pssMegabytes),
    cpu: tree.cpuSeconds,
    written: rows[0]?.written ?? Number.NaN,
    log: rows[0]?.log ?? Number.NaN,
    commits: rows[0]?.commits ?? Number.NaN,
  };
}

async function measureYear(boards: number, days: number, through: readonly string[]): Promise<void> {
  const kits = listKits(4 * boards)
    .filter(({ intervalMs }) => intervalMs === 60_000)
    .slice(0, boards);
  const until = Date.now() - (Date.now() % hourMs) - 31 * hourMs;
  const span: Span = { from: until - days * dayMs, until };
  const directory = await mkdtemp(join(tmpdir(), 'cyno-small-'));
  const large = await startWithKits(kits, directory);
  const messages = await seed(large, kits, span);
  await pack(large);
  await large.stop();
  const server = await startServer([], directory, {}, through);
  const latencies = new Latencies();
  for (let request = 0; request < readings; request++) {
    for (const kit of kits) {
      const began = performance.now();
      const response = await fetch(
        new URL(historyPath(kit, until - (days * dayMs) / 2 ** (request % 6), until), server.http),
        {
          headers: { authorization: `Bearer ${server.token}` },
        },
      );
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`History was not read: ${response.status}`);
      latencies.add(performance.now() - began);
    }
  }
  console.log(
    `${boards} boards with ${days} days of a message a minute (${messages} messages): charts of a year to 11 days p50 ${latencies.percentile(0.5)} ms, p95 ${latencies.percentile(0.95)} ms; whole tree ${Math.round((await treeUsage(server.child.pid)).pssMegabytes)} MB PSS`,
  );
  await server.stop();
  await rm(directory, { recursive: true, force: true });
}
