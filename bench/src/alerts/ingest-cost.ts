import { setTimeout as wait } from 'node:timers/promises';
import type { AlertRuleRequest } from '@cyno/contract';
import { startChild, usageOf } from '../child.ts';
import { Latencies } from '../latencies.ts';
import type { LoadRequest, LoadResult } from '../load-generator.ts';
import type { BenchServer } from '../server.ts';
import { connectBoards } from './boards.ts';
import { startFarm } from './farm.ts';

const boards = 1_000;
/** Each of these sends one value that makes a rule active, while the others send what makes none. */
const canaries = 100;
const rounds = 3;

const limit = (key: string, comparison: '<' | '>', threshold: number): AlertRuleRequest['condition'] => ({
  kind: 'limit',
  key,
  comparison,
  threshold,
  release: null,
  forSeconds: 0,
  clearSeconds: 0,
});

const tenRules: readonly AlertRuleRequest['condition'][] = [
  limit('temp', '>', 60),
  limit('temp', '<', -20),
  limit('humid', '>', 95),
  limit('light', '>', 900),
  limit('soil', '<', 5),
  { kind: 'change', key: 'temp', direction: 'either', amount: 50, seconds: 600 },
  { kind: 'change', key: 'humid', direction: 'falls', amount: 70, seconds: 600 },
  { kind: 'stuck', key: 'soil', tolerance: 0, seconds: 3_600 },
  { kind: 'forecast', key: 'soil', comparison: '<', threshold: -100, withinSeconds: 21_600 },
  { kind: 'silent', seconds: 600 },
];

/**
 * What ten rules on each of 1,000 devices cost a message, beside a server without rules, in turns; then how long it takes from a message
 * to the notification in the queue under the same load.
 */
export async function measureIngestCost({ rate, seconds }: { rate: number; seconds: number }): Promise<void> {
  const devices = boards + canaries;
  const plain = await startFarm(devices, []);
  const watched = await startFarm(devices, tenRules);
  const costs = { plain: [] as number[], watched: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    costs.plain.push(await measureRound(plain, { rate, seconds }));
    costs.watched.push(await measureRound(watched, { rate, seconds }));
  }
  const queued = new Latencies();
  await measureRound(watched, { rate, seconds }, () => measureQueued(watched, queued));
  await plain.stop();
  await watched.stop();
  const micros = (all: readonly number[]) => all.map((one) => one.toFixed(1)).join(', ');
  const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
  console.log(`Node a message, µs: no rules ${micros(costs.plain)}; ten rules a device ${micros(costs.watched)}`);
  const ratio = median(costs.watched) / median(costs.plain);
  console.log(`ratio of the medians ${ratio.toFixed(2)} (goal 1.15 at most)`);
  console.log(
    `from the message to the queued notification: p50 ${queued.percentile(0.5)} ms, p95 ${queued.percentile(0.95)} ms, longest ${queued.percentile(1)} ms (goal p95 under 1,000 ms)`,
  );
}

type Load = { rate: number; seconds: number };

/** Returns the processor time of Node a message, µs. */
async function measureRound(server: BenchServer, { rate, seconds }: Load, meanwhile?: () => Promise<void>) {
  const request: LoadRequest = {
    port: server.plainPort,
    connections: boards,
    inFlight: 20,
    seconds,
    warmUpSeconds: 3,
    rate,
    username: server.username,
    password: 'cynoiotbundle',
  };
  const generator = startChild('load-generator.ts', [JSON.stringify(request)]);
  await generator.nextLine();
  const before = await usageOf(server.child.pid);
  const watching = meanwhile?.();
  const result = await generator.nextLine<LoadResult>();
  await watching;
  const after = await usageOf(server.child.pid);
  await generator.stop();
  console.log(`${Math.round(result.perSecond)} msg/s, acknowledged in p50 ${result.p50Ms} ms, p99 ${result.p99Ms} ms`);
  return ((after.cpuSeconds - before.cpuSeconds) * 1e6) / result.acknowledgedInAll;
}

/** One board after the other becomes too hot; each time until its notification is committed. */
async function measureQueued(server: BenchServer, queued: Latencies): Promise<void> {
  const connected = await connectBoards(server, boards + 1, canaries);
  const count = async () => {
    const { rows } = await server.database.query<{ count: string }>('SELECT count(*) FROM notification_events');
    return Number(rows[0]?.count);
  };
  let known = await count();
  for (const board of connected) {
    const sentAt = performance.now();
    board.publish({ temp: 70 });
    while ((await count()) <= known) await wait(2);
    queued.add(performance.now() - sentAt);
    known += 1;
  }
  for (const board of connected) board.end();
}
