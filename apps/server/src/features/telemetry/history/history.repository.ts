import type pg from 'pg';
import type { RollupLevel } from '../storage/index.ts';
import { bucketOf, element, firstRetained, hasText, hourMs } from '../storage/index.ts';
import type { HistoryVariable } from '../variables/index.ts';
import { readTimeoutMs, within } from '../variables/index.ts';

/** What is requested of one device; `to` is exclusive. */
export interface DeviceRange {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

export type Span = readonly [from: number, to: number];
type Value = number | string | null;

/** Messages in columns: `values[v][i]` is what variable v had at `times[i]`. */
export interface MessageColumns {
  readonly times: number[];
  readonly values: Value[][];
}

/** Buckets in columns, ascending; of each variable how many values there were, their extremes, their sum, and the last text. */
export interface BucketColumns {
  readonly starts: number[];
  readonly variables: {
    readonly counts: number[];
    readonly mins: (number | null)[];
    readonly maxs: (number | null)[];
    readonly sums: (number | null)[];
    /** Null for a variable that has no texts. */
    readonly texts: (string | null)[] | null;
  }[];
}

/** Messages are stored in partitions of a month. */
const monthMs = 30 * 24 * hourMs;

/**
 * Reads history. Array elements are read by their place, since unnesting takes several times as long; and the database returns
 * whole columns as JSON, which reads three times as fast here as thousands of cells.
 */
export class HistoryRepository {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  /** How many messages the range has; counts no further than `limit`. */
  async count({ deviceId, from, to }: DeviceRange, limit: number): Promise<number> {
    // A long range reaches over many partitions. Most boards send so often that its end alone has more than the limit.
    const end = to - from > monthMs ? await this.#count({ deviceId, from: to - (to - from) / 16, to }, limit) : 0;
    return end >= limit ? end : this.#count({ deviceId, from, to }, limit);
  }

  async #count({ deviceId, from, to }: DeviceRange, limit: number): Promise<number> {
    const [row] = await this.#rows<[number]>(
      'SELECT count(*) FROM (SELECT FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 LIMIT $4) AS found',
      [deviceId, Math.floor(from), to, limit],
    );
    return row?.[0] ?? 0;
  }

  /** The instants of the first and the last message; undefined when there is none. */
  async span(deviceId: number): Promise<Span | undefined> {
    const [row] = await this.#rows<[number | null, number | null]>(
      'SELECT min(at), max(at) FROM telemetry WHERE device_id = $1',
      [deviceId],
    );
    const [first = null, last = null] = row ?? [];
    return first === null || last === null ? undefined : [first, last];
  }

  /** At most `limit` messages, the oldest first. */
  async messages(
    { deviceId, from, to }: DeviceRange,
    variables: readonly HistoryVariable[],
    limit: number,
  ): Promise<MessageColumns> {
    const cells = variables.map((variable) => {
      const number = element('numbers', variable);
      const text = `CASE WHEN ${hasText(variable)} THEN to_json(texts->>'${variable.slot}') END`;
      return `, json_agg(${variable.isText ? `coalesce(${text}, to_json(${number}))` : number})`;
    });
    const [times = [], ...values] = await this.#columns(
      `SELECT json_agg(at)${cells.join('')} FROM (
         SELECT * FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3 ORDER BY at LIMIT $4
       ) AS messages`,
      [deviceId, firstRetained(from, variables), to, limit],
    );
    return { times: times as number[], values: values as Value[][] };
  }

  /** Hours whose rollups lack messages; they are to be read from the messages. */
  async dirtyHours({ deviceId, from, to }: DeviceRange): Promise<number[]> {
    const found = await this.#rows<[number]>(
      'SELECT DISTINCT hour FROM telemetry_dirty_hours WHERE device_id = $1 AND hour > $2 AND hour < $3 ORDER BY hour',
      [deviceId, from - hourMs, to],
    );
    return found.map(([hour]) => hour);
  }

  bucketsOfMessages(part: BucketPart): Promise<BucketColumns> {
    const cells = part.variables.map((variable, index) => {
      const value = `n${index}`;
      return [`count(${value})`, `min(${value})`, `max(${value})`, `sum(${value})`, ...lastText(variable)];
    });
    const numbers = part.variables.map((one, index) => `, ${element('numbers', one)} AS n${index}`).join('');
    return this.#buckets(`at, texts${numbers} FROM telemetry`, part, cells);
  }

  bucketsOfRollups(level: RollupLevel, part: BucketPart): Promise<BucketColumns> {
    const cells = part.variables.map((one) => [
      `coalesce(sum(${element('counts', one)}), 0)`,
      ...[`min(${element('mins', one)})`, `max(${element('maxs', one)})`, `sum(${element('sums', one)})`],
      ...lastText(one),
    ]);
    return this.#buckets(`* FROM ${level.table}`, part, cells);
  }

  /** When the board was connected, from the last time before the range on; `until` is null while it still is. */
  presence({ deviceId, from, to }: DeviceRange): Promise<[from: number, until: number | null][]> {
    return this.#rows(
      `SELECT online_at, offline_at FROM presence WHERE device_id = $1 AND online_at < $3 AND online_at >= coalesce(
         (SELECT max(online_at) FROM presence WHERE device_id = $1 AND online_at <= $2), 0)
       ORDER BY online_at`,
      [deviceId, from, to],
    );
  }

  async #buckets(source: string, part: BucketPart, cells: readonly (readonly string[])[]): Promise<BucketColumns> {
    const inner = cells.flat().map((cell, index) => `, ${cell} AS c${index}`);
    const outer = cells.flat().map((_, index) => `, json_agg(c${index})`);
    const [starts = [], ...columns] = await this.#columns(
      `SELECT json_agg(bucket)${outer.join('')} FROM (
         SELECT at - at % ${part.widthMs} AS bucket${inner.join('')}
         FROM (${ofSpans(source, part.spans.length)}) AS rows GROUP BY 1 ORDER BY 1
       ) AS buckets`,
      part.spans.length > spansAsText
        ? [part.deviceId, part.spans.map(([from]) => from), part.spans.map(([, to]) => to)]
        : [part.deviceId, ...part.spans.flat()],
    );
    const variables = cells.map(({ length }) => {
      const [counts, mins, maxs, sums, texts] = columns.splice(0, length);
      return { counts, mins, maxs, sums, texts: texts ?? null } as BucketColumns['variables'][number];
    });
    return { starts: starts as number[], variables };
  }

  async #rows<Row extends unknown[]>(text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#pool.query<Row>(within(readTimeoutMs, { text, values, rowMode: 'array' }))).rows;
  }

  /** The only row of an aggregate; a column without rows is null. */
  async #columns(text: string, values: unknown[]): Promise<unknown[][]> {
    const [row = []] = await this.#rows<(unknown[] | null)[]>(text, values);
    return row.map((column) => column ?? []);
  }
}

/** Which buckets to make: of which parts of a device's time, how wide, and of which variables. */
export interface BucketPart {
  readonly deviceId: number;
  readonly spans: readonly Span[];
  readonly widthMs: number;
  readonly variables: readonly HistoryVariable[];
}

/** More spans are joined instead of written out. */
const spansAsText = 8;

/**
 * The rows of some spans. PostgreSQL plans by how long a span is only when it is written out; a join with spans of which it knows
 * nothing reads whole tables. OFFSET 0 keeps it from reading an array once for each aggregate, and from turning the loop around.
 */
function ofSpans(source: string, spans: number): string {
  if (spans > spansAsText) {
    return `SELECT found.* FROM unnest($2::bigint[], $3::bigint[]) AS span(since, until) CROSS JOIN LATERAL (
      SELECT ${source} WHERE device_id = $1 AND at >= span.since AND at < span.until OFFSET 0) AS found`;
  }
  const each = Array.from(
    { length: spans },
    (_, span) =>
      `(SELECT ${source} WHERE device_id = $1 AND at >= $${2 + 2 * span} AND at < $${3 + 2 * span} OFFSET 0)`,
  );
  return each.join(' UNION ALL ');
}

function lastText(variable: HistoryVariable): string[] {
  if (!variable.isText) return [];
  return [`(array_agg(texts->>'${variable.slot}' ORDER BY at DESC) FILTER (WHERE ${hasText(variable)}))[1]`];
}

/**
 * Splits a range into what the rollups of a level hold and what has to be read from a finer source, because it lies in an hour
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
