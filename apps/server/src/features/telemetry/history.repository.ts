import type pg from 'pg';
import { bucketOf } from './history-plan.ts';
import type { RollupLevel } from './rollup-levels.ts';
import { hourMs } from './telemetry-store.ts';

/** A device's variable as history needs it. */
export interface HistoryVariable {
  readonly key: string;
  readonly slot: number;
  readonly isText: boolean;
}

/** What is asked of one device; `to` is exclusive. */
export interface DeviceRange {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

export type Span = readonly [from: number, to: number];
/** An instant, then for each variable its number and its text. */
export type MessageCells = [at: number, ...cells: (number | string | null)[]];
/** A bucket, then for each variable count, minimum, maximum, sum and last text. */
export type BucketCells = [bucket: number, ...cells: (number | string | null)[]];

/** Reads history. Array elements are read by their place: unnesting takes several times as long. */
export function historyRepository(pool: pg.Pool) {
  const rows = async <Row extends unknown[]>(text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>({ text, values, rowMode: 'array' })).rows;

  return {
    /** How many messages the range has; counts no further than `limit`. */
    async count({ deviceId, from, to }: DeviceRange, limit: number): Promise<number> {
      const [row] = await rows<[number]>(
        'SELECT count(*) FROM (SELECT FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 LIMIT $4) AS found',
        [deviceId, from, to, limit],
      );
      return row?.[0] ?? 0;
    },

    messages({ deviceId, from, to }: DeviceRange, variables: readonly HistoryVariable[], limit: number) {
      const cells = variables.map(({ slot }) => `, numbers[${slot}], texts->>'${slot}'`);
      return rows<MessageCells>(
        `SELECT at${cells.join('')} FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 ORDER BY at LIMIT $4`,
        [deviceId, from, to, limit],
      );
    },

    /** Hours whose roll-ups lack messages; they are to be read from the messages. */
    async dirtyHours({ deviceId, from, to }: DeviceRange): Promise<number[]> {
      const found = await rows<[number]>(
        'SELECT DISTINCT hour FROM telemetry_dirty_hours WHERE device_id = $1 AND hour > $2 AND hour < $3 ORDER BY hour',
        [deviceId, from - hourMs, to],
      );
      return found.map(([hour]) => hour);
    },

    bucketsOfMessages(
      deviceId: number,
      spans: readonly Span[],
      variables: readonly HistoryVariable[],
      widthMs: number,
    ) {
      const cells = variables.map(({ slot, isText }) => {
        const value = `numbers[${slot}]`;
        return `, count(${value}), min(${value}), max(${value}), sum(${value}), ${isText ? lastText(slot) : 'NULL'}`;
      });
      return rows<BucketCells>(bucketStatement('telemetry', cells, widthMs), [deviceId, ...asArrays(spans)]);
    },

    bucketsOfRollups(
      level: RollupLevel,
      range: { deviceId: number; spans: readonly Span[]; widthMs: number },
      variables: readonly HistoryVariable[],
    ) {
      const cells = variables.map(
        ({ slot, isText }) =>
          `, sum(counts[${slot}]), min(mins[${slot}]), max(maxs[${slot}]), sum(sums[${slot}]), ${isText ? lastText(slot) : 'NULL'}`,
      );
      return rows<BucketCells>(bucketStatement(level.table, cells, range.widthMs), [
        range.deviceId,
        ...asArrays(range.spans),
      ]);
    },

    /** When the board was connected, from the last time before the range on; `until` is null while it still is. */
    presence({ deviceId, from, to }: DeviceRange) {
      return rows<[from: number, until: number | null]>(
        `SELECT online_at, offline_at FROM presence WHERE device_id = $1 AND online_at < $3 AND online_at >= coalesce(
           (SELECT max(online_at) FROM presence WHERE device_id = $1 AND online_at <= $2), 0)
         ORDER BY online_at`,
        [deviceId, from, to],
      );
    },
  };
}

export type HistoryRepository = ReturnType<typeof historyRepository>;

const lastText = (slot: number): string =>
  `(array_agg(texts->>'${slot}' ORDER BY at DESC) FILTER (WHERE texts ? '${slot}'))[1]`;

const bucketStatement = (table: string, cells: readonly string[], widthMs: number): string => `
  SELECT at - at % ${widthMs}${cells.join('')}
  FROM unnest($2::bigint[], $3::bigint[]) AS span(since, until)
  JOIN ${table} ON device_id = $1 AND at >= span.since AND at < span.until
  GROUP BY 1 ORDER BY 1`;

const asArrays = (spans: readonly Span[]): [number[], number[]] => [
  spans.map(([from]) => from),
  spans.map(([, to]) => to),
];

/**
 * Splits a range into what the roll-ups of a level hold and what has to be read from a finer source, because it lies in an hour
 * of `dirty`. Both come as few spans as possible; the range is that of whole buckets.
 */
export function splitByDirty(
  [from, to]: Span,
  dirty: readonly number[],
  bucketMs: number,
): { clean: Span[]; rest: Span[] } {
  const rest: [number, number][] = [];
  for (const hour of dirty) {
    const start = Math.max(from, bucketOf(hour, bucketMs));
    const end = Math.min(to, Math.max(hour + hourMs, bucketOf(hour, bucketMs) + bucketMs));
    const before = rest.at(-1);
    if (before && start <= before[1]) before[1] = Math.max(before[1], end);
    else if (start < end) rest.push([start, end]);
  }
  const clean: Span[] = [];
  let at = from;
  for (const [start, end] of rest) {
    if (at < start) clean.push([at, start]);
    at = end;
  }
  if (at < to) clean.push([at, to]);
  return { clean, rest };
}
