import { z } from 'zod';
import type { TableSums } from '../postgres/table-sums.ts';

/** Of archives; a newer one is refused. The first holds files of PostgreSQL, the second the rows of each table. */
export const archiveFormats = { cluster: 1, rows: 2 } as const;
export const newestFormat = archiveFormats.rows;

/** Stands first in an archive: what it is, and whether this machine can use it. */
export const manifestSchema = z.object({
  format: z.int(),
  /** The version of Cyno that made it. */
  version: z.string(),
  /** The newest migration of its database, ms since the epoch. */
  migration: z.number(),
  /** When it was begun, ISO 8601. */
  createdAt: z.string(),
  /** Files of PostgreSQL fit only the same version on the same kind of processor. */
  postgres: z.int(),
  platform: z.string(),
  /** What it takes when it is unpacked, about. */
  bytes: z.number().nonnegative(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Rows as text may take twice what the database does, and those that are not loaded yet stand beside those that are. */
const rowsFactor = 2.5;

/** What the disk needs to restore an archive with a PostgreSQL of our own, about. */
export const restoredBytes = ({ format, bytes }: Manifest): number =>
  format === archiveFormats.rows ? bytes * rowsFactor : bytes;

/** A file of the archive, and none outside of it. */
const fileName = z.string().regex(/^(?!\/)(?!(?:.*\/)?\.\.(?:\/|$))/s);

/** Stands last in an archive, so that one that is cut off has none: what is compared after a restore. */
export const checksSchema = z.object({
  /** The instant that it holds, ISO 8601. */
  at: z.string(),
  /** The restore point in its log at which it is recovered; empty where it holds rows. */
  point: z.string(),
  /** SHA-256 (hex) of the files beside the database and of the log, by their names in the archive. */
  files: z.record(fileName, z.string()),
  tables: z.record(z.string(), z.object({ rows: z.string(), sum: z.string() })),
});
export interface Checks {
  readonly at: string;
  readonly point: string;
  readonly files: Readonly<Record<string, string>>;
  readonly tables: TableSums;
}

/** Names in the archive; everything else, which is nothing where it holds rows, is the data directory of PostgreSQL as it stands. */
export const names = {
  manifest: 'cyno/manifest.json',
  checks: 'cyno/checks.json',
  files: 'cyno/files/',
  tables: 'cyno/tables.json',
  rows: 'cyno/rows/',
};
