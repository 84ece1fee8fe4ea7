import type { Database } from '../database/index.ts';

interface AbandonedJob {
  readonly id: string;
  readonly name: string;
}

/**
 * Jobs that count as running although no server has renewed their heartbeat: the one that ran them was killed. Left alone they would keep
 * their queue closed until they expire, 15 minutes after they began.
 */
export async function findAbandonedJobs(
  database: Database,
  names: readonly string[],
  heartbeatSeconds: number,
): Promise<AbandonedJob[]> {
  const { rows } = await database.pool.query<AbandonedJob>(
    `SELECT id, name FROM pgboss.job WHERE name = ANY($1::text[]) AND state = 'active'
       AND coalesce(heartbeat_on, started_on) < now() - make_interval(secs => $2)`,
    [names, heartbeatSeconds],
  );
  return rows;
}
