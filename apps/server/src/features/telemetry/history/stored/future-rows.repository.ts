import type { FutureRows } from '@cyno/contract';
import type pg from 'pg';
import { within } from '../../../../platform/database/index.ts';
import { hourMs, hourOf, inTransaction, unpackHours } from '../../packing/index.ts';
import { rollupLevels } from '../../storage/index.ts';

const countTimeoutMs = 5_000;
/** Small enough that a deletion never holds up the writer. */
const rowsPerStatement = 5_000;

/** How many stored messages are dated later than an instant, of how many devices, and the latest of them. */
export async function countRowsAfter(pool: pg.Pool, laterThan: number): Promise<Omit<FutureRows, 'laterThan'>> {
  const { rows } = await pool.query<Omit<FutureRows, 'laterThan'>>(
    within(countTimeoutMs, {
      // Device by device along the index: there is none by the instant alone. A packed hour is as old as its last message.
      text: `SELECT coalesce(sum(found.rows), 0)::int8 AS rows, count(*) AS devices, max(found.newest) AS "newestAt"
        FROM devices CROSS JOIN LATERAL (
          SELECT sum(rows) AS rows, max(newest) AS newest FROM (
            SELECT count(*) AS rows, max(at) AS newest FROM telemetry WHERE device_id = devices.id AND at > $1
            UNION ALL
            SELECT sum(messages), max(last_at) FROM telemetry_packed
            WHERE device_id = devices.id AND at > $1::bigint - ${hourMs} AND last_at > $1
          ) AS parts
        ) AS found WHERE found.rows > 0`,
      values: [laterThan],
    }),
  );
  return rows[0] ?? { rows: 0, devices: 0, newestAt: null };
}

/** The devices that have messages dated later than an instant. */
export async function listDevicesWithRowsAfter(pool: pg.Pool, since: number): Promise<{ id: number }[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT id FROM devices WHERE EXISTS (SELECT FROM telemetry WHERE device_id = devices.id AND at > $1)
       OR EXISTS (SELECT FROM telemetry_packed WHERE device_id = devices.id AND at > $1::bigint - ${hourMs} AND last_at > $1)`,
    [since],
  );
  return rows;
}

/** Removes a device's messages later than `since`, and what rollups hold of them; returns how many messages. `now` in ms. */
export async function removeRowsAfter(
  pool: pg.Pool,
  { deviceId, since, now }: { deviceId: number; since: number; now: number },
): Promise<number> {
  const packed = await pool.query<{ messages: number }>(
    'SELECT coalesce(sum(messages), 0)::int8 AS messages FROM telemetry_packed WHERE device_id = $1 AND at > $2',
    [deviceId, since],
  );
  await unpackAfter(pool, deviceId, since);
  let removed = packed.rows[0]?.messages ?? 0;
  for (let rowCount = rowsPerStatement; rowCount === rowsPerStatement; removed += rowCount) {
    const result = await pool.query(
      `DELETE FROM telemetry WHERE device_id = $1 AND at IN (
         SELECT at FROM telemetry WHERE device_id = $1 AND at > $2 ORDER BY at LIMIT $3)`,
      [deviceId, since, rowsPerStatement],
    );
    rowCount = result.rowCount ?? 0;
  }
  for (const { table, widthMs } of rollupLevels) {
    const bucket = since - (since % widthMs);
    await pool.query(
      `DELETE FROM ${table} WHERE device_id = $1 AND (at > $2 OR at = $3
         AND NOT EXISTS (SELECT FROM telemetry WHERE device_id = $1 AND telemetry.at >= $3 AND telemetry.at <= $2)
         AND NOT EXISTS (SELECT FROM telemetry_packed WHERE device_id = $1 AND telemetry_packed.at BETWEEN $3 AND $2))`,
      [deviceId, since, bucket],
    );
  }
  // Buckets that began before hold some of what was removed; they are made again when the hour that is running has ended.
  await pool.query('INSERT INTO telemetry_dirty_hours (device_id, hour) VALUES ($1, $2), ($1, $3)', [
    deviceId,
    hourOf(now),
    hourOf(since),
  ]);
  return removed;
}

/** Removes packed hours behind an instant, and turns the one that reaches over it into rows. */
async function unpackAfter(pool: pg.Pool, deviceId: number, since: number): Promise<void> {
  for (const table of ['telemetry_packed', 'rollup_packed']) {
    await pool.query(`DELETE FROM ${table} WHERE device_id = $1 AND at > $2`, [deviceId, since]);
  }
  await inTransaction(pool, (client) => unpackHours(client, [{ deviceId, hour: hourOf(since) }]));
}
