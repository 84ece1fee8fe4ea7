import { setImmediate as turn } from 'node:timers/promises';
import type { Reads } from '../../../../platform/database/index.ts';
import { type DamagedHours, hourMs, hourOf } from '../../packing/index.ts';
import type { RollupLevel } from '../../storage/index.ts';
import { element, firstRetained, hasText } from '../../storage/index.ts';
import type { HistoryVariable } from '../../variables/index.ts';
import { arrayRows } from './array-rows.sql.ts';
import { ExactValues } from './exact-values.repository.ts';
import type { BucketColumns, BucketPart, DeviceRange, MessageRange } from './history.types.ts';
import { inOrderOfTime, type MessageColumns, pagesOf } from './message-columns.ts';
import { bucketsOfHours, messagesOfHour, type PackedHour } from './packed-messages.ts';
import { StoredExtent } from './stored-extent.repository.ts';

/** So many packed hours are read first; where they are not enough, four times as many, and so on. */
const fewHours = 4;
const manyHours = 16;
/** As much of messages that are all wanted is read at once. */
const [pagesAtOnce, rowsAtOnce] = [4, 8_000];
const moreHours = (hours: number): number => Math.min(4 * hours, 1_000);
const minuteMs = 60_000;

/**
 * Reads history. Array elements are read by their place, since unnesting takes several times as long; and the database returns
 * whole columns as JSON, which reads three times as fast here as thousands of cells.
 */
export class HistoryRepository {
  readonly #reads: Reads;
  readonly #damaged: DamagedHours;
  readonly exact: ExactValues;
  readonly extent: StoredExtent;

  constructor(reads: Reads, damaged: DamagedHours) {
    this.#reads = reads;
    this.#damaged = damaged;
    this.exact = new ExactValues(reads, damaged);
    this.extent = new StoredExtent(reads, damaged);
  }

  /** At most `limit` messages, the oldest first. */
  async messages(
    range: MessageRange,
    variables: readonly HistoryVariable[],
    limit: number,
    firstHours = fewHours,
  ): Promise<MessageColumns> {
    const { deviceId, to, slots } = range;
    const found: MessageColumns[] = [];
    let count = 0;
    let hours = firstHours;
    for (let from = firstRetained(range.from, variables); from < to && count < limit; hours = moreHours(hours)) {
      const wanted = limit - count;
      const part = await this.#part(
        {
          rows: `at >= $2 AND at < $3 ${slots ? `AND (texts IS NOT NULL OR ${anyNumber(slots)})` : ''} ORDER BY at LIMIT $4`,
          packed: `at >= $5 AND at < $3 ORDER BY at LIMIT $6`,
        },
        [deviceId, from, to, wanted, hourOf(Math.floor(from)), hours],
        variables,
      );
      const columns = [part.rows];
      let [until, packed] = [part.packed.length < hours ? to : from, 0];
      for (const hour of part.packed) {
        if (packed >= wanted) break;
        const messages = messagesOfHour(hour, { ...range, from }, variables);
        packed += messages.times.length;
        columns.push(messages);
        if (part.packed.length === hours || packed >= wanted) until = hour.hour + hourMs;
      }
      const merged = inOrderOfTime(columns, { until, limit: wanted });
      count += merged.times.length;
      found.push(merged);
      from = until;
    }
    return inOrderOfTime(found, { until: to, limit });
  }

  /**
   * All messages, the oldest first, so many at a time, of which the next are read while those before are worked on. Reads on from the
   * last instant each time: reading may take minutes, and must not hold a connection or a snapshot.
   */
  async *pages(
    range: MessageRange,
    variables: readonly HistoryVariable[],
    rowsPerPage: number,
  ): AsyncGenerator<MessageColumns> {
    // Hours that a page ends in are unpacked again for the next one.
    const limit = rowsPerPage * Math.max(1, Math.min(pagesAtOnce, Math.floor(rowsAtOnce / rowsPerPage)));
    const read = (from: number) => this.messages({ ...range, from }, variables, limit, manyHours);
    for (let next = read(range.from); ; ) {
      const messages = await next;
      const last = messages.times.at(-1);
      if (last === undefined) return;
      const isFull = messages.times.length === limit;
      if (isFull) next = read(last + 1);
      // A failure shows when it is awaited, and is nobody's where the reader has left.
      next.catch(() => undefined);
      for (const page of pagesOf(messages, rowsPerPage)) {
        yield page;
        // Others wait for one page, not for all that were read.
        await turn();
      }
      if (!isFull) return;
    }
  }

  /** At most `limit` messages at or before an instant, the newest first. */
  async newest(
    { deviceId, at }: { deviceId: number; at: number },
    variables: readonly HistoryVariable[],
    limit: number,
  ): Promise<MessageColumns> {
    const found: MessageColumns[] = [];
    let count = 0;
    let hours = fewHours;
    for (let to = at + 1; to > 0 && count < limit; hours = moreHours(hours)) {
      const wanted = limit - count;
      const part = await this.#part(
        { rows: 'at < $2 ORDER BY at DESC LIMIT $3', packed: 'at < $2 ORDER BY at DESC LIMIT $4' },
        [deviceId, to, wanted, hours],
        variables,
      );
      const from = part.packed.length < hours ? 0 : (part.packed[0]?.hour ?? 0);
      const packed: MessageColumns[] = [];
      for (const hour of part.packed.toReversed()) {
        if (packed.reduce((sum, { times }) => sum + times.length, 0) >= wanted) break;
        packed.push(messagesOfHour(hour, { from, to }, variables));
      }
      const merged = inOrderOfTime([...packed, part.rows], { from });
      count += merged.times.length;
      found.unshift(merged);
      to = from;
    }
    const { times, values } = inOrderOfTime(found, {});
    return {
      times: times.toReversed().slice(0, limit),
      values: values.map((column) => column.toReversed().slice(0, limit)),
    };
  }

  /** The last instants at which devices sent, at most `limit` of each, oldest first, by their ids. `slots` are as of `MessageRange`. */
  async lastInstants(
    devices: readonly { readonly id: number; readonly slots: readonly number[] | undefined }[],
    { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
  ): Promise<Map<number, number[]>> {
    const slotsOf = new Map(devices.map(({ id, slots }) => [id, slots]));
    const isSent = `(slots IS NULL OR texts IS NOT NULL
      OR EXISTS (SELECT FROM unnest(slots::int[]) AS slot WHERE numbers[slot] IS NOT NULL))`;
    const inRange = `at >= $2 AND at < $3 AND ${isSent} ORDER BY at DESC LIMIT $4`;
    const rows = await arrayRows<[id: number, instants: number[] | null, hour: number | null, data: Buffer | null]>(
      this.#reads,
      `SELECT id, (SELECT json_agg(at) FROM (SELECT at FROM telemetry WHERE device_id = id AND ${inRange}) AS newest),
         NULL::bigint, NULL::bytea
       FROM unnest($1::int[], $5::text[]) AS device(id, slots)
       UNION ALL
       SELECT id, NULL, at, data FROM unnest($1::int[], $5::text[]) AS device(id, slots) CROSS JOIN LATERAL (
         SELECT at, data, sum(messages) OVER (ORDER BY at DESC) - messages AS newer FROM (
           SELECT at, data, messages FROM telemetry_packed
           WHERE device_id = id AND at > $2::bigint - ${hourMs} AND at < $3 ORDER BY at DESC LIMIT $4
         ) AS newest
       ) AS hours WHERE newer < $4 OR slots IS NOT NULL`,
      [devices.map(({ id }) => id), from, to, limit, devices.map(({ slots }) => slots && `{${slots.join(',')}}`)],
    );
    const found = new Map<number, number[]>();
    for (const [id, instants, hour, data] of rows) {
      const known = [...(found.get(id) ?? []), ...(instants ?? [])];
      if (hour === null || data === null) found.set(id, known);
      else {
        const packed = { hour, data, damaged: () => this.#damaged.note(id, hour) };
        found.set(id, [...known, ...messagesOfHour(packed, { from, to, slots: slotsOf.get(id) }, []).times]);
      }
    }
    for (const [id, instants] of found) found.set(id, instants.sort((a, b) => a - b).slice(-limit));
    return found;
  }

  /** Rows and packed hours in one statement, so that an hour which is packed meanwhile is in one of both. Hours are in the order of time. */
  async #part(
    found: { rows: string; packed: string },
    parameters: [deviceId: number, ...unknown[]],
    variables: readonly HistoryVariable[],
  ): Promise<{ rows: MessageColumns; packed: PackedHour[] }> {
    const cells = variables.map((variable) => {
      const number = element('numbers', variable);
      const text = `CASE WHEN ${hasText(variable)} THEN to_json(texts->>'${variable.slot}') END`;
      return `json_agg(${variable.isText ? `coalesce(${text}, to_json(${number}))` : number})`;
    });
    const { columns, packed } = await this.#columnsAndHours(
      {
        columns: ['json_agg(at)', ...cells],
        from: `(SELECT * FROM telemetry WHERE device_id = $1 AND ${found.rows}) AS messages`,
        packed: `(SELECT at, data, false FROM telemetry_packed WHERE device_id = $1 AND ${found.packed})`,
      },
      parameters,
    );
    const [times = [], ...values] = columns;
    return { rows: { times, values } as MessageColumns, packed };
  }

  /** Hours whose rollups lack messages; they are to be read from the messages. */
  async dirtyHours({ deviceId, from, to }: DeviceRange): Promise<number[]> {
    const found = await arrayRows<[number]>(
      this.#reads,
      'SELECT DISTINCT hour FROM telemetry_dirty_hours WHERE device_id = $1 AND hour > $2 AND hour < $3 ORDER BY hour',
      [deviceId, from - hourMs, to],
    );
    return found.map(([hour]) => hour);
  }

  /** Buckets of messages, in parts of which the first are mostly older: those of packed hours, and those of rows. */
  async bucketsOfMessages(part: BucketPart): Promise<BucketColumns[]> {
    const cells = part.variables.map((variable, index) => {
      const value = `n${index}`;
      return [`count(${value})`, `min(${value})`, `max(${value})`, `sum(${value})`, ...lastText(variable)];
    });
    const numbers = part.variables.map((one, index) => `, ${element('numbers', one)} AS n${index}`).join('');
    const statement = bucketStatement(`at, texts${numbers} FROM telemetry`, part, cells);
    const { columns, packed } = await this.#columnsAndHours(
      {
        ...statement,
        packed: `SELECT at, data, false FROM (${hoursOfSpans('telemetry_packed', statement)}) AS packed`,
      },
      valuesWithSpans(statement, part),
    );
    const ofRows = bucketColumns(columns, part, cells);
    return packed.length === 0 ? [ofRows] : [await bucketsOfHours(packed, part), ofRows];
  }

  /** Buckets of rollups, in parts as those of messages. Minutes of which the messages are packed are made of these. */
  async bucketsOfRollups(level: RollupLevel, part: BucketPart): Promise<BucketColumns[]> {
    const cells = part.variables.map((one) => [
      `coalesce(sum(${element('counts', one)}), 0)`,
      ...[`min(${element('mins', one)})`, `max(${element('maxs', one)})`, `sum(${element('sums', one)})`],
      ...lastText(one),
    ]);
    const statement = bucketStatement(`* FROM ${level.table}`, part, cells);
    const minutes = level.widthMs / minuteMs;
    const hours = (table: string) => hoursOfSpans(table, statement);
    const rollups = (of: number) =>
      `SELECT at, data, true FROM (${hours('rollup_packed')}) AS packed WHERE minutes = ${of}`;
    const messages = `SELECT at, data, false FROM (${hours('telemetry_packed')}) AS packed
      WHERE EXISTS (SELECT FROM rollup_packed WHERE device_id = $1 AND rollup_packed.at = packed.at AND minutes = 5)
        AND NOT EXISTS (SELECT FROM rollup_packed WHERE device_id = $1 AND rollup_packed.at = packed.at AND minutes = 1)`;
    if (level.widthMs >= hourMs) {
      const found = await this.#columns(
        `SELECT ${statement.columns.join(', ')} FROM ${statement.from}`,
        statement.values,
      );
      return [bucketColumns(found, part, cells)];
    }
    const { columns, packed } = await this.#columnsAndHours(
      { ...statement, packed: minutes === 1 ? `${rollups(1)} UNION ALL ${messages}` : rollups(minutes) },
      valuesWithSpans(statement, part),
    );
    const ofRows = bucketColumns(columns, part, cells);
    return packed.length === 0 ? [ofRows] : [await bucketsOfHours(packed, part), ofRows];
  }

  /** When the board was away for longer than `visibleMs`, cut to the range; nothing is known of the time before it was ever seen. */
  offline({ deviceId, from, to }: DeviceRange, visibleMs: number): Promise<[from: number, to: number][]> {
    return arrayRows(
      this.#reads,
      `SELECT greatest(away, $2::bigint), online_at FROM (
         SELECT online_at, max(until) OVER (ORDER BY online_at ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS away FROM (
           SELECT online_at, coalesce(offline_at, $3) AS until FROM presence WHERE device_id = $1 AND online_at < $3
             AND online_at >= coalesce((SELECT max(online_at) FROM presence WHERE device_id = $1 AND online_at <= $2), 0)
           UNION ALL SELECT $3::bigint, NULL
         ) AS connected
       ) AS gaps WHERE away IS NOT NULL AND online_at - greatest(away, $2) > $4::float8 ORDER BY online_at`,
      [deviceId, from, to, visibleMs],
    );
  }

  /** The columns of an aggregate of rows, and packed hours in the order of time, in one statement, whose first value is the device. */
  async #columnsAndHours(
    statement: { columns: readonly string[]; from: string; packed: string },
    values: [deviceId: number, ...unknown[]],
  ): Promise<{ columns: unknown[][]; packed: PackedHour[] }> {
    const nothing = statement.columns.map(() => 'NULL').join(', ');
    const rows = await arrayRows<[number | null, Buffer | null, boolean, ...(unknown[] | null)[]]>(
      this.#reads,
      `SELECT NULL::bigint, NULL::bytea, false, ${statement.columns.join(', ')} FROM ${statement.from}
       UNION ALL SELECT *, ${nothing} FROM (${statement.packed}) AS packed`,
      values,
    );
    const [deviceId] = values;
    const columns: unknown[][] = [];
    const packed: PackedHour[] = [];
    for (const [hour, data, holdsRollups, ...cells] of rows) {
      if (hour === null || data === null) columns.push(...cells.map((column) => column ?? []));
      else packed.push({ hour, data, holdsRollups, damaged: () => this.#damaged.note(deviceId, hour) });
    }
    return { columns, packed: packed.sort((a, b) => a.hour - b.hour) };
  }

  /** The only row of an aggregate; a column without rows is null. */
  async #columns(text: string, values: unknown[]): Promise<unknown[][]> {
    const [row = []] = await arrayRows<(unknown[] | null)[]>(this.#reads, text, values);
    return row.map((column) => column ?? []);
  }
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

interface BucketStatement {
  readonly columns: string[];
  readonly from: string;
  readonly values: [deviceId: number, ...unknown[]];
}

function bucketStatement(
  source: string,
  { deviceId, spans, widthMs }: BucketPart,
  cells: readonly (readonly string[])[],
): BucketStatement {
  const inner = cells.flat().map((cell, index) => `, ${cell} AS c${index}`);
  return {
    columns: ['json_agg(bucket)', ...inner.map((_, index) => `json_agg(c${index})`)],
    from: `(SELECT at - at % ${widthMs} AS bucket${inner.join('')}
       FROM (${ofSpans(source, spans.length)}) AS rows GROUP BY 1 ORDER BY 1) AS buckets`,
    values:
      spans.length > spansAsText
        ? [deviceId, spans.map(([from]) => from), spans.map(([, to]) => to)]
        : [deviceId, ...spans.flat()],
  };
}

function bucketColumns(
  found: readonly unknown[][],
  { widthMs }: BucketPart,
  cells: readonly (readonly string[])[],
): BucketColumns {
  const [starts = [], ...columns] = found;
  const variables = cells.map(({ length }) => {
    const [counts, mins, maxs, sums, texts] = columns.splice(0, length);
    return { counts, mins, maxs, sums, texts: texts ?? null } as BucketColumns['variables'][number];
  });
  return { widthMs, starts: starts as number[], variables };
}

/** The packed hours of spans, which are the last two parameters, as SQL. */
function hoursOfSpans(table: string, { values }: BucketStatement): string {
  const [from, to] = [values.length + 1, values.length + 2];
  return `SELECT * FROM ${table} WHERE device_id = $1 AND at IN (
    SELECT found.at FROM unnest($${from}::bigint[], $${to}::bigint[]) AS span(since, until) CROSS JOIN LATERAL (
      SELECT at FROM ${table} WHERE device_id = $1 AND at > span.since - ${hourMs} AND at < span.until OFFSET 0) AS found)`;
}

const valuesWithSpans = ({ values }: BucketStatement, { spans }: BucketPart): BucketStatement['values'] => [
  ...values,
  spans.map(([from]) => Math.floor(from)),
  spans.map(([, to]) => to),
];
