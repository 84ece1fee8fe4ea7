import type { DatabaseFigures } from '@cyno/contract';
import type { Database } from '../../../../platform/database/index.ts';

interface Sizes {
  readonly databaseBytes: number;
  readonly telemetryBytes: number;
  /** Null: the user of the database may not see it. */
  readonly walBytes: number | null;
}

const slowAfterSeconds = 5;

/** What the database reports about itself. */
export const databaseFiguresRepository = ({ pool }: Database) => ({
  /** How long a small query takes, ms; waiting for a connection counts. */
  async latencyMs(): Promise<number> {
    const begun = performance.now();
    await pool.query('SELECT 1');
    return performance.now() - begun;
  },

  async sizes(): Promise<Sizes> {
    const { rows } = await pool.query<Omit<Sizes, 'walBytes'>>(
      `SELECT pg_database_size(current_database()) AS "databaseBytes",
         (SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::int8 FROM pg_class
            WHERE relkind = 'r' AND relname LIKE 'telemetry%' AND relnamespace = 'public'::regnamespace) AS "telemetryBytes"`,
    );
    const wal = await pool
      .query<{ bytes: number | null }>('SELECT sum(size)::int8 AS bytes FROM pg_ls_waldir()')
      .catch(() => undefined);
    return { ...(rows[0] ?? { databaseBytes: 0, telemetryBytes: 0 }), walBytes: wal?.rows[0]?.bytes ?? null };
  },

  async figures(): Promise<Omit<DatabaseFigures, 'latencyMs' | 'isEmbedded' | 'sizeBytes'>> {
    const { rows } = await pool.query<Omit<DatabaseFigures, 'latencyMs' | 'isEmbedded' | 'sizeBytes'>>(
      `SELECT current_setting('server_version') AS version, current_setting('max_connections')::int AS "maxConnections",
         count(*) FILTER (WHERE backend_type = 'client backend')::int AS connections,
         count(*) FILTER (WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'
           AND query_start < now() - make_interval(secs => $1))::int AS "slowQueries",
         (extract(epoch FROM now() - min(xact_start) FILTER (WHERE pid <> pg_backend_pid()
           AND backend_type = 'client backend')) * 1000)::int8 AS "oldestTransactionMs"
       FROM pg_stat_activity`,
      [slowAfterSeconds],
    );
    const [row] = rows;
    if (!row) throw new Error('The database reports nothing about itself');
    return row;
  },

  /** The newest migration, and how many there are. */
  async migrations(): Promise<{ count: number; newestAt: number | null }> {
    const { rows } = await pool.query<{ count: number; newestAt: number | null }>(
      'SELECT count(*)::int AS count, max(created_at)::int8 AS "newestAt" FROM drizzle.__drizzle_migrations',
    );
    return rows[0] ?? { count: 0, newestAt: null };
  },
});
