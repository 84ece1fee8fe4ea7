import type { Reads } from '../../../../platform/database/index.ts';
import { hourMs } from '../../packing/index.ts';
import { arrayRows } from './array-rows.sql.ts';

const minuteMs = 60_000;

/** What is read from the messages themselves: parts of devices' time that rollups do not hold. */
interface Parts {
  readonly devices: number[];
  readonly from: number[];
  readonly until: number[];
}

/** Buckets of the first so many slots of some devices; `to` is exclusive. */
interface SparklineRange {
  readonly ids: number[];
  readonly from: number;
  readonly to: number;
  readonly widthMs: number;
  readonly slots: number;
}

/** Buckets in columns: `cells` has for each slot how many values there were, then their sums. */
export interface SparklineColumns {
  readonly devices: number[];
  readonly buckets: number[];
  readonly cells: (number | null)[][];
}

/** Reads the averages of many devices at once. */
export class SparklinesRepository {
  readonly #reads: Reads;

  constructor(reads: Reads) {
    this.#reads = reads;
  }

  /** Buckets in parts, from rollups and from messages, which never hold the same message. */
  async read(range: SparklineRange): Promise<SparklineColumns[]> {
    const { ids, from, to, widthMs } = range;
    if (widthMs < minuteMs) {
      const whole = { devices: ids, from: ids.map(() => from), until: ids.map(() => to) };
      return [await this.#ofMessages(range, whole)];
    }
    const dirty = await arrayRows<[id: number, hour: number]>(
      this.#reads,
      `SELECT DISTINCT device_id, hour FROM telemetry_dirty_hours
       WHERE device_id = ANY($1::int[]) AND hour > $2 AND hour < $3`,
      [ids, from - hourMs, to],
    );
    const devices = dirty.map(([id]) => id);
    const hours = dirty.map(([, hour]) => hour);
    return Promise.all([
      this.#ofRollups(range, { devices, hours }),
      this.#ofMessages(range, {
        devices,
        from: hours.map((hour) => Math.max(hour, from)),
        until: hours.map((hour) => Math.min(hour + hourMs, to)),
      }),
    ]);
  }

  #ofRollups(range: SparklineRange, without: { devices: number[]; hours: number[] }): Promise<SparklineColumns> {
    const cells = perSlot(range.slots, (slot) => [`sum(counts[${slot}])`, `sum(sums[${slot}])`]);
    const source = `rollup_1m WHERE device_id = ANY($1::int[]) AND at >= $2 AND at < $3
      AND (device_id, at - at % ${hourMs}) NOT IN (SELECT * FROM unnest($4::int[], $5::bigint[]))`;
    return this.#columns({ source, cells, widthMs: range.widthMs }, [
      range.ids,
      range.from,
      range.to,
      without.devices,
      without.hours,
    ]);
  }

  #ofMessages(range: SparklineRange, parts: Parts): Promise<SparklineColumns> {
    const cells = perSlot(range.slots, (slot) => [`count(numbers[${slot}])`, `sum(numbers[${slot}])`]);
    const source = `unnest($1::int[], $2::bigint[], $3::bigint[]) AS part(id, since, until)
      JOIN telemetry ON device_id = part.id AND at >= part.since AND at < part.until`;
    return this.#columns({ source, cells, widthMs: range.widthMs }, [parts.devices, parts.from, parts.until]);
  }

  async #columns(
    { source, cells, widthMs }: { source: string; cells: string[]; widthMs: number },
    values: unknown[],
  ): Promise<SparklineColumns> {
    const inner = cells.map((cell, index) => `, ${cell} AS c${index}`).join('');
    const outer = cells.map((_, index) => `, json_agg(c${index})`).join('');
    const [row = []] = await arrayRows<(number[] | null)[]>(
      this.#reads,
      `SELECT json_agg(device_id), json_agg(bucket)${outer} FROM (
        SELECT device_id, at - at % ${widthMs} AS bucket${inner} FROM ${source} GROUP BY 1, 2 ORDER BY 1, 2
      ) AS buckets`,
      values,
    );
    const [devices, buckets, ...columns] = row;
    return { devices: devices ?? [], buckets: buckets ?? [], cells: columns.map((column) => column ?? []) };
  }
}

const perSlot = (slots: number, cells: (slot: number) => string[]): string[] =>
  Array.from({ length: slots }, (_, index) => cells(index + 1)).flat();
