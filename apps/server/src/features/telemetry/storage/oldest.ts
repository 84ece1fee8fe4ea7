import type pg from 'pg';
import { rollupLevels } from './rollup-levels.ts';

/** What is oldest belongs to the devices that were added first; more of them are not looked through. */
const maxDevicesRead = 200;

/** The oldest instants, ms since the epoch, of an account's messages and of its rollups; null where there are none. */
export async function readOldest(
  pool: pg.Pool,
  accountId: number,
): Promise<{ raw: number | null; rollup: number | null }> {
  const coarsest = rollupLevels[rollupLevels.length - 1]?.table;
  const oldestIn = async (table: string | undefined): Promise<number | null> => {
    if (table === undefined) return null;
    const { rows } = await pool.query<{ at: number | null }>(
      `SELECT min(first.at) AS at
       FROM (SELECT id FROM devices WHERE account_id = $1 AND deleted_at IS NULL ORDER BY id LIMIT ${maxDevicesRead}) AS device
       CROSS JOIN LATERAL (SELECT at FROM ${table} WHERE device_id = device.id ORDER BY at LIMIT 1) AS first`,
      [accountId],
    );
    return rows[0]?.at ?? null;
  };
  const [raw, rollup] = await Promise.all([oldestIn('telemetry'), oldestIn(coarsest)]);
  return { raw, rollup };
}
