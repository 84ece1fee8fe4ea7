import { createHash } from 'node:crypto';
import { espidOf } from '../devices/device-rows.ts';
import { Latencies } from '../latencies.ts';
import type { BenchServer } from '../server.ts';
import { hoursOf, type Kit, randomOf } from './kits.ts';
import type { Span } from './storage-seed.ts';

const points = 1000;
const dayMs = 86_400_000;
const lengths = [15 / (24 * 60), 1 / 24, 6 / 24, 1, 2, 4, 7, 14, 30];
const singlesPerKit = 10;
const ranges = 20;

/** What was read; the digests show whether both times gave the same. */
export interface Reading {
  readonly singles: Latencies;
  readonly singlesDigest: string;
  readonly histories: Latencies;
  readonly csv: { readonly bytes: number; readonly seconds: number; readonly digest: string };
}

/** Random single messages, ranges of any length, and all of all kits as CSV, one request after the other; always the same ones. */
export async function read(server: BenchServer, kits: readonly Kit[], span: Span): Promise<Reading> {
  const random = randomOf(1);
  const singles = new Latencies();
  const singlesDigest = createHash('sha256');
  const wanted = kits.flatMap((kit) => singleInstants(kit, span));
  for (const { kit, at } of shuffled(wanted, random)) {
    const body = await timed(server, singles, historyPath(kit, at, at + 1_000));
    if (!(JSON.parse(body) as { times: number[] }).times.includes(at))
      throw new Error(`${at} of kit ${kit.number} is not there`);
    singlesDigest.update(body);
  }
  const histories = new Latencies();
  for (const length of lengths.filter((length) => length * dayMs <= span.until - span.from)) {
    for (let request = 0; request < ranges; request++) {
      const kit = kits[Math.floor(random() * kits.length)];
      const from = Math.floor(span.from + random() * (span.until - span.from - length * dayMs));
      if (kit) await timed(server, histories, historyPath(kit, from, Math.floor(from + length * dayMs)));
    }
  }
  return { singles, singlesDigest: singlesDigest.digest('hex'), histories, csv: await exportAll(server, kits, span) };
}

export const historyPath = ({ number }: Kit, from: number, to: number) =>
  `/api/device/${espidOf(number)}/history?from=${from}&to=${to}&points=${points}`;

/** Some instants of messages of a kit. */
function singleInstants(kit: Kit, { from, until }: Span): { kit: Kit; at: number }[] {
  const random = randomOf(-kit.number);
  const hours = [...hoursOf(kit, from, until)].filter((messages) => messages.length > 0);
  return Array.from({ length: singlesPerKit }, () => {
    const messages = hours[Math.floor(random() * hours.length)] ?? [];
    return { kit, at: messages[Math.floor(random() * messages.length)]?.at ?? 0 };
  });
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

async function timed(server: BenchServer, latencies: Latencies, path: string): Promise<string> {
  const startedAt = performance.now();
  const response = await fetch(new URL(path, server.http), { headers: { authorization: `Bearer ${server.token}` } });
  const text = await response.text();
  latencies.add(performance.now() - startedAt);
  if (!response.ok) throw new Error(text);
  return text;
}

async function exportAll(server: BenchServer, kits: readonly Kit[], { from, until }: Span): Promise<Reading['csv']> {
  const startedAt = performance.now();
  const digest = createHash('sha256');
  let bytes = 0;
  for (const { number } of kits) {
    const path = `/api/device/${espidOf(number)}/export?from=${from}&to=${until}&format=csv`;
    const response = await fetch(new URL(path, server.http), { headers: { authorization: `Bearer ${server.token}` } });
    if (!response.ok) throw new Error(await response.text());
    for await (const piece of response.body ?? []) {
      bytes += piece.length;
      digest.update(piece);
    }
  }
  return { bytes, seconds: (performance.now() - startedAt) / 1_000, digest: digest.digest('hex') };
}
