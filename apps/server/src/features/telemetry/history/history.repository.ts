import type pg from 'pg';
import type { RollupLevel } from '../storage/index.ts';
import { element, firstRetained, hasText, hourMs, rollupLevels } from '../storage/index.ts';
import type { HistoryVariable } from '../variables/index.ts';
import { readTimeoutMs, within } from '../variables/index.ts';

/** What is requested of one device; `to` is exclusive. */
export interface DeviceRange {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/** As `DeviceRange`; with `slots` only messages that have a number in one of them, or a text. */
export interface MessageRange extends DeviceRange {
  readonly slots?: readonly number[];
}

/** A value of a variable in a span of time; `to` is exclusive. */
interface Sought {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
  readonly value: number;
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
  readonly widthMs: number;
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

/** What is oldest belongs to the devices that were added first; more of them are not looked through. */
const maxDevicesRead = 200;
/** Up to here messages are counted; more are estimated from rollups. */
const maxCounted = 20_000;
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
  messages(
    { deviceId, from, to, slots }: MessageRange,
    variables: readonly HistoryVariable[],
    limit: number,
  ): Promise<MessageColumns> {
    const values = [deviceId, firstRetained(from, variables), to, limit];
    const has = slots ? `AND (texts IS NOT NULL OR ${anyNumber(slots)})` : '';
    return this.#messages(`at >= $2 AND at < $3 ${has} ORDER BY at LIMIT $4`, values, variables);
  }

  /**
   * All messages, the oldest first, so many at a time. Reads on from the last instant each time: reading may take minutes, and must
   * not hold a connection or a snapshot.
   */
  async *pages(
    range: MessageRange,
    variables: readonly HistoryVariable[],
    rowsPerPage: number,
  ): AsyncGenerator<MessageColumns> {
    for (let from = range.from; from < range.to; ) {
      const page = await this.messages({ ...range, from }, variables, rowsPerPage);
      const last = page.times.at(-1);
      if (last === undefined) return;
      yield page;
      if (page.times.length < rowsPerPage) return;
      from = last + 1;
    }
  }

  /** At most `limit` messages at or before an instant, the newest first. */
  newest(
    { deviceId, at }: { deviceId: number; at: number },
    variables: readonly HistoryVariable[],
    limit: number,
  ): Promise<MessageColumns> {
    return this.#messages('at <= $2 ORDER BY at DESC LIMIT $3', [deviceId, at, limit], variables);
  }

  async #messages(
    found: string,
    parameters: unknown[],
    variables: readonly HistoryVariable[],
  ): Promise<MessageColumns> {
    const cells = variables.map((variable) => {
      const number = element('numbers', variable);
      const text = `CASE WHEN ${hasText(variable)} THEN to_json(texts->>'${variable.slot}') END`;
      return `, json_agg(${variable.isText ? `coalesce(${text}, to_json(${number}))` : number})`;
    });
    const [times = [], ...values] = await this.#columns(
      `SELECT json_agg(at)${cells.join('')} FROM (
         SELECT * FROM telemetry WHERE device_id = $1 AND ${found}
       ) AS messages`,
      parameters,
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

  /** The oldest instants, ms since the epoch, of an account's messages and of its rollups; null where there are none. */
  async oldest(accountId: number): Promise<{ raw: number | null; rollup: number | null }> {
    const oldestIn = (table: string) => `(SELECT min(first.at)
      FROM (SELECT id FROM devices WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT ${maxDevicesRead}) AS device
      CROSS JOIN LATERAL (SELECT at FROM ${table} WHERE device_id = device.id ORDER BY at LIMIT 1) AS first)`;
    const [raw = null, rollup = null] = await this.#cells([oldestIn('telemetry'), oldestIn('rollup_1d')], [accountId]);
    return { raw, rollup };
  }

  /** Whether the range begins with hours of which only rollups are left. */
  async beginsWithRollups({ deviceId, from, to }: DeviceRange): Promise<boolean> {
    const found = await this.#rows(
      `SELECT 1 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at <= coalesce(
         (SELECT min(at) FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $3), $3) - ${hourMs} LIMIT 1`,
      [deviceId, from, to],
    );
    return found.length > 0;
  }

  /** When the first thing in the range is known, of a message or a rollup; undefined: nothing is. */
  async firstKnown({ deviceId, from, to }: DeviceRange): Promise<number | undefined> {
    const sources = [{ table: 'telemetry', widthMs: 1 }, ...rollupLevels];
    // A rollup that begins before the range may reach into it.
    const firsts = sources.map(
      ({ table, widthMs }) =>
        `(SELECT min(at) FROM ${table} WHERE device_id = $1 AND at > $2::bigint - ${widthMs} AND at < $3)`,
    );
    const [row] = await this.#rows<[number | null]>(`SELECT least(${firsts.join(', ')})`, [
      deviceId,
      Math.floor(from),
      to,
    ]);
    const first = row?.[0] ?? undefined;
    return first === undefined ? undefined : Math.max(from, first);
  }

  /** Whether hours of the range are rolled up. */
  async hasRollups({ deviceId, from, to }: DeviceRange): Promise<boolean> {
    const found = await this.#rows('SELECT 1 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at < $3 LIMIT 1', [
      deviceId,
      from,
      to,
    ]);
    return found.length > 0;
  }

  /** About how many messages a range has: few are counted; of more each has a value of at least one variable. */
  async estimateMessages(range: DeviceRange, variables: readonly HistoryVariable[]): Promise<number> {
    const counted = await this.count(range, maxCounted);
    if (counted < maxCounted) return counted;
    const counts = [0, ...variables.map(({ slot }) => `coalesce(counts[${slot}], 0)`)].join(', ');
    const [row] = await this.#rows<[number]>(
      `SELECT coalesce(sum(greatest(${counts})), 0)::float8 FROM rollup_1h WHERE device_id = $1 AND at >= $2 AND at < $3`,
      [range.deviceId, range.from, range.to],
    );
    return row?.[0] ?? 0;
  }

  /** When variables first had a value, of each in its own span; null when no message there has it. One query for all. */
  async firstAt(deviceId: number, wanted: readonly Sought[]): Promise<(number | null)[]> {
    const finds = wanted.map(({ slot, from: since, to: until }, index) => {
      const [from, to, value] = [2, 3, 4].map((place) => `$${3 * index + place}`);
      // Of a long span the hour is looked up first, so that no more than the messages of an hour are read.
      const hour =
        until - since > hourMs
          ? `AND at >= coalesce((SELECT at FROM rollup_1h WHERE device_id = $1 AND at > ${from} - ${hourMs} AND at < ${to}
              AND ${value}::float8 IN (mins[${slot}], maxs[${slot}]) ORDER BY at LIMIT 1), ${from})`
          : '';
      return `(SELECT at FROM telemetry WHERE device_id = $1 AND at >= ${from} AND at < ${to} ${hour}
        AND numbers[${slot}] = ${value}::float8 ORDER BY at LIMIT 1)`;
    });
    return this.#cells(finds, [deviceId, ...wanted.flatMap(({ from, to, value }) => [from, to, value])]);
  }

  /** The last number of variables, of each in its own span, from the messages, else from the finest rollup that still has it. */
  async lasts(deviceId: number, wanted: readonly Omit<Sought, 'value'>[]): Promise<(number | null)[]> {
    const found: (number | null)[] = wanted.map(() => null);
    for (const table of ['telemetry', ...rollupLevels.map((level) => level.table)]) {
      const left = wanted.flatMap((span, index) => (found[index] === null ? [{ ...span, index }] : []));
      if (left.length === 0) break;
      const column = table === 'telemetry' ? 'numbers' : 'lasts';
      const finds = left.map(
        ({ slot }, place) => `(SELECT ${column}[${slot}] FROM ${table} WHERE device_id = $1
          AND at >= $${2 * place + 2} AND at < $${2 * place + 3} AND ${column}[${slot}] IS NOT NULL ORDER BY at DESC LIMIT 1)`,
      );
      const values = await this.#cells(finds, [deviceId, ...left.flatMap(({ from, to }) => [from, to])]);
      for (const [place, { index }] of left.entries()) found[index] = values[place] ?? null;
    }
    return found;
  }

  /** The only row of some scalar queries. */
  async #cells(queries: readonly string[], values: unknown[]): Promise<(number | null)[]> {
    if (queries.length === 0) return [];
    const [row = []] = await this.#rows<(number | null)[]>(`SELECT ${queries.join(', ')}`, values);
    return row;
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
    return { widthMs: part.widthMs, starts: starts as number[], variables };
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

const anyNumber = (slots: readonly number[]): string =>
  slots.length === 0 ? 'false' : `coalesce(${slots.map((slot) => `numbers[${slot}]`).join(', ')}) IS NOT NULL`;

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
