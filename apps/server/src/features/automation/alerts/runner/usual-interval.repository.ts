import type pg from 'pg';
import type { UsualInterval } from '../machines/silence-detector.ts';

/** How a device reported earlier counts little. */
const lookbackMs = 14 * 24 * 3_600_000;
/** A board whose longer gaps are so much longer than most sends when something happens. */
const irregularFactor = 3;

/** The SQL of how often devices usually send. */
export function usualIntervalRepository(pool: pg.Pool) {
  return {
    /**
     * The usual time between messages of devices, by their ids; left out: too few are known. It is the longest of ten gaps between
     * the last hundred messages, so that an outage hardly counts and a few messages at once do not either; of a board that sleeps, which
     * is mostly away and may bring messages of then, at least the usual time from one connection to the next.
     */
    async find(deviceIds: readonly number[], now: number): Promise<Map<number, UsualInterval>> {
      const { rows } = await pool.query<{ id: number; usual: number | null; middle: number | null }>(
        `SELECT device.id, greatest(messages.usual, connections.usual) AS usual, messages.middle
         FROM unnest($1::int[]) AS device(id)
         CROSS JOIN LATERAL (
           SELECT CASE WHEN count(gap) >= 2 THEN percentile_cont(0.9) WITHIN GROUP (ORDER BY gap) END AS usual,
             percentile_cont(0.5) WITHIN GROUP (ORDER BY gap) AS middle FROM (
             SELECT at - lag(at) OVER (ORDER BY at) AS gap FROM (
               SELECT at FROM telemetry WHERE device_id = device.id AND at > $2 AND at <= $3 ORDER BY at DESC LIMIT 100
             ) AS newest
           ) AS gaps
         ) AS messages
         CROSS JOIN LATERAL (
           SELECT CASE WHEN count(away) >= 3
               AND percentile_cont(0.5) WITHIN GROUP (ORDER BY away) > percentile_cont(0.5) WITHIN GROUP (ORDER BY there)
             THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY away + there) END AS usual FROM (
             SELECT offline_at - online_at AS there, online_at - lag(offline_at) OVER (ORDER BY online_at) AS away FROM (
               SELECT online_at, offline_at FROM presence
               WHERE device_id = device.id AND online_at > $2 AND offline_at IS NOT NULL ORDER BY online_at DESC LIMIT 20
             ) AS newest
           ) AS visits
         ) AS connections`,
        [deviceIds, now - lookbackMs, now],
      );
      return new Map(
        rows.flatMap(({ id, usual: ms, middle }) =>
          ms === null ? [] : [[id, { ms, isRegular: ms <= irregularFactor * (middle ?? 0) }] as const],
        ),
      );
    },
  };
}

export type UsualIntervalRepository = ReturnType<typeof usualIntervalRepository>;
