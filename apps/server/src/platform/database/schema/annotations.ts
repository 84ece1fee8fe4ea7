import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { devices } from './devices.ts';

/** Notes on the time lines of devices: at an instant, or over a span. Instants in ms since the epoch. */
export const annotations = pgTable(
  'annotations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    fromAt: bigint('from_at', { mode: 'number' }).notNull(),
    /** Null: it is about the instant only. */
    toAt: bigint('to_at', { mode: 'number' }),
    text: text().notNull(),
    tone: text({ enum: ['note', 'good', 'warning', 'problem'] }).notNull(),
    authorId: integer('author_id').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    changedAt: bigint('changed_at', { mode: 'number' }),
    /** Set when deleted; it can be restored for a day. */
    deletedAt: bigint('deleted_at', { mode: 'number' }),
  },
  (table) => [
    index('annotations_device').on(table.deviceId, table.fromAt),
    index('annotations_author').on(table.authorId),
  ],
);
