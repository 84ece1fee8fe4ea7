import type pg from 'pg';
import { within } from '../../../platform/database/index.ts';
import { hourMs, removePackedValues } from '../packing/index.ts';
import { readTimeoutMs } from '../variables/index.ts';
import { rollupLevels } from './rollup-levels.ts';

/** Small enough that a piece never holds up the writer. */
const rowsPerPiece = 5_000;

/** The place of a variable in the arrays of its device's rows. */
interface Place {
  readonly deviceId: number;
  readonly slot: number;
}

/** A variable that has a limit of its own. */
export interface LimitedVariable extends Place {
  readonly key: string;
  readonly days: number;
  /** When the limit was set, ms since the epoch. */
  readonly setAt: number;
  readonly removedUntil: number;
}

/** A table that holds values by slot. */
interface ValueTable {
  readonly name: string;
  /** Between two rows of a device, ms; values of a row are from its instant up to that. */
  readonly widthMs: number;
  /** True for a row in which a slot has a number, as SQL. */
  hasNumber(slot: string | number): string;
  /** Takes the number of a slot out of a row, as SQL. */
  without(slot: number): string;
}

/** The tables that hold values: messages, and the rollups of each level. */
export const valueTables: readonly ValueTable[] = [
  {
    name: 'telemetry',
    widthMs: 1,
    hasNumber: (slot) => `numbers[${slot}] IS NOT NULL`,
    without: (slot) => `numbers[${slot}] = NULL`,
  },
  ...rollupLevels.map(({ table, widthMs }) => ({
    name: table,
    widthMs,
    hasNumber: (slot: string | number) => `coalesce(counts[${slot}], 0) > 0`,
    without: (slot: number) =>
      `counts[${slot}] = 0, ${['mins', 'maxs', 'sums', 'lasts'].map((column) => `${column}[${slot}] = NULL`).join(', ')}`,
  })),
];

/** For how long variables are stored, and the removal of what is older. */
export function retentionRepository(pool: pg.Pool) {
  return {
    /** A new limit is gone through from the beginning: what came in again under a longer one must go too. */
    async save({ deviceId, slot }: Place, days: number | null, setAt: number | null): Promise<void> {
      await pool.query(
        `UPDATE variables SET kept_days = $3, kept_days_set_at = $4, removed_until = 0
         WHERE device_id = $1 AND slot = $2`,
        [deviceId, slot, days, setAt],
      );
    },

    async listLimited(): Promise<LimitedVariable[]> {
      const { rows } = await pool.query<LimitedVariable>(
        `SELECT device_id AS "deviceId", slot, key, kept_days AS days, coalesce(kept_days_set_at, 0) AS "setAt",
           removed_until AS "removedUntil"
         FROM variables WHERE kept_days IS NOT NULL ORDER BY device_id, slot`,
      );
      return rows;
    },

    async saveRemovedUntil({ deviceId, slot, setAt }: LimitedVariable, until: number): Promise<void> {
      await pool.query(
        'UPDATE variables SET removed_until = $4 WHERE device_id = $1 AND slot = $2 AND kept_days_set_at = $3',
        [deviceId, slot, setAt, until],
      );
    },

    /** How many values lie before an instant (a whole hour), and about when the oldest of them was measured. */
    async countBefore({ deviceId, slot }: Place, before: number): Promise<{ values: number; oldest: number | null }> {
      const { rows } = await pool.query<{ values: number; oldest: number | null }>(
        within(readTimeoutMs, {
          text: `WITH dirty AS (
              SELECT DISTINCT hour FROM telemetry_dirty_hours WHERE device_id = $1 AND hour < $2
            ), found AS (
              SELECT at, coalesce(counts[${slot}], 0) + (coalesce(texts ? '${slot}', false))::int AS number FROM rollup_1h
              WHERE device_id = $1 AND at < $2 AND at NOT IN (SELECT hour FROM dirty)
              UNION ALL
              SELECT at, 1 FROM dirty JOIN telemetry
                ON device_id = $1 AND at >= hour AND at < hour + ${hourMs} AND (numbers[${slot}] IS NOT NULL OR texts ? '${slot}')
            )
            SELECT coalesce(sum(number), 0)::float8 AS "values", min(at) AS oldest FROM found WHERE number > 0`,
          values: [deviceId, before],
        }),
      );
      return rows[0] ?? { values: 0, oldest: null };
    },

    removePackedValues: (place: Place, span: { from: number; before: number }) => removePackedValues(pool, place, span),

    /** The instant of the last row of the next piece of a span; null when the span has no rows any more. */
    async endOfPiece(
      table: ValueTable,
      deviceId: number,
      [from, to]: readonly [number, number],
    ): Promise<number | null> {
      const { rows } = await pool.query<{ at: number | null }>(
        `SELECT max(at) AS at FROM (
           SELECT at FROM ${table.name} WHERE device_id = $1 AND at >= $2 AND at < $3 ORDER BY at LIMIT ${rowsPerPiece}
         ) AS piece`,
        [deviceId, from, to],
      );
      return rows[0]?.at ?? null;
    },

    /**
     * Takes the values of one slot out of the rows of a piece, `to` included; rows that hold nothing else go. Each statement is
     * right by itself, so an interruption leaves nothing to mend, and doing it again changes nothing.
     */
    async removeValues(table: ValueTable, place: Place, [from, to]: readonly [number, number]): Promise<void> {
      const { deviceId, slot } = place;
      const rows = 'device_id = $1 AND at >= $2 AND at <= $3';
      const values = [deviceId, from, to];
      const ofOthers = `EXISTS (SELECT FROM generate_series(1, cardinality(${table.widthMs === 1 ? 'numbers' : 'counts'})) AS other
        WHERE other <> ${slot} AND ${table.hasNumber('other')})`;
      await pool.query(
        `DELETE FROM ${table.name} WHERE ${rows} AND (${table.hasNumber(slot)} OR texts ? '${slot}')
           AND coalesce(texts - '${slot}', '{}'::jsonb) = '{}'::jsonb AND NOT ${ofOthers}`,
        values,
      );
      await pool.query(
        `UPDATE ${table.name} SET ${table.without(slot)} WHERE ${rows} AND ${table.hasNumber(slot)}`,
        values,
      );
      await pool.query(
        `UPDATE ${table.name} SET texts = nullif(texts - '${slot}', '{}'::jsonb) WHERE ${rows} AND texts ? '${slot}'`,
        values,
      );
    },
  };
}

export type RetentionRepository = ReturnType<typeof retentionRepository>;
