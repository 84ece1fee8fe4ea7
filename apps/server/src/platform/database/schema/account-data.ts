import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './columns.ts';

/** Where alerts of an account go, besides its own address; one counts when its owner confirmed it. */
export const notificationAddresses = pgTable(
  'notification_addresses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('notification_addresses_account_email').on(table.accountId, table.email)],
);

/** Exports of everything that belongs to an account; the file is in the data directory until `expiresAt`. */
export const dataExports = pgTable(
  'data_exports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    state: text({ enum: ['waiting', 'running', 'done', 'failed'] }).notNull(),
    /** 0 to 100. */
    percent: integer().notNull().default(0),
    /** A random file name below the data directory. */
    file: text(),
    bytes: bigint({ mode: 'number' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    finishedAt: instant('finished_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [index('data_exports_account').on(table.accountId)],
);
