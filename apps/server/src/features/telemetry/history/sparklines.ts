import { setImmediate as turn } from 'node:timers/promises';
import type { SparklineResponse } from '@cyno/contract';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { bucketOf, hourMs } from '../storage/index.ts';
import type { DeviceRegistry, DeviceTelemetry, RetainedSlot } from '../variables/index.ts';
import { readTimeoutMs, within } from '../variables/index.ts';
import { wantedVariables } from './wanted-variables.ts';

const minuteMs = 60_000;
/** Buckets of all variables that are read from the database in one go. */
const bucketsAtOnce = 40_000;

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

/** What is read from the messages themselves: parts of devices' time that rollups do not hold. */
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

/** Buckets in columns: `cells` has for each slot how many values there were, then their sums. */
interface Columns {
  readonly devices: number[];
  readonly buckets: number[];
  readonly cells: (number | null)[][];
}

/**
 * The newest averages of all variables of many devices, in at most three queries for each group of them. A group is what can be read and
 * added up without keeping others waiting.
 */
export async function readSparklines(deps: SparklineDeps, request: Request): Promise<SparklineResponse> {
  const { registry, clock } = deps;
  const { points } = request;
  const requestedMs = Math.ceil((request.minutes * minuteMs) / points);
  // Rollups can be used only for buckets of whole minutes.
  const widthMs = requestedMs < minuteMs ? requestedMs : Math.ceil(requestedMs / minuteMs) * minuteMs;
  const to = bucketOf(clock.now(), widthMs) + widthMs;
  const from = to - points * widthMs;
  const devices: SparklineResponse['devices'] = {};
  const sources = request.devices.map(({ id, espid }) => ({ id, espid, variables: numeric(registry.find(id)) }));
  for (const group of groupsOf(sources, points)) {
    const slots = slotsOf(group);
    const range = { ids: group.map(({ id }) => id), from, to, widthMs, slots };
    const parts = slots === 0 ? [] : (await readParts(deps.pool, range)).map(byDevice);
    for (const { id, espid, variables } of group) {
      const lines = variables.map(({ key, ...of }) => [key, averages(parts, { ...of, id, from, widthMs, points })]);
      devices[espid] = Object.fromEntries(lines);
    }
    await turn();
  }
  return { from, to, bucketMs: widthMs, devices };
}

interface SparklineSource {
  readonly id: number;
  readonly espid: string;
  readonly variables: ReturnType<typeof numeric>;
}

const slotsOf = (group: readonly SparklineSource[]): number =>
  Math.max(0, ...group.flatMap(({ variables }) => variables.map(({ slot }) => slot)));

/** Devices of which so much is read as can be in one go; a device with more than that is a group of its own. */
function groupsOf(sources: readonly SparklineSource[], points: number): SparklineSource[][] {
  const groups: SparklineSource[][] = [];
  let [group, slots]: [SparklineSource[], number] = [[], 0];
  for (const device of sources) {
    const widest = Math.max(slots, slotsOf([device]));
    if (group.length > 0 && (group.length + 1) * widest * points > bucketsAtOnce) {
      groups.push(group);
      group = [];
      slots = slotsOf([device]);
    } else slots = widest;
    group.push(device);
  }
  return group.length > 0 ? [...groups, group] : groups;
}

const numeric = (device: DeviceTelemetry | undefined) =>
  wantedVariables(device, undefined).filter(({ slot, isText }) => slot > 0 && !isText);

interface Line extends RetainedSlot {
  readonly id: number;
  readonly from: number;
  readonly widthMs: number;
  readonly points: number;
}

/** A bucket may come twice, from rollups and from messages; the two never hold the same message. */
function averages(parts: readonly ColumnsByDevice[], line: Line): (number | null)[] {
  const counts = new Float64Array(line.points);
  const sums = new Float64Array(line.points);
  for (const { devices, buckets, cells, firstRow } of parts) {
    const ofCounts = cells[2 * (line.slot - 1)];
    const ofSums = cells[2 * (line.slot - 1) + 1];
    for (let row = firstRow.get(line.id) ?? devices.length; devices[row] === line.id; row++) {
      const bucket = buckets[row] ?? 0;
      if (line.since !== null && bucket < line.since) continue;
      const place = (bucket - line.from) / line.widthMs;
      counts[place] = (counts[place] ?? 0) + (ofCounts?.[row] ?? 0);
      sums[place] = (sums[place] ?? 0) + (ofSums?.[row] ?? 0);
    }
  }
  return Array.from(counts, (count, place) => (count === 0 ? null : (sums[place] ?? 0) / count));
}

interface ColumnsByDevice extends Columns {
  /** Where the rows of a device begin. */
  readonly firstRow: ReadonlyMap<number, number>;
}

function byDevice(columns: Columns): ColumnsByDevice {
  const firstRow = new Map<number, number>();
  for (const [row, device] of columns.devices.entries()) if (!firstRow.has(device)) firstRow.set(device, row);
  return { ...columns, firstRow };
}

async function readParts(pool: pg.Pool, range: Range): Promise<Columns[]> {
  const { ids, from, to, widthMs } = range;
  if (widthMs < minuteMs) {
    const whole = { devices: ids, from: ids.map(() => from), until: ids.map(() => to) };
    return [await readMessages(pool, range, whole)];
  }
  const dirty = await pool.query<{ id: number; hour: number }>(
    `SELECT DISTINCT device_id AS id, hour FROM telemetry_dirty_hours
     WHERE device_id = ANY($1::int[]) AND hour > $2 AND hour < $3`,
    [ids, from - hourMs, to],
  );
  const devices = dirty.rows.map(({ id }) => id);
  const hours = dirty.rows.map(({ hour }) => hour);
  return Promise.all([
    readRollups(pool, range, { devices, hours }),
    readMessages(pool, range, {
      devices,
      from: hours.map((hour) => Math.max(hour, from)),
      until: hours.map((hour) => Math.min(hour + hourMs, to)),
    }),
  ]);
}

function readRollups(pool: pg.Pool, range: Range, without: { devices: number[]; hours: number[] }): Promise<Columns> {
  const cells = perSlot(range.slots, (slot) => [`sum(counts[${slot}])`, `sum(sums[${slot}])`]);
  const source = `rollup_1m WHERE device_id = ANY($1::int[]) AND at >= $2 AND at < $3
    AND (device_id, at - at % ${hourMs}) NOT IN (SELECT * FROM unnest($4::int[], $5::bigint[]))`;
  return readColumns(pool, { source, cells, widthMs: range.widthMs }, [
    range.ids,
    range.from,
    range.to,
    without.devices,
    without.hours,
  ]);
}

function readMessages(pool: pg.Pool, range: Range, parts: Parts): Promise<Columns> {
  const cells = perSlot(range.slots, (slot) => [`count(numbers[${slot}])`, `sum(numbers[${slot}])`]);
  const source = `unnest($1::int[], $2::bigint[], $3::bigint[]) AS part(id, since, until)
    JOIN telemetry ON device_id = part.id AND at >= part.since AND at < part.until`;
  return readColumns(pool, { source, cells, widthMs: range.widthMs }, [parts.devices, parts.from, parts.until]);
}

async function readColumns(
  pool: pg.Pool,
  { source, cells, widthMs }: { source: string; cells: string[]; widthMs: number },
  values: unknown[],
): Promise<Columns> {
  const inner = cells.map((cell, index) => `, ${cell} AS c${index}`).join('');
  const outer = cells.map((_, index) => `, json_agg(c${index})`).join('');
  const query = within(readTimeoutMs, {
    text: `SELECT json_agg(device_id), json_agg(bucket)${outer} FROM (
      SELECT device_id, at - at % ${widthMs} AS bucket${inner} FROM ${source} GROUP BY 1, 2 ORDER BY 1, 2
    ) AS buckets`,
    values,
    rowMode: 'array',
  });
  const { rows } = await pool.query<(number[] | null)[]>(query);
  const [devices, buckets, ...columns] = rows[0] ?? [];
  return { devices: devices ?? [], buckets: buckets ?? [], cells: columns.map((column) => column ?? []) };
}

const perSlot = (slots: number, cells: (slot: number) => string[]): string[] =>
  Array.from({ length: slots }, (_, index) => cells(index + 1)).flat();
