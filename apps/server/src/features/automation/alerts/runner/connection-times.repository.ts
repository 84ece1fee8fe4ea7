import type pg from 'pg';

/** The SQL of how often devices connect. */
export function connectionTimesRepository(pool: pg.Pool) {
  return {
    /**
     * The usual time from one connection to the next since an instant, ms, of devices that are mostly away, by their ids; others, and
     * those with too few connections, are left out.
     */
    async usual(deviceIds: readonly number[], since: number): Promise<Map<number, number>> {
      const { rows } = await pool.query<{ id: number; usual: number }>(
        `SELECT device.id, connections.usual FROM unnest($1::int[]) AS device(id)
         CROSS JOIN LATERAL (
           SELECT CASE WHEN count(away) >= 3
               AND percentile_cont(0.5) WITHIN GROUP (ORDER BY away) > percentile_cont(0.5) WITHIN GROUP (ORDER BY there)
             THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY away + there) END AS usual FROM (
             SELECT offline_at - online_at AS there, online_at - lag(offline_at) OVER (ORDER BY online_at) AS away FROM (
               SELECT online_at, offline_at FROM presence
               WHERE device_id = device.id AND online_at > $2 AND offline_at IS NOT NULL ORDER BY online_at DESC LIMIT 20
             ) AS newest
           ) AS visits
         ) AS connections WHERE connections.usual IS NOT NULL`,
        [deviceIds, since],
      );
      return new Map(rows.map(({ id, usual }) => [id, usual]));
    },
  };
}

export type ConnectionTimesRepository = ReturnType<typeof connectionTimesRepository>;
