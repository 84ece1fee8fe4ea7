import type { Database } from '../../../platform/database/index.ts';

/** `telemetry`: messages; `reports`: what boards reported besides. */
export type RecordKind = 'telemetry' | 'reports';

export interface LeftRecord {
  readonly id: number;
  readonly kind: RecordKind;
  readonly record: Buffer;
}

export function leftRecordsRepository({ pool }: Pick<Database, 'pool'>) {
  return {
    async add(kind: RecordKind, records: readonly Buffer[]): Promise<void> {
      await pool.query('INSERT INTO left_records (kind, record) SELECT $1, unnest($2::bytea[])', [kind, records]);
    },

    /** The oldest but those of `skipped`. */
    async oldest(limit: number, skipped: readonly number[]): Promise<LeftRecord[]> {
      const { rows } = await pool.query<LeftRecord>(
        'SELECT id, kind, record FROM left_records WHERE id <> ALL($2::bigint[]) ORDER BY id LIMIT $1',
        [limit, skipped],
      );
      return rows;
    },

    async remove(ids: readonly number[]): Promise<void> {
      await pool.query('DELETE FROM left_records WHERE id = ANY($1::bigint[])', [ids]);
    },
  };
}
