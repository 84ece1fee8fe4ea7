import type pg from 'pg';

/** What a table holds: its rows, and a sum over them that does not depend on their order. */
export interface TableSum {
  readonly rows: string;
  readonly sum: string;
}

export type TableSums = Readonly<Record<string, TableSum>>;

/** Types that PostgreSQL cannot hash: their rows are hashed as texts. */
const unhashable = [
  'json',
  'xml',
  'point',
  'line',
  'lseg',
  'box',
  'path',
  'polygon',
  'circle',
  'tsvector',
  'tsquery',
  'bit',
  'varbit',
  'money',
];

interface Table {
  readonly name: string;
  readonly quoted: string;
  readonly asText: boolean;
}

interface SumOptions {
  /** Hashes of some types depend on the database; those of their texts do not. */
  readonly asText?: boolean;
  /** Whether a table, named with its schema, is not summed. */
  readonly leftOut?: (name: string) => boolean;
}

/** Counts and sums every table that is stored, in the transaction of `client`; `onTable` hears of each. */
export async function sumTables(
  client: pg.Client,
  onTable: (done: number, all: number) => void = () => {},
  { asText: allAsText = false, leftOut = () => false }: SumOptions = {},
): Promise<TableSums> {
  // Processes that PostgreSQL starts to count with would have the priority of all others, and boards come first.
  await client.query('SET max_parallel_workers_per_gather = 0');
  const tables = (await listTables(client)).filter(({ name }) => !leftOut(name));
  const sums: [string, TableSum][] = [];
  for (const [index, { name, quoted, asText }] of tables.entries()) {
    onTable(index, tables.length);
    const hash = asText || allAsText ? 'hashtextextended(r::text, 0)' : 'hash_record_extended(r, 0)';
    const { rows } = await client.query<TableSum>(
      `SELECT count(*)::text AS rows, coalesce(sum(${hash}), 0)::text AS sum FROM ONLY ${quoted} AS r`,
    );
    if (rows[0]) sums.push([name, rows[0]]);
  }
  return Object.fromEntries(sums);
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS quoted,
       EXISTS (
         SELECT FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type e ON e.oid = t.typelem
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND (t.typname = ANY($1) OR e.typname = ANY($1))
       ) AS "asText"
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
     ORDER BY name`,
    [unhashable],
  );
  return rows;
}

/** The tables that differ, or that only one side has. */
export function differingTables(expected: TableSums, found: TableSums): string[] {
  const names = new Set([...Object.keys(expected), ...Object.keys(found)]);
  return [...names].filter((name) => {
    const [one, other] = [expected[name], found[name]];
    return one?.rows !== other?.rows || one?.sum !== other?.sum;
  });
}

export function countRows(sums: TableSums): number {
  return Object.values(sums).reduce((rows, table) => rows + Number(table.rows), 0);
}
