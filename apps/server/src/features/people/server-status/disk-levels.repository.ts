import type { ServerDisk } from '@cyno/contract';
import type { Database } from '../../../platform/database/index.ts';

/** Notes the level of a disk and returns the one before, in one statement: of several servers at once only one gets an older one. */
export async function exchangeLevel(database: Database, { name, level }: ServerDisk): Promise<number> {
  const { rows } = await database.pool.query<{ before: number }>(
    `INSERT INTO server_state (key, value) VALUES ($1, jsonb_build_object('level', $2::int, 'before', 0))
     ON CONFLICT (key) DO UPDATE SET updated_at = now(),
       value = jsonb_build_object('level', $2::int, 'before', server_state.value->'level')
     RETURNING (value->>'before')::int AS before`,
    [`disk_level:${name}`, level],
  );
  return rows[0]?.before ?? 0;
}
