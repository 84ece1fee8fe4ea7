import { z } from 'zod';
import { line } from '../text.ts';

/** A file may have so many bytes; it comes in pieces, so that a slow line does not run into a time limit. */
export const maxImportBytes = 50 * 1024 * 1024;
export const importPieceBytes = 1024 * 1024;

/** `POST /api/device/:espid/imports`: announces a file. */
export const importRequest = z.object({
  name: line(200).min(1),
  bytes: z.number().int().min(1, 'The file is empty.').max(maxImportBytes, 'A file may have 50 MB.'),
});
export type ImportRequest = z.infer<typeof importRequest>;
export const importCreated = z.object({ id: z.string() });

/** `PUT /api/device/:espid/imports/:id/piece`: the bytes from `offset` on. */
export const importPieceQuery = z.object({ offset: z.coerce.number().int().min(0).max(maxImportBytes) });
export const importPieceReceived = z.object({ received: z.number() });

/** How the lines of a file are to be read. */
export const importLayout = z.object({
  delimiter: z.enum([',', ';', '\t', '|']),
  /** The first line has the names of the columns. */
  header: z.boolean(),
  decimal: z.enum(['.', ',']),
});
export type ImportLayout = z.infer<typeof importLayout>;

/**
 * How a time is written: ISO 8601, seconds or ms since the epoch, month first (mm/dd/yy) or day first (dd/mm/yy). A year of four digits from
 * 2400 to 2700 is of the Buddhist era.
 */
export const importTimeFormat = z.enum(['iso', 'seconds', 'milliseconds', 'mdy', 'dmy']);
export type ImportTimeFormat = z.infer<typeof importTimeFormat>;

const column = z.number().int().min(0).max(999);
export const importKind = z.enum(['number', 'boolean', 'text']);
export type ImportKind = z.infer<typeof importKind>;

/** What becomes of the columns; those that are not named are left out. */
export const importMapping = z.object({
  time: z.object({
    column,
    /** The column with the time of day, when `column` has the day alone. */
    clock: column.optional(),
    format: importTimeFormat,
    /** IANA time zone of times without one of their own. */
    zone: z.string().min(1).max(64),
  }),
  columns: z
    .array(z.object({ column, key: z.string().min(1, 'Name the variable.').max(64), kind: importKind }))
    .min(1, 'Choose at least one column.')
    .max(256),
  /**
   * Takes only lines that have this text in a column, such as those of one device; null: all lines. In a preview an empty text requests a proposal.
   */
  only: z
    .object({ column, value: z.string().max(200) })
    .nullable()
    .default(null),
});
export type ImportMapping = z.infer<typeof importMapping>;

/** `POST …/imports/:id/preview`: without a layout or a mapping the server proposes one. */
export const importPreviewRequest = z.object({
  layout: importLayout.nullable(),
  mapping: importMapping.nullable(),
  /** IANA time zone of a proposed mapping (default: the account's, else UTC). */
  zone: z.string().min(1).max(64).optional(),
});
export type ImportPreviewRequest = z.infer<typeof importPreviewRequest>;

const cell = z.union([z.number(), z.string(), z.boolean(), z.null()]);

/** The beginning of a file as it will be stored. */
export const importPreview = z.object({
  layout: importLayout,
  /** Null when no column has times. */
  mapping: importMapping.nullable(),
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** What stands in the column that lines are chosen by: the first 50 that differ. */
  choices: z.array(z.string()),
  /** At most 20; `values` belong to the columns of the mapping. `problem` is why a row would be refused. */
  rows: z.array(
    z.object({ line: z.number(), at: z.number().nullable(), values: z.array(cell), problem: z.string().nullable() }),
  ),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** `POST …/imports/:id/start`: `overwrite` puts the file's values in the place of stored ones. */
export const importStart = z.object({ layout: importLayout, mapping: importMapping, overwrite: z.boolean() });
export type ImportStart = z.infer<typeof importStart>;

/** How an import stands. A point is the values of one instant. */
export const importState = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.number(),
  state: z.enum(['waiting', 'running', 'done', 'cancelled', 'failed']),
  readBytes: z.number(),
  /** New points. */
  added: z.number(),
  /** Points that were there and got values that they lacked, or others when that was requested. */
  changed: z.number(),
  /** Points that were there already. */
  present: z.number(),
  /** Lines without a value in the chosen columns. */
  empty: z.number(),
  refused: z.number(),
  /** Lines that were not to be taken, such as those of other devices. */
  leftOut: z.number(),
  /** Why lines were refused: the first 100. */
  reasons: z.array(z.object({ line: z.number(), reason: z.string() })),
  /** Why it failed, as a sentence. */
  problem: z.string().nullable(),
  /** It stopped for a reason that is over, and `POST …/imports/:id/resume` continues with it. */
  canGoOn: z.boolean(),
});
export type ImportState = z.infer<typeof importState>;

/** `GET /api/device/:espid/imports`: one's own that run, or stopped and can continue. */
export const importList = z.object({ imports: z.array(importState) });
export type ImportList = z.infer<typeof importList>;
