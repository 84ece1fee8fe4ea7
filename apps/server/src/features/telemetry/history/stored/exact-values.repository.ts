import type { Reads } from '../../../../platform/database/index.ts';
import { type DamagedHours, hourMs, rollupColumn } from '../../packing/index.ts';
import { rollupLevels } from '../../storage/index.ts';
import { arrayRows } from './array-rows.sql.ts';
import { findNumber, type PackedHour } from './packed-messages.ts';

const minuteMs = 60_000;

/** A value of a variable in a span of time; `to` is exclusive. */
interface Sought {
  readonly slot: number;
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** Finds single values in spans of which their rollups are known. */
export class ExactValues {
  readonly #reads: Reads;
  readonly #damaged: DamagedHours;

  constructor(reads: Reads, damaged: DamagedHours) {
    this.#reads = reads;
    this.#damaged = damaged;
  }

  /** When variables first had a value, of each in its own span; null when no message there has it. One query for all. */
  async firstAt(deviceId: number, wanted: readonly Sought[]): Promise<(number | null)[]> {
    // Of a long span the hour is looked up first, so that no more than the messages of an hour are read.
    const since = ({ slot, from, to }: Sought, place: number) => {
      const [begin, end, value] = [2, 3, 4].map((column) => `$${3 * place + column}`);
      return to - from <= hourMs
        ? `${begin}::bigint`
        : `coalesce((SELECT at FROM rollup_1h WHERE device_id = $1 AND at > ${begin}::bigint - ${hourMs} AND at < ${end}
            AND ${value}::float8 IN (mins[${slot}], maxs[${slot}]) ORDER BY at LIMIT 1), ${begin}::bigint)`;
    };
    const finds = wanted.map((sought, place) => {
      const [from, to, value] = [2, 3, 4].map((column) => `$${3 * place + column}`);
      return `(SELECT at FROM telemetry WHERE device_id = $1 AND at >= ${from} AND at < ${to} AND at >= ${since(sought, place)}
        AND numbers[${sought.slot}] = ${value}::float8 ORDER BY at LIMIT 1)`;
    });
    const { cells: ofRows, hours: packed } = await this.#read(deviceId, {
      cells: finds,
      table: 'telemetry_packed',
      hours: wanted.map(
        (
          sought,
          place,
        ) => `at > ${since(sought, place)} - ${hourMs} AND at < $${3 * place + 3} AND $${3 * place + 4}::float8 IS NOT NULL
          ORDER BY at LIMIT 2`,
      ),
      values: wanted.flatMap(({ from, to, value }) => [from, to, value]),
    });
    return wanted.map(({ value, ...sought }, place) => {
      const counts = (number: number) => number === value;
      const found = packed[place]?.map((hour) => findNumber(hour, sought, { fromEnd: false, counts })).find(Boolean);
      const instants = [ofRows[place] ?? null, found?.at ?? null].filter((at) => at !== null);
      return instants.length === 0 ? null : Math.min(...instants);
    });
  }

  /** The last number of variables, of each in its own span, from the messages, else from the finest rollup that still has it. */
  async lasts(deviceId: number, wanted: readonly Omit<Sought, 'value'>[]): Promise<(number | null)[]> {
    const found = await this.#lastMessages(deviceId, wanted);
    for (const { table, widthMs } of rollupLevels) {
      const left = wanted.flatMap((span, index) => (found[index] === null ? [{ ...span, index }] : []));
      if (left.length === 0) break;
      const finds = left.map(
        ({ slot }, place) => `(SELECT lasts[${slot}] FROM ${table} WHERE device_id = $1
          AND at >= $${2 * place + 2} AND at < $${2 * place + 3} AND lasts[${slot}] IS NOT NULL ORDER BY at DESC LIMIT 1)`,
      );
      const { cells: ofRows, hours: packed } = await this.#read(deviceId, {
        cells: finds,
        table: 'rollup_packed',
        hours: left.map(
          (_, place) => `minutes = ${widthMs / minuteMs} AND at > $${2 * place + 2}::bigint - ${hourMs}
            AND at < $${2 * place + 3} ORDER BY at DESC LIMIT 2`,
        ),
        values: left.flatMap(({ from, to }) => [from, to]),
      });
      for (const [place, { index, slot, from, to }] of left.entries()) {
        const sought = { slot: rollupColumn(slot, 'lasts'), from, to };
        const ofHours = packed[place]?.map((hour) => findNumber(hour, sought, { fromEnd: true, counts: () => true }));
        found[index] = ofRows[place] ?? ofHours?.findLast((one) => one !== null)?.number ?? null;
      }
    }
    return found;
  }

  /** As `lasts`, from rows and the newest packed hours; null also where it is in an older one, whose rollups have it. */
  async #lastMessages(deviceId: number, wanted: readonly Omit<Sought, 'value'>[]): Promise<(number | null)[]> {
    const finds = wanted.flatMap(({ slot }, place) =>
      ['at', `numbers[${slot}]`].map(
        (column) => `(SELECT ${column} FROM telemetry WHERE device_id = $1
          AND at >= $${2 * place + 2} AND at < $${2 * place + 3} AND numbers[${slot}] IS NOT NULL ORDER BY at DESC LIMIT 1)`,
      ),
    );
    const { cells: ofRows, hours: packed } = await this.#read(deviceId, {
      cells: finds,
      table: 'telemetry_packed',
      hours: wanted.map(
        (_, place) => `at > $${2 * place + 2}::bigint - ${hourMs} AND at < $${2 * place + 3} ORDER BY at DESC LIMIT 2`,
      ),
      values: wanted.flatMap(({ from, to }) => [from, to]),
    });
    return wanted.map((sought, place) => {
      const at = ofRows[2 * place] ?? null;
      const ofHours = packed[place]?.map((hour) => findNumber(hour, sought, { fromEnd: true, counts: () => true }));
      const newest = ofHours?.findLast((found) => found !== null);
      return newest && (at === null || newest.at > at) ? newest.number : (ofRows[2 * place + 1] ?? null);
    });
  }

  /**
   * The results of scalar queries, and of each of some conditions the packed hours that it finds, in the order of time. One statement, so that
   * an hour which is packed or unpacked meanwhile is in one of both.
   */
  async #read(
    deviceId: number,
    {
      cells,
      table,
      hours,
      values,
    }: {
      readonly cells: readonly string[];
      readonly table: string;
      readonly hours: readonly string[];
      readonly values: readonly number[];
    },
  ): Promise<{ cells: (number | null)[]; hours: PackedHour[][] }> {
    const found = hours.map((): PackedHour[] => []);
    if (cells.length === 0) return { cells: [], hours: found };
    const nothing = cells.map(() => 'NULL').join(', ');
    const each = hours.map(
      (condition, place) =>
        `(SELECT ${place}, at, data, ${nothing} FROM ${table} WHERE device_id = $1 AND ${condition})`,
    );
    const rows = await arrayRows<[number | null, number, Buffer, ...(number | null)[]]>(
      this.#reads,
      [`SELECT NULL::int, NULL::bigint, NULL::bytea, ${cells.join(', ')}`, ...each].join(' UNION ALL '),
      [deviceId, ...values],
    );
    let ofRows: (number | null)[] = [];
    for (const [place, hour, data, ...numbers] of rows) {
      if (place === null) ofRows = numbers;
      else found[place]?.push({ hour, data, damaged: () => this.#damaged.note(deviceId, hour) });
    }
    return { cells: ofRows, hours: found.map((one) => one.sort((a, b) => a.hour - b.hour)) };
  }
}
