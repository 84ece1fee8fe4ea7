import type { BoardHealth, BoardHealthQuery } from '@cyno/contract';
import type pg from 'pg';

export type BoardHealthRepository = ReturnType<typeof boardHealthRepository>;

/** What was heard of one board in one hour, dBm. */
export interface SignalHour {
  readonly deviceId: number;
  readonly hour: number;
  readonly weakest: number;
  readonly strongest: number;
  readonly newest: number;
}

export interface BoardStart {
  readonly deviceId: number;
  readonly at: number;
}

const hourMs = 3_600_000;
const maxParts = 200;
const maxStarts = 200;

/** The SQL of how boards fare. The joins leave out devices that are gone by now. */
export function boardHealthRepository(pool: pg.Pool) {
  return {
    async saveSignal(hours: readonly SignalHour[]): Promise<void> {
      await pool.query(
        `INSERT INTO signal_hours AS kept (device_id, hour, weakest, strongest, newest)
         SELECT heard.* FROM unnest($1::int[], $2::bigint[], $3::smallint[], $4::smallint[], $5::smallint[])
           AS heard(device_id, hour, weakest, strongest, newest)
         JOIN devices ON devices.id = heard.device_id
         ON CONFLICT (device_id, hour) DO UPDATE SET weakest = least(kept.weakest, excluded.weakest),
           strongest = greatest(kept.strongest, excluded.strongest), newest = excluded.newest`,
        [
          hours.map(({ deviceId }) => deviceId),
          hours.map(({ hour }) => hour),
          hours.map(({ weakest }) => weakest),
          hours.map(({ strongest }) => strongest),
          hours.map(({ newest }) => newest),
        ],
      );
    },

    async saveStarts(starts: readonly BoardStart[]): Promise<void> {
      await pool.query(
        `INSERT INTO board_starts (device_id, at) SELECT started.* FROM unnest($1::int[], $2::bigint[]) AS started(device_id, at)
         JOIN devices ON devices.id = started.device_id ON CONFLICT DO NOTHING`,
        [starts.map(({ deviceId }) => deviceId), starts.map(({ at }) => at)],
      );
    },

    async read(deviceId: number, { from, to }: BoardHealthQuery): Promise<Omit<BoardHealth, 'twoBoards'>> {
      // Whole hours, and no more parts than a lane can show.
      const widthMs = Math.max(1, Math.ceil((to - from) / hourMs / maxParts)) * hourMs;
      const [signal, starts, count] = await Promise.all([
        pool.query<BoardHealth['signal'][number]>(
          `SELECT min(hour) AS from, max(hour) + ${hourMs} AS to, min(weakest) AS weakest, max(strongest) AS strongest
           FROM signal_hours WHERE device_id = $1 AND hour > $2 AND hour < $3
           GROUP BY hour / $4 ORDER BY 1`,
          [deviceId, from - hourMs, to, widthMs],
        ),
        pool.query<{ at: number }>(
          'SELECT at FROM board_starts WHERE device_id = $1 AND at >= $2 AND at < $3 ORDER BY at DESC LIMIT $4',
          [deviceId, from, to, maxStarts],
        ),
        pool.query<{ count: number }>(
          'SELECT count(*) FROM board_starts WHERE device_id = $1 AND at >= $2 AND at < $3',
          [deviceId, from, to],
        ),
      ]);
      return {
        starts: starts.rows.map(({ at }) => at).reverse(),
        startCount: count.rows[0]?.count ?? 0,
        signal: signal.rows,
      };
    },

    async forget(before: number): Promise<void> {
      await pool.query('DELETE FROM signal_hours WHERE hour < $1', [before]);
      await pool.query('DELETE FROM board_starts WHERE at < $1', [before]);
    },
  };
}
