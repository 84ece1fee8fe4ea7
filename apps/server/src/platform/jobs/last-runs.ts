import type { ServerJob } from '@cyno/contract';
import type { Database } from '../database/index.ts';

type LastRun = Omit<ServerJob, 'name' | 'cron'>;

interface Row {
  readonly name: string;
  readonly state: string;
  readonly begun: number | null;
  readonly ended: number | null;
  readonly skipped: boolean | null;
  readonly message: string | null;
}

/** What became of the last run of each job that has begun; pg-boss remembers them for some days. */
export async function readLastRuns(database: Database, names: readonly string[]): Promise<Map<string, LastRun>> {
  const { rows } = await database.pool.query<Row>(
    `SELECT DISTINCT ON (name) name, state::text AS state,
       (extract(epoch FROM started_on) * 1000)::int8 AS begun, (extract(epoch FROM completed_on) * 1000)::int8 AS ended,
       (output->>'skipped')::boolean AS skipped, coalesce(output->>'message', output->'value'->>'message') AS message
     FROM pgboss.job WHERE name = ANY($1::text[]) AND started_on IS NOT NULL ORDER BY name, started_on DESC`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, runOf(row)]));
}

function runOf({ state, begun, ended, skipped, message }: Row): LastRun {
  const ms = begun !== null && ended !== null ? Math.max(0, ended - begun) : null;
  if (state === 'active') return { state: 'running', at: begun, ms: null, error: null };
  if (state === 'completed') return { state: skipped ? 'skipped' : 'done', at: ended ?? begun, ms, error: null };
  return { state: 'failed', at: ended ?? begun, ms, error: (message ?? 'It was interrupted.').slice(0, 300) };
}
