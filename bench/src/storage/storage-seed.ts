import { setTimeout as wait } from 'node:timers/promises';
import type { SystemReport } from '@cyno/contract';
import { callApi } from '../alerts/farm.ts';
import { insertDevices } from '../devices/device-rows.ts';
import { type BenchServer, startServer } from '../server.ts';
import { hoursOf, type Kit, type KitMessage } from './kits.ts';

const hourMs = 3_600_000;
const packingJob = 'telemetry.pack';

/** Whole hours, ms since the epoch; `until` is exclusive. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A server in an empty directory that knows these kits and packs only when the bench runs that job. */
export async function startWithKits(kits: readonly Kit[], directory: string): Promise<BenchServer> {
  const first = await startServer([], directory);
  await insertDevices(first.database, kits.length);
  await first.database.query(
    `UPDATE variables SET type = 'text', key = 'state', last_number = NULL, last_text = 'idle'
     WHERE slot = 1 AND device_id = ANY($1)`,
    [kits.filter(({ kind }) => kind === 'machine').map(({ number }) => number)],
  );
  await first.stop();
  const server = await startServer([], directory);
  await server.database.query('DELETE FROM pgboss.schedule WHERE name = $1', [packingJob]);
  return server;
}

/** Stores what the kits sent in the order of time, and waits until the server's own job has rolled it up. Returns how many messages. */
export async function seed(server: BenchServer, kits: readonly Kit[], { from, until }: Span): Promise<number> {
  const { database } = server;
  const sources = kits.map((kit) => ({ kit, hours: hoursOf(kit, from, until) }));
  let count = 0;
  await makePartitions(server, { from, until });
  for (let hour = from; hour < until; hour += hourMs) {
    await Promise.all(
      sources.map(async ({ kit, hours }) => {
        const messages = hours.next().value ?? [];
        count += messages.length;
        await insert(server, kit, messages);
      }),
    );
  }
  await database.query(
    `INSERT INTO telemetry_dirty_hours (device_id, hour)
     SELECT devices.id, hour FROM devices, generate_series($1::bigint, $2::bigint - 1, ${hourMs}) AS hour`,
    [from, until],
  );
  await callApi(server, 'POST', '/api/admin/system/jobs/telemetry.roll-up/run', {});
  for (;;) {
    const { rows } = await database.query<{ hours: number }>(
      'SELECT count(*)::int AS hours FROM telemetry_dirty_hours',
    );
    if (rows[0]?.hours === 0) break;
    await wait(500);
  }
  await database.query('VACUUM ANALYZE');
  return count;
}

async function makePartitions({ database }: BenchServer, { from, until }: Span): Promise<void> {
  for (let month = new Date(from); month.getTime() < until; month = new Date(endOf(month))) {
    const name = `telemetry_${month.toISOString().slice(0, 7).replace('-', '_')}`;
    const start = Date.UTC(month.getUTCFullYear(), month.getUTCMonth());
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF telemetry FOR VALUES FROM (${start}) TO (${endOf(month)})`,
    );
  }
}

const endOf = (month: Date) => Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1);

async function insert({ database }: BenchServer, kit: Kit, messages: readonly KitMessage[]): Promise<void> {
  await database.query(
    `INSERT INTO telemetry (at, device_id, numbers, texts) SELECT at, $1::int, numbers::float8[], texts::jsonb
     FROM unnest($2::bigint[], $3::text[], $4::text[]) AS given(at, numbers, texts)`,
    [
      kit.number,
      messages.map(({ at }) => at),
      messages.map(({ values }) => numbersOf(values)),
      messages.map(({ values }) => textsOf(values)),
    ],
  );
}

/** The array of a message ends with its last number. */
function numbersOf(values: KitMessage['values']): string {
  const length = values.findLastIndex((value) => typeof value === 'number') + 1;
  const cells = values.slice(0, length).map((value) => (typeof value === 'number' ? String(value) : 'NULL'));
  return `{${cells.join(',')}}`;
}

function textsOf(values: KitMessage['values']): string | null {
  const found = values.flatMap((value, index) => (typeof value === 'string' ? [[index + 1, value]] : []));
  return found.length === 0 ? null : JSON.stringify(Object.fromEntries(found));
}

/** Runs the packing job as the page about the system does; returns how long it took, ms. */
export async function pack(server: BenchServer): Promise<number> {
  const before = await packingRun(server);
  await callApi(server, 'POST', `/api/admin/system/jobs/${packingJob}/run`, {});
  for (;;) {
    await wait(500);
    const job = await packingRun(server);
    if (job?.state === 'failed') throw new Error(`The packing job failed: ${job.error}`);
    if (job?.state === 'done' && job.at !== before?.at) return job.ms ?? Number.NaN;
  }
}

async function packingRun(server: BenchServer) {
  const { jobs } = await callApi<SystemReport>(server, 'GET', '/api/admin/system');
  return jobs?.find(({ name }) => name === packingJob);
}
