import type pg from 'pg';

export const rollups = ['rollup_1m', 'rollup_5m', 'rollup_1h', 'rollup_1d'] as const;
/** What history is stored in. */
export const historyTables = ['telemetry', 'telemetry_packed', 'rollup_packed', ...rollups] as const;
export type HistoryTable = (typeof historyTables)[number];
export type Sizes = Readonly<Record<HistoryTable, number>>;

/**
 * Bytes that the tables would take if there were these devices alone: their rows are copied in the order in which they were stored. What an
 * empty table takes is left out.
 */
export async function sizesOf(database: pg.Pool, devices: readonly number[]): Promise<Sizes> {
  const sizes: [HistoryTable, number][] = [];
  for (const table of historyTables) {
    await database.query(`CREATE UNLOGGED TABLE copied (LIKE ${table} INCLUDING ALL)`);
    // LIKE leaves it out.
    if (table.endsWith('_packed')) await database.query('ALTER TABLE copied SET (toast_tuple_target = 8160)');
    const empty = await sizeOf(database, 'copied');
    await database.query(`INSERT INTO copied SELECT * FROM ${table} WHERE device_id = ANY($1) ORDER BY at, device_id`, [
      devices,
    ]);
    sizes.push([table, (await sizeOf(database, 'copied')) - empty]);
    await database.query('DROP TABLE copied');
  }
  return Object.fromEntries(sizes) as Record<HistoryTable, number>;
}

/** Bytes that the tables of all devices take, free space included. */
export async function wholeSizes(database: pg.Pool): Promise<Sizes> {
  const sizes: [HistoryTable, number][] = [];
  for (const table of historyTables) sizes.push([table, await sizeOf(database, table)]);
  return Object.fromEntries(sizes) as Record<HistoryTable, number>;
}

/** With indexes and what is stored apart, of all partitions. */
async function sizeOf(database: pg.Pool, table: string): Promise<number> {
  const { rows } = await database.query<{ bytes: number }>(
    `SELECT coalesce(
       (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree($1::text::regclass)), pg_total_relation_size($1::text::regclass)
     )::float8 AS bytes`,
    [table],
  );
  return rows[0]?.bytes ?? 0;
}

export const sumOf = (sizes: Sizes, tables: readonly HistoryTable[] = historyTables): number =>
  tables.reduce((sum, table) => sum + sizes[table], 0);
