import type { Database } from '../../../../platform/database/index.ts';
import type { DeviceRecord } from '../devices.directory.ts';

/** A time in which a board was connected, ms since the epoch. */
export interface Interval {
  deviceId: number;
  onlineAt: number;
  offlineAt: number | null;
}

/** When boards were connected, and when they were heard last. */
export function presenceRepository({ pool }: Database) {
  return {
    async saveHeartbeat(now: number): Promise<void> {
      await pool.query(
        `insert into server_state (key, value) values ('heartbeat', to_jsonb($1::bigint))
         on conflict (key) do update set value = excluded.value, updated_at = now()`,
        [now],
      );
    },

    /** Closes what is open at the last heartbeat. */
    async closeAll(): Promise<void> {
      await pool.query(
        `update presence set offline_at = greatest(online_at, coalesce(
           (select (value #>> '{}')::bigint from server_state where key = 'heartbeat'), online_at))
         where offline_at is null`,
      );
    },

    async save(intervals: readonly Interval[], records: readonly DeviceRecord[]): Promise<void> {
      if (intervals.length > 0) {
        await pool.query(
          `insert into presence (device_id, online_at, offline_at)
             select distinct on (i.device_id, i.online_at) i.* from unnest($1::int[], $2::bigint[], $3::bigint[]) as i(device_id, online_at, offline_at)
             join devices on devices.id = i.device_id order by i.device_id, i.online_at, i.offline_at nulls last
             on conflict (device_id, online_at) do update set offline_at = excluded.offline_at`,
          [intervals.map((i) => i.deviceId), intervals.map((i) => i.onlineAt), intervals.map((i) => i.offlineAt)],
        );
      }
      if (records.length > 0) {
        await pool.query(
          `update devices set last_seen_at = to_timestamp(seen / 1000.0), online_changed_at = to_timestamp(changed / 1000.0),
             spoke_at = coalesce(spoke_at, to_timestamp(spoke / 1000.0))
           from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) as touched(id, seen, changed, spoke)
           where devices.id = touched.id`,
          [
            records.map((r) => r.id),
            records.map((r) => r.lastSeenAt),
            records.map((r) => r.onlineChangedAt),
            records.map((r) => r.spokeAt),
          ],
        );
      }
    },
  };
}
