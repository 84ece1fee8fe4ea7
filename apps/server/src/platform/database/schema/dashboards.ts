import type { DashboardFollows, Widget } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { devices } from './devices.ts';

/** What a dashboard shows. `espids`: the devices to choose from above it, unless it `follows` a tag or a group. `template` and `templateVersion`: what it was made from; `editedAt` null: nobody has changed it since. */
const content = {
  name: text().notNull(),
  widgets: jsonb().$type<Widget[]>().notNull(),
  espids: jsonb().$type<string[]>().notNull().default([]),
  follows: jsonb().$type<DashboardFollows>(),
  template: text(),
  templateVersion: smallint('template_version'),
  editedAt: bigint('edited_at', { mode: 'number' }),
};

/** What the owner of a dashboard saw on it last: the devices to choose from, those that widgets named, and the widgets that show something. */
interface ApprovedContent {
  espids: string[];
  named: string[];
  widgets: Pick<Widget, 'device' | 'content'>[];
}

/**
 * Dashboards; without a device it belongs to the account alone. `version` counts the changes, `savedAt` is the newest one, null: it
 * is as it was created. `approved`: what others may get of it; null: all. `deletedAt`: goes for good some days later.
 */
export const dashboards = pgTable(
  'dashboards',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id').references(() => devices.id, { onDelete: 'cascade' }),
    ...content,
    approved: jsonb().$type<ApprovedContent>(),
    version: integer().notNull().default(1),
    savedAt: bigint('saved_at', { mode: 'number' }),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
    deletedAt: bigint('deleted_at', { mode: 'number' }),
  },
  (table) => [
    index('dashboards_device').on(table.deviceId),
    index('dashboards_account').on(table.accountId).where(sql`device_id is null`),
  ],
);

/** What dashboards were like before their changes, the newest 30 of each. */
export const dashboardVersions = pgTable(
  'dashboard_versions',
  {
    dashboardId: integer('dashboard_id')
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    ...content,
    savedAt: bigint('saved_at', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.dashboardId, table.version] })],
);
