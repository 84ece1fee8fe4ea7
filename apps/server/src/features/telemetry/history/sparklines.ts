import { setImmediate as turn } from 'node:timers/promises';
import type { SparklineResponse } from '@cyno/contract';
import { bucketOf } from '../storage/index.ts';
import type { DeviceTelemetry, RetainedSlot } from '../variables/index.ts';
import type { SparklineColumns } from './stored/sparklines.repository.ts';
import type { TelemetrySource } from './telemetry-source.ts';
import { wantedVariables } from './wanted-variables.ts';

const minuteMs = 60_000;
/** Buckets of all variables that are read from the database in one go. */
const bucketsAtOnce = 40_000;

interface SparklineRequest {
  readonly devices: readonly { readonly id: number; readonly espid: string }[];
  readonly minutes: number;
  readonly points: number;
}

/**
 * The newest averages of all variables of many devices, in at most three queries for each group of them. A group is what can be read and
 * added up without keeping others waiting.
 */
export async function readSparklines(
  { sparklines, registry, clock }: TelemetrySource,
  request: SparklineRequest,
): Promise<SparklineResponse> {
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
    const parts = slots === 0 ? [] : (await sparklines.read(range)).map(byDevice);
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

interface ColumnsByDevice extends SparklineColumns {
  /** Where the rows of a device begin. */
  readonly firstRow: ReadonlyMap<number, number>;
}

function byDevice(columns: SparklineColumns): ColumnsByDevice {
  const firstRow = new Map<number, number>();
  for (const [row, device] of columns.devices.entries()) if (!firstRow.has(device)) firstRow.set(device, row);
  return { ...columns, firstRow };
}
