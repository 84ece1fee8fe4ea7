import { createReadStream } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';

const identifier = '(?:[a-z_][a-z0-9_]*|"[^"]+")';
const column = z.string().regex(new RegExp(`^${identifier}$`));
const table = z.string().regex(new RegExp(`^(?:public|drizzle)\\.${identifier}$`));
const limit = "(?:'?-?\\d+'?|MINVALUE|MAXVALUE)";
const bound = z.string().regex(new RegExp(`^(?:DEFAULT|FOR VALUES FROM \\(${limit}\\) TO \\(${limit}\\))$`));

/**
 * What is made again before rows are loaded, and what the rows do not show. It comes from an archive and becomes SQL: nothing but names and
 * bounds as PostgreSQL writes them.
 */
export const rowTablesSchema = z.object({
  tables: z.array(
    z.object({
      /** With its schema, as in the sums; the folder of its rows. */
      name: z.string().regex(/^[^/]*[^/.][^/]*$/),
      quoted: table,
      /** In their order, quoted. */
      columns: z.array(column),
      /** Of a partition: of which table, and the bound that its rows are within. */
      partition: z.object({ of: table, bound }).nullable(),
    }),
  ),
  /** The last number that each has given; null: none yet. */
  sequences: z.array(z.object({ quoted: z.string(), last: z.string().nullable() })),
});
export type RowTables = z.infer<typeof rowTablesSchema>;
export type RowTable = RowTables['tables'][number];

/** All rows of a database, in the text format of COPY, which every PostgreSQL reads. */
export interface RowSource extends RowTables {
  read(table: RowTable): AsyncIterable<Buffer>;
}

/** The rows of jobs are made again by each start. */
const leftOutSchema = 'pgboss';
/** Files on their way into the history are chosen again, and may be large. */
const leftOutTables = ['public.imports', 'public.import_pieces'];

/** Whether the rows of a table, named with its schema, are in no archive of rows, and in no database that was restored. */
export const isLeftOut = (name: string): boolean =>
  name.startsWith(`${leftOutSchema}.`) || leftOutTables.includes(name);

/** Removes from a database that was recovered with all its files what is not to be restored. */
export async function removeLeftOut(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(name) IS NOT NULL',
    [leftOutTables],
  );
  if (rows.length > 0) await client.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
}

/** Connects with the settings on which the text of a value depends, so that sums of any two databases compare. */
export async function openForRows(url: string, name = 'cyno backup'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'; SET intervalstyle = 'postgres'; SET bytea_output = 'hex';
     SET extra_float_digits = 1; SET client_encoding = 'UTF8'; SET lock_timeout = 0; SET statement_timeout = 0`,
  );
  return client;
}

/** The rows that the transaction of `client` sees. */
export async function rowsOf(client: pg.Client): Promise<RowSource> {
  const { rows: tables } = await client.query<RowTable>(
    `SELECT n.nspname || '.' || c.relname AS name, format('%I.%I', n.nspname, c.relname) AS quoted,
       (SELECT array_agg(quote_ident(a.attname) ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       (SELECT jsonb_build_object('of', format('%I.%I', pn.nspname, p.relname), 'bound', pg_get_expr(c.relpartbound, c.oid))
        FROM pg_inherits i JOIN pg_class p ON p.oid = i.inhparent JOIN pg_namespace pn ON pn.oid = p.relnamespace
        WHERE i.inhrelid = c.oid AND c.relispartition) AS partition
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%'
     ORDER BY name`,
  );
  const { rows: sequences } = await client.query<RowTables['sequences'][number]>(
    `SELECT format('%I.%I', schemaname, sequencename) AS quoted, last_value::text AS last FROM pg_sequences
     WHERE schemaname <> '${leftOutSchema}' ORDER BY quoted`,
  );
  return {
    tables: tables.filter(({ name }) => !isLeftOut(name)),
    sequences,
    read: ({ quoted, columns }) =>
      client.query(copyTo(`COPY (SELECT ${columns.join(', ')} FROM ONLY ${quoted}) TO STDOUT`)),
  };
}

/** The rows that were unpacked into a folder; each table has one of its own. What was read is deleted, so that the disk holds it once. */
export function rowsIn(folder: string, tables: RowTables): RowSource {
  return {
    ...tables,
    async *read({ name }) {
      const parts = await readdir(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return [];
      });
      for (const part of parts.sort()) {
        const path = join(folder, name, part);
        yield* createReadStream(path, { highWaterMark: 256 * 1_024 });
        await rm(path);
      }
    },
  };
}
