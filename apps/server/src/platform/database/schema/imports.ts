import type { ImportStart, ImportState } from '@cyno/contract';
import { bigint, integer, json, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytes } from './columns.ts';
import { devices } from './devices.ts';

/**
 * A file on its way into the history of a device, and what became of it. Not `jsonb`, which refuses characters that a file may have, such as
 * U+0000: https://www.postgresql.org/docs/18/datatype-json.html
 */
export const imports = pgTable('imports', {
  id: text().primaryKey(),
  deviceId: integer('device_id')
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' }),
  accountId: integer('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Where it was announced. */
  network: text().notNull(),
  name: text().notNull(),
  bytes: integer().notNull(),
  /** How many of them have come. */
  received: integer().notNull().default(0),
  /** What was requested, whose the device was then, and how often a start of the server continued it; null: not begun. */
  begun: json().$type<{ start: ImportStart; ownerId: number; continuations: number }>(),
  progress: json().$type<Omit<ImportState, 'id' | 'name' | 'bytes'>>().notNull(),
  /** Ms since the epoch. */
  usedAt: bigint('used_at', { mode: 'number' }).notNull(),
});

/** The bytes of such a file, as they came. */
export const importPieces = pgTable(
  'import_pieces',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** Where in the file it begins. */
    fromByte: integer('from_byte').notNull(),
    content: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.fromByte] })],
);
