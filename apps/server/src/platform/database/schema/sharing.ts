import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { dashboards } from './dashboards.ts';
import { devices } from './devices.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });

/**
 * What is shared with whom: a device or a dashboard. Without `accountId` it is an offer to anyone who has the address. A `transfer`
 * offers somebody to take a device over, and is always an offer. Instants in ms since the epoch.
 */
export const shares = pgTable(
  'shares',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['share', 'transfer'] }).notNull(),
    deviceId: integer('device_id').references(() => devices.id, { onDelete: 'cascade' }),
    dashboardId: integer('dashboard_id').references(() => dashboards.id, { onDelete: 'cascade' }),
    /** Whom it was offered to, folded as in `accounts`. */
    email: text().notNull(),
    /** Who accepted it. */
    accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Null: a transfer. */
    role: text({ enum: ['viewer', 'operator', 'manager'] }),
    /** Of a dashboard: whether they may look at what it was. */
    playback: boolean().notNull().default(false),
    createdAt: ms('created_at').notNull(),
    /** When it ends by itself. */
    expiresAt: ms('expires_at'),
  },
  (table) => [
    check('shares_one_thing', sql`num_nonnulls(${table.deviceId}, ${table.dashboardId}) = 1`),
    check('shares_role', sql`(${table.kind} = 'transfer') = (${table.role} is null)`),
    uniqueIndex('shares_device_account').on(table.deviceId, table.accountId),
    uniqueIndex('shares_dashboard_account').on(table.dashboardId, table.accountId),
    uniqueIndex('shares_device_offer')
      .on(table.deviceId, table.email)
      .where(sql`account_id is null and kind = 'share'`),
    uniqueIndex('shares_dashboard_offer').on(table.dashboardId, table.email).where(sql`account_id is null`),
    uniqueIndex('shares_transfer').on(table.deviceId).where(sql`kind = 'transfer'`),
    index('shares_email').on(table.email).where(sql`account_id is null`),
    index('shares_account').on(table.accountId),
  ],
);

/** Visits of people with whom a device is shared. */
export const deviceVisits = pgTable(
  'device_visits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    role: text({ enum: ['viewer', 'operator', 'manager', 'owner'] }).notNull(),
    fromAt: ms('from_at').notNull(),
    toAt: ms('to_at').notNull(),
  },
  (table) => [
    index('device_visits_device').on(table.deviceId, table.toAt),
    index('device_visits_account').on(table.accountId),
  ],
);
