import type pg from 'pg';

interface Range {
  readonly deviceId: number;
  readonly from: number;
  readonly to: number;
}

/** What failed or succeeded. */
export interface PastOutcome {
  readonly at: number;
  readonly failed: boolean;
  readonly what: string;
  readonly reason: string | null;
}

/** The SQL of what happened to a device besides what it measured. */
export function pastEventsRepository(pool: pg.Pool) {
  const outcomes = async (text: string, { deviceId, from, to }: Range): Promise<PastOutcome[]> =>
    (await pool.query<PastOutcome>(text, [deviceId, from, to])).rows;
  return {
    /** The Wi-Fi signal by the hour, dBm. */
    async signal({ deviceId, from, to }: Range): Promise<{ hour: number; weakest: number; newest: number }[]> {
      const { rows } = await pool.query<{ hour: number; weakest: number; newest: number }>(
        'SELECT hour, weakest, newest FROM signal_hours WHERE device_id = $1 AND hour >= $2 AND hour < $3 ORDER BY hour',
        [deviceId, from, to],
      );
      return rows;
    },

    commands: (range: Range) =>
      outcomes(
        `SELECT coalesce(answered_at, sent_at, created_at) AS at, state <> 'acknowledged' AS failed, target AS what, reason
         FROM commands WHERE device_id = $1 AND state IN ('failed', 'expired', 'acknowledged')
           AND created_at >= $2 AND created_at < $3 ORDER BY 1`,
        range,
      ),

    updates: (range: Range) =>
      outcomes(
        `SELECT finished_at AS at, state = 'failed' AS failed, '' AS what, reason FROM firmware_jobs
         WHERE device_id = $1 AND state IN ('failed', 'succeeded') AND finished_at >= $2 AND finished_at < $3 ORDER BY 1`,
        range,
      ),
  };
}

export type PastEventsRepository = ReturnType<typeof pastEventsRepository>;
