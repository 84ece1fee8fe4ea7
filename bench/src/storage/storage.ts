import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { treeUsage, usageOf } from '../child.ts';
import type { Latencies } from '../latencies.ts';
import type { BenchServer } from '../server.ts';
import { hoursOf, intervals, type Kit, listKits } from './kits.ts';
import { codecSpeed } from './storage-codec.ts';
import { peerBytes } from './storage-peer.ts';
import { type Reading, read } from './storage-reading.ts';
import { pack, type Span, seed, startWithKits } from './storage-seed.ts';
import { historyTables, rollups, type Sizes, sizesOf, sumOf, wholeSizes } from './storage-sizes.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const yearMs = 365 * dayMs;
/** Rollups are packed 30 h after their hour, messages 6 h; what is older is as it stays. */
const settledMs = 31 * hourMs;

/** Boards that send as often, and how many messages that gave. */
interface Group {
  readonly intervalMs: number;
  readonly kits: readonly Kit[];
  readonly devices: readonly number[];
  readonly messages: number;
}

/**
 * How much space some days of boards take as rows and packed, beside VictoriaMetrics; how fast packing is, and reading before and after.
 * Options: `kits`, `days`, `peer=no`.
 */
export async function storageBench(options: Map<string, string>): Promise<void> {
  const kits = listKits(Number(options.get('kits') ?? 33));
  const until = Date.now() - (Date.now() % hourMs) - settledMs;
  const span: Span = { from: until - Number(options.get('days') ?? 2) * dayMs, until };
  const groups = intervals.map((intervalMs) => groupOf(kits, intervalMs, span)).filter((group) => group.messages > 0);
  const directory = await mkdtemp(join(tmpdir(), 'cyno-storage-'));
  const server = await startWithKits(kits, directory);
  const { database } = server;

  const all = await seed(server, kits, span);
  console.log(`${kits.length} kits, ${all} messages`);
  const before = await eachOf(groups, ({ devices }) => sizesOf(database, devices));
  const wholeBefore = await wholeSizes(database);
  const readBefore = await read(server, kits, span);

  await reportPacking(server, all);
  await database.query('VACUUM ANALYZE');
  const after = await eachOf(groups, ({ devices }) => sizesOf(database, devices));
  const wholeAfter = await wholeSizes(database);
  const readAfter = await read(server, kits, span);
  if (readAfter.singlesDigest !== readBefore.singlesDigest || readAfter.csv.digest !== readBefore.csv.digest) {
    throw new Error('Packed history does not read as it did before');
  }
  const codec = await eachOf(groups, ({ devices }) => codecSpeed(database, devices));
  await server.stop();
  await rm(directory, { recursive: true, force: true });
  reportWhole('as rows', wholeBefore, all);
  reportWhole('packed, after VACUUM', wholeAfter, all);
  reportReading('as rows', readBefore);
  reportReading('packed', readAfter);
  console.log('single messages and CSV files of both times are the same to the byte');
  const peer = options.get('peer') === 'no' ? groups.map(() => null) : await peersOf(groups, span);

  for (const [index, group] of groups.entries()) {
    const [rows, packed] = [before[index], after[index]];
    if (rows && packed) reportGroup(group, { rows, packed, peer: peer[index] ?? null, codec: codec[index] ?? 0 });
  }
}

function groupOf(all: readonly Kit[], intervalMs: number, { from, until }: Span): Group {
  const kits = all.filter((kit) => kit.intervalMs === intervalMs);
  let messages = 0;
  for (const kit of kits) for (const hour of hoursOf(kit, from, until)) messages += hour.length;
  return { intervalMs, kits, devices: kits.map(({ number }) => number), messages };
}

async function eachOf<T>(groups: readonly Group[], work: (group: Group) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const group of groups) results.push(await work(group));
  return results;
}

async function peersOf(groups: readonly Group[], span: Span): Promise<(number | null)[]> {
  const bytes = await eachOf(groups, ({ kits }) => peerBytes(kits, span));
  if (bytes.includes(null)) console.log('VictoriaMetrics is left out; to have it: apt-get install victoria-metrics');
  return bytes;
}

async function reportPacking(server: BenchServer, messages: number): Promise<void> {
  const cpu = async () => {
    const node = (await usageOf(server.child.pid)).cpuSeconds;
    return { node, postgres: (await treeUsage(server.child.pid)).cpuSeconds - node };
  };
  const before = await cpu();
  const seconds = (await pack(server)) / 1_000;
  const after = await cpu();
  const micros = (part: 'node' | 'postgres') => ((1e6 * (after[part] - before[part])) / messages).toFixed(1);
  console.log(
    `packing job, its pauses and the rollups included: ${seconds.toFixed(0)} s, ${perSecond(messages / seconds)}; CPU a message ${micros('node')} µs Node + ${micros('postgres')} µs PostgreSQL`,
  );
}

interface Figures {
  readonly rows: Sizes;
  readonly packed: Sizes;
  readonly peer: number | null;
  readonly codec: number;
}

function reportGroup({ intervalMs, kits, messages }: Group, { rows, packed, peer, codec }: Figures): void {
  const each = (bytes: number) => `${(bytes / messages).toFixed(2)} B`;
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
  const aYear = (bytes: number) => `${megabytes(((bytes / messages) * yearMs) / intervalMs)} MB`;
  const rowsOfRollups = sumOf(rows, ['rollup_1m', 'rollup_5m']);
  // As rows still: messages of 6 to 7 hours, and rollups of 30 to 31.
  const newest = ((rows.telemetry * 6.5 + rowsOfRollups * 30.5) * hourMs) / intervalMs / messages;
  console.log(`${kits.length} kits, a message in ${intervalMs / 1_000} s, ${messages} messages:`);
  console.log(
    `  as rows ${each(sumOf(rows))} a message (messages ${each(rows.telemetry)}, rollups ${each(sumOf(rows, rollups))})`,
  );
  console.log(
    `  packed ${each(sumOf(packed))} (messages ${each(packed.telemetry_packed)}, packed rollups ${each(packed.rollup_packed)}, rollups ${each(sumOf(packed, rollups))}, left as rows ${each(packed.telemetry)})`,
  );
  console.log(
    `  a board and year: ${aYear(sumOf(rows))} as rows, ${aYear(sumOf(packed))} packed, and ${megabytes(newest)} MB of its newest hours`,
  );
  if (peer !== null) console.log(`  VictoriaMetrics ${each(peer)}, ${aYear(peer)} a board and year`);
  console.log(`  codec alone, packing and reading back: ${perSecond(codec)} of one core`);
}

function reportWhole(what: string, sizes: Sizes, messages: number): void {
  const parts = historyTables.map((table) => `${table} ${(sizes[table] / 1e6).toFixed(1)}`).join(', ');
  console.log(`all ${what}: ${(sumOf(sizes) / messages).toFixed(2)} B a message; MB: ${parts}`);
}

function reportReading(what: string, { singles, histories, csv }: Reading): void {
  const of = (latencies: Latencies) => `p50 ${latencies.percentile(0.5)} ms, p95 ${latencies.percentile(0.95)} ms`;
  console.log(
    `reading ${what}: single message ${of(singles)}; history ${of(histories)}; everything as CSV ${(csv.bytes / 1e6).toFixed(0)} MB in ${csv.seconds.toFixed(1)} s`,
  );
}

const perSecond = (count: number) => `${Math.round(count).toLocaleString('en')} messages a second`;
