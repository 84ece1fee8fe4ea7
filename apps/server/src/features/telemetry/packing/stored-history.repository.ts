import type { StoredHistory } from '@cyno/contract';
import { type Reads, within } from '../../../platform/database/index.ts';

const timeoutMs = 5_000;
/** About, of a message as a row, where the database has not counted a table yet. */
const bytesPerRow = 110;

/** How much of what is measured is stored, packed and as rows. Rejects when that takes long. */
export async function readStoredHistory(reads: Reads): Promise<Omit<StoredHistory, 'refusedHours' | 'damagedHours'>> {
  const sizeOf = (condition: string) => `(SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::float8 FROM pg_class
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND ${condition})`;
  const isRow = `relname LIKE 'telemetry\\_2%'`;
  const { rows } = await reads.run((client) =>
    client.query<Omit<StoredHistory, 'refusedHours' | 'damagedHours'>>(
      within(timeoutMs, {
        text: `SELECT (SELECT coalesce(sum(messages), 0)::float8 FROM telemetry_packed) AS "packedMessages",
          ${sizeOf(`relname = 'telemetry_packed'`)} AS "packedBytes",
          (SELECT coalesce(sum(CASE WHEN reltuples < 0 THEN pg_relation_size(oid) / ${bytesPerRow} ELSE reltuples END), 0)::float8
           FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND ${isRow}) AS "rowMessages",
          ${sizeOf(isRow)} AS "rowBytes", ${sizeOf(`relname LIKE 'rollup\\_%'`)} AS "rollupBytes"`,
      }),
    ),
  );
  const [found] = rows;
  if (!found) throw new Error('The database gave no sizes');
  return found;
}
