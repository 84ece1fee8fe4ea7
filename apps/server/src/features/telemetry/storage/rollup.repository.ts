import type pg from 'pg';
import { bucketOf } from './history-plan.ts';
import { rollupStatement } from './rollup.sql.ts';
import { type RollupLevel, rollupLevels } from './rollup-levels.ts';

/** An hour of a device to roll up again; `lastMark` is the newest of its marks that were seen. */
export interface DirtyHour {
  readonly deviceId: number;
  readonly accountId: number | null;
  readonly hour: number;
  readonly lastMark: number;
  /** From when on each hour of the device has all its messages, ms since the epoch; null: none were removed. */
  readonly messagesSince: number | null;
  readonly slots: number;
  /** Whether messages of it are packed: they are damaged, else they had been unpacked together with the mark. */
  readonly isDamaged: boolean;
}

/** Hours of a device that follow each other, rolled up as one; `until` is exclusive. */
export interface DirtySpan extends Omit<DirtyHour, 'hour' | 'lastMark' | 'messagesSince' | 'slots' | 'isDamaged'> {
  readonly from: number;
  until: number;
}

export type RollupRepository = ReturnType<typeof rollupRepository>;

/** Which hours are to be rolled up, and the rollups. */
export function rollupRepository(pool: pg.Pool) {
  return {
    async listDirty({ until, limit, without }: { until: number; limit: number; without: readonly number[] }) {
      const { rows } = await pool.query<DirtyHour>(
        `SELECT dirty.*, devices.account_id AS "accountId", devices.messages_since AS "messagesSince", coalesce(slots, 0) AS slots,
           EXISTS (SELECT FROM telemetry_packed WHERE device_id = dirty."deviceId" AND at = dirty.hour) AS "isDamaged"
         FROM (
           SELECT device_id AS "deviceId", hour, max(id) AS "lastMark" FROM telemetry_dirty_hours
           WHERE hour <= $1 AND device_id <> ALL($3::int[]) GROUP BY device_id, hour ORDER BY max(id) LIMIT $2
         ) AS dirty
         LEFT JOIN devices ON devices.id = dirty."deviceId"
         LEFT JOIN LATERAL (
           SELECT max(slot) AS slots FROM variables WHERE device_id = dirty."deviceId"
         ) AS shape ON true
         ORDER BY "deviceId", hour`,
        [until, limit, without],
      );
      return rows;
    },

    /** Makes the rollups of a span again and takes off its marks up to the last one. */
    async update(span: DirtySpan, lastMark: number): Promise<void> {
      const client = await pool.connect();
      let failed = true;
      try {
        await client.query('BEGIN');
        // Counted only now: a message may have brought another variable since the hour was listed, without a mark of its own.
        const { rows } = await client.query<{ slots: number }>(
          'SELECT max(slot) AS slots FROM variables WHERE device_id = $1',
          [span.deviceId],
        );
        for (const level of rollupLevels) await updateLevel(client, level, span, rows[0]?.slots ?? 0);
        await client.query(
          'DELETE FROM telemetry_dirty_hours WHERE device_id = $1 AND hour >= $2 AND hour < $3 AND id <= $4',
          [span.deviceId, span.from, span.until, lastMark],
        );
        await client.query('COMMIT');
        failed = false;
      } finally {
        client.release(failed);
      }
    },

    /** Takes off the marks of hours up to the last one. */
    async forget(hours: readonly DirtyHour[], lastMark: number): Promise<void> {
      await pool.query(
        `DELETE FROM telemetry_dirty_hours AS mark USING unnest($1::int[], $2::bigint[]) AS passed(device_id, hour)
         WHERE mark.device_id = passed.device_id AND mark.hour = passed.hour AND mark.id <= $3`,
        [hours.map(({ deviceId }) => deviceId), hours.map(({ hour }) => hour), lastMark],
      );
    },
  };
}

async function updateLevel(client: pg.PoolClient, level: RollupLevel, span: DirtySpan, slots: number): Promise<void> {
  const { widthMs, table } = level;
  await client.query({
    // A prepared statement: the text differs by the number of slots only.
    name: `${table} ${slots}`,
    text: rollupStatement(level, slots),
    values: [span.deviceId, bucketOf(span.from, widthMs), bucketOf(span.until - 1, widthMs) + widthMs],
  });
}
