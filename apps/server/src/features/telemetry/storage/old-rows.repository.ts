import type pg from 'pg';
import { hourMs, removePackedMessages } from '../packing/index.ts';
import { listPartitions } from './partitions.repository.ts';
import { rollupLevels } from './rollup-levels.ts';

/** Small enough that a deletion never holds up the writer. */
const rowsPerStatement = 5_000;

export type OldRowsRepository = ReturnType<typeof oldRowsRepository>;

/** Removes stored messages, rollups and times of connection. */
export function oldRowsRepository(pool: pg.Pool) {
  const inBatches = async (statement: string, values: readonly number[]): Promise<void> => {
    for (;;) {
      const { rowCount } = await pool.query(statement, [...values, rowsPerStatement]);
      if (rowCount === null || rowCount < rowsPerStatement) return;
    }
  };

  return {
    listPartitions: () => listPartitions(pool),

    async listDevices(): Promise<{ id: number; accountId: number }[]> {
      return (await pool.query('SELECT id, account_id AS "accountId" FROM devices')).rows;
    },

    /** From when on each hour of a device has all its messages, ms since the epoch; 0: none were removed. */
    async messagesSince(deviceId: number): Promise<number> {
      const { rows } = await pool.query<{ since: number | null }>(
        'SELECT messages_since AS since FROM devices WHERE id = $1',
        [deviceId],
      );
      return rows[0]?.since ?? 0;
    },

    /** Messages of an hour that waits to be rolled up stay until it was, and those of later ones with it. */
    async removeMessages(deviceId: number, until: number): Promise<void> {
      // Stored first: an hour that lost messages is never rolled up again.
      const { rows } = await pool.query<{ before: number }>(
        `UPDATE devices SET messages_since = greatest(messages_since, least($2, (
           SELECT min(hour) FROM telemetry_dirty_hours WHERE device_id = $1 AND hour >= coalesce(messages_since, 0)
         ))) WHERE id = $1 AND (
           EXISTS (SELECT FROM telemetry WHERE device_id = $1 AND at < $2)
           OR EXISTS (SELECT FROM telemetry_packed WHERE device_id = $1 AND at < $2)
         ) RETURNING least(messages_since, $2) AS before`,
        [deviceId, until],
      );
      const before = rows[0]?.before;
      if (before === undefined) return;
      await inBatches(
        `DELETE FROM telemetry WHERE device_id = $1 AND at IN (
           SELECT at FROM telemetry WHERE device_id = $1 AND at < $2
             AND at - at % ${hourMs} NOT IN (SELECT hour FROM telemetry_dirty_hours WHERE device_id = $1)
           ORDER BY at LIMIT $3)`,
        [deviceId, before],
      );
      // Of a packed hour that reaches over the border nothing goes yet.
      while (await removePackedMessages(pool, deviceId, before)) {
        // The next hours.
      }
    },

    async removeRollups(deviceId: number, before: number): Promise<void> {
      for (const { table } of rollupLevels) {
        await inBatches(
          `DELETE FROM ${table} WHERE device_id = $1 AND at IN (
             SELECT at FROM ${table} WHERE device_id = $1 AND at < $2 ORDER BY at LIMIT $3)`,
          [deviceId, before],
        );
      }
      await inBatches(
        `DELETE FROM rollup_packed WHERE device_id = $1 AND at IN (
           SELECT at FROM rollup_packed WHERE device_id = $1 AND at <= $2 ORDER BY at LIMIT $3)`,
        [deviceId, before - hourMs],
      );
    },

    /** Removes when a board was connected before an instant; the last time stays, since from its end on the board was away. */
    async removePresence(deviceId: number, before: number): Promise<void> {
      await inBatches(
        `DELETE FROM presence WHERE device_id = $1 AND online_at IN (
           SELECT online_at FROM presence WHERE device_id = $1
             AND online_at < (SELECT max(online_at) FROM presence WHERE device_id = $1 AND online_at <= $2)
           ORDER BY online_at LIMIT $3)`,
        [deviceId, before],
      );
    },

    /** The tables of messages have no foreign key, because checking it would cost a third of the writer's time. */
    async removeOrphans(): Promise<void> {
      const tables = ['telemetry', 'telemetry_packed', 'rollup_packed', ...rollupLevels.map((level) => level.table)];
      for (const table of tables) {
        // Jumps from device to device along the index instead of reading all rows.
        const { rows } = await pool.query<{ id: number }>(
          `WITH RECURSIVE found AS (
             (SELECT device_id FROM ${table} ORDER BY device_id LIMIT 1)
             UNION ALL
             SELECT (SELECT device_id FROM ${table} WHERE device_id > found.device_id ORDER BY device_id LIMIT 1)
             FROM found WHERE found.device_id IS NOT NULL
           )
           SELECT device_id AS id FROM found WHERE device_id IS NOT NULL AND device_id NOT IN (SELECT id FROM devices)`,
        );
        for (const { id } of rows) {
          await inBatches(
            `DELETE FROM ${table} WHERE device_id = $1 AND at IN (
               SELECT at FROM ${table} WHERE device_id = $1 ORDER BY at LIMIT $2)`,
            [id],
          );
        }
      }
    },

    /** Returns whether the partition had no rows and is gone; throws when that would take long. */
    async dropIfEmpty(name: string): Promise<boolean> {
      const client = await pool.connect();
      let failed = true;
      try {
        await client.query('BEGIN');
        // Rather try again tomorrow than make the writer wait behind a long query.
        await client.query(`SET LOCAL lock_timeout = '1s'`);
        await client.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE`);
        const { rows } = await client.query(`SELECT FROM ${name} LIMIT 1`);
        if (rows.length === 0) await client.query(`DROP TABLE ${name}`);
        await client.query('COMMIT');
        failed = false;
        return rows.length === 0;
      } finally {
        client.release(failed);
      }
    },
  };
}
