import type { SparklineResponse } from '@cyno/contract';
import type pg from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceRegistry } from './device-registry.ts';
import type { Variable } from './device-telemetry.ts';
import { bucketOf } from './history-plan.ts';
import { hourMs } from './telemetry-store.ts';

const minuteMs = 60_000;

export interface SparklineDeps {
  pool: pg.Pool;
  registry: DeviceRegistry;
  clock: Clock;
}

interface Request {
  readonly devices: readonly { readonly id: number; readonly espid: string }[];
  readonly minutes: number;
  readonly points: number;
}

/** What is read from the messages themselves: parts of devices' time that roll-ups do not hold. */
interface Parts {
  readonly devices: number[];
  readonly from: number[];
  readonly until: number[];
}

interface Range {
  readonly ids: number[];
  readonly from: number;
  readonly to: number;
  readonly widthMs: number;
  readonly slots: number;
}

/** A device, a bucket, then for each slot how many values there were and their sum. */
type Row = [deviceId: number, bucket: number, ...cells: (number | null)[]];

/** The newest averages of all variables of many devices, in at most three queries. */
export async function readSparklines(deps: SparklineDeps, request: Request): Promise<SparklineResponse> {
  const { registry, clock } = deps;
  const { points } = request;
  const wishedMs = Math.ceil((request.minutes * minuteMs) / points);
  // Roll-ups can be used only for buckets of whole minutes.
  const widthMs = wishedMs < minuteMs ? wishedMs : Math.ceil(wishedMs / minuteMs) * minuteMs;
  const to = bucketOf(clock.now(), widthMs) + widthMs;
  const from = to - points * widthMs;
  const shown = request.devices.map(({ id, espid }) => ({
    id,
    espid,
    variables: numeric(registry.find(id)?.variables),
  }));
  const slots = Math.max(0, ...shown.flatMap(({ variables }) => variables.map(({ slot }) => slot)));
  const range = { ids: shown.map(({ id }) => id), from, to, widthMs, slots };
  const rows = slots === 0 ? [] : await readRows(deps.pool, range);
  const byDevice = Map.groupBy(rows, ([deviceId]) => deviceId);
  const devices: SparklineResponse['devices'] = {};
  for (const { id, espid, variables } of shown) {
    const lines = variables.map(({ key, slot }) => [
      key,
      averages(byDevice.get(id) ?? [], slot, { from, widthMs, points }),
    ]);
    devices[espid] = Object.fromEntries(lines);
  }
  return { from, to, bucketMs: widthMs, devices };
}

function numeric(variables: ReadonlyMap<string, Variable> | undefined): { key: string; slot: number }[] {
  return [...(variables?.values() ?? [])].flatMap(({ key, slot, type }) =>
    type === 'text' || slot === null ? [] : [{ key, slot }],
  );
}

/** A bucket may come twice, from roll-ups and from messages; the two never hold the same message. */
function averages(
  rows: readonly Row[],
  slot: number,
  line: { from: number; widthMs: number; points: number },
): (number | null)[] {
  const counts = new Array<number>(line.points).fill(0);
  const sums = new Array<number>(line.points).fill(0);
  for (const row of rows) {
    const index = (row[1] - line.from) / line.widthMs;
    counts[index] = (counts[index] ?? 0) + (row[2 * slot] ?? 0);
    sums[index] = (sums[index] ?? 0) + (row[2 * slot + 1] ?? 0);
  }
  return counts.map((count, index) => (count === 0 ? null : (sums[index] ?? 0) / count));
}

async function readRows(pool: pg.Pool, range: Range): Promise<Row[]> {
  const { ids, from, to, widthMs } = range;
  if (widthMs < minuteMs) {
    return readMessages(pool, range, { devices: ids, from: ids.map(() => from), until: ids.map(() => to) });
  }
  const dirty = await pool.query<{ id: number; hour: number }>(
    `SELECT DISTINCT device_id AS id, hour FROM telemetry_dirty_hours
     WHERE device_id = ANY($1::int[]) AND hour > $2 AND hour < $3`,
    [ids, from - hourMs, to],
  );
  const parts: Parts = {
    devices: dirty.rows.map(({ id }) => id),
    from: dirty.rows.map(({ hour }) => Math.max(hour, from)),
    until: dirty.rows.map(({ hour }) => Math.min(hour + hourMs, to)),
  };
  const hours = dirty.rows.map(({ hour }) => hour);
  const [rolledUp, messages] = await Promise.all([
    readRollups(pool, range, { devices: parts.devices, hours }),
    readMessages(pool, range, parts),
  ]);
  return [...rolledUp, ...messages];
}

async function readRollups(
  pool: pg.Pool,
  range: Range,
  without: { devices: number[]; hours: number[] },
): Promise<Row[]> {
  const cells = perSlot(range.slots, (slot) => `, sum(counts[${slot}]), sum(sums[${slot}])`);
  const { rows } = await pool.query<Row>({
    text: `SELECT device_id, at - at % ${range.widthMs}${cells} FROM rollup_1m
      WHERE device_id = ANY($1::int[]) AND at >= $2 AND at < $3
        AND (device_id, at - at % ${hourMs}) NOT IN (SELECT * FROM unnest($4::int[], $5::bigint[]))
      GROUP BY 1, 2`,
    values: [range.ids, range.from, range.to, without.devices, without.hours],
    rowMode: 'array',
  });
  return rows;
}

async function readMessages(pool: pg.Pool, range: Range, parts: Parts): Promise<Row[]> {
  if (parts.devices.length === 0) return [];
  const cells = perSlot(range.slots, (slot) => `, count(numbers[${slot}]), sum(numbers[${slot}])`);
  const { rows } = await pool.query<Row>({
    text: `SELECT device_id, at - at % ${range.widthMs}${cells}
      FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS part(id, since, until)
      JOIN telemetry ON device_id = part.id AND at >= part.since AND at < part.until
      GROUP BY 1, 2`,
    values: [parts.devices, parts.from, parts.until],
    rowMode: 'array',
  });
  return rows;
}

const perSlot = (slots: number, cell: (slot: number) => string): string =>
  Array.from({ length: slots }, (_, index) => cell(index + 1)).join('');
