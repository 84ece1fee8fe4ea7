import { sql } from 'drizzle-orm';
import { index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';

/** Drawers in which an account keeps its devices, in its own order. */
export const deviceGroups = pgTable(
  'device_groups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** A chart colour, 1…8. */
    hue: smallint().notNull(),
    order: integer().notNull(),
  },
  (table) => [uniqueIndex('device_groups_name').on(table.accountId, sql`lower(${table.name})`)],
);

/** What the list of devices shows, under a name: search, filter, order, columns and kind of view as the page's address has them. */
export const deviceViews = pgTable(
  'device_views',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    query: text().notNull(),
  },
  (table) => [index('device_views_account').on(table.accountId)],
);
