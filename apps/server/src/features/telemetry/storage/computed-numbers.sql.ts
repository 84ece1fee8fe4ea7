import type { ClientBase } from 'pg';
import { hourMs, hourOf, unpackHours } from '../packing/index.ts';
import { rollupLevels } from './rollup-levels.ts';

/** What a variable is at the instant of a row that is stored; null: it has no value there. */
export interface NumberAt {
  readonly at: number;
  readonly number: number | null;
}

export interface NumbersPlace {
  readonly deviceId: number;
  readonly slot: number;
  readonly addsRows: boolean;
}

/**
 * Writes one variable of a device into rows that are stored, within a transaction that marks their hours. Rows that are not there
 * are made only with `addsRows`: of formulas that read other devices.
 */
export async function writeNumbers(
  client: ClientBase,
  { deviceId, slot, addsRows }: NumbersPlace,
  numbers: readonly NumberAt[],
): Promise<void> {
  const hours = [...new Set(numbers.map(({ at }) => hourOf(at)))];
  const values = [deviceId, numbers.map(({ at }) => at), numbers.map(({ number }) => number)];
  const given = 'unnest($2::bigint[], $3::float8[]) AS given(at, number)';
  const isMeant = 'telemetry.device_id = $1 AND telemetry.at = given.at';
  await client.query('BEGIN');
  try {
    await unpackHours(
      client,
      hours.map((hour) => ({ deviceId, hour })),
    );
    await client.query(
      'INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT $1::int, hour FROM unnest($2::bigint[]) AS hour',
      [deviceId, hours],
    );
    await client.query(
      `UPDATE telemetry SET numbers[${slot}] = given.number FROM ${given} WHERE ${isMeant} AND cardinality(numbers) > 0`,
      values,
    );
    // Assigning to an element of an empty array would make one that begins with that element.
    await client.query(
      `UPDATE telemetry SET numbers = array_fill(NULL::float8, ARRAY[${slot - 1}]) || given.number FROM ${given}
       WHERE ${isMeant} AND cardinality(numbers) = 0 AND given.number IS NOT NULL`,
      values,
    );
    if (addsRows) {
      await client.query(
        `INSERT INTO telemetry (at, device_id, numbers)
         SELECT given.at, $1, array_fill(NULL::float8, ARRAY[${slot - 1}]) || given.number FROM ${given}
         WHERE given.number IS NOT NULL ON CONFLICT (device_id, at) DO NOTHING`,
        values,
      );
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Empties the rollups of one variable of a device before an instant, and has those of its hour made again. What they were made of is not
 * stored any more, so they would be results of another formula.
 */
export async function clearRollups(
  client: ClientBase,
  { deviceId, slot }: Omit<NumbersPlace, 'addsRows'>,
  before: number,
): Promise<void> {
  for (const { table } of rollupLevels) {
    await client.query(
      `UPDATE ${table} SET counts[${slot}] = 0, mins[${slot}] = NULL, maxs[${slot}] = NULL, sums[${slot}] = NULL, lasts[${slot}] = NULL
       WHERE device_id = $1 AND at < $2 AND counts[${slot}] > 0`,
      [deviceId, before],
    );
  }
  const hour = hourOf(before);
  await client.query('BEGIN');
  try {
    await unpackHours(client, [{ deviceId, hour }]);
    await client.query(
      `INSERT INTO telemetry_dirty_hours (device_id, hour) SELECT $1::int, $2::bigint
       WHERE EXISTS (SELECT FROM telemetry WHERE device_id = $1 AND at >= $2 AND at < $2::bigint + ${hourMs})`,
      [deviceId, hour],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}
