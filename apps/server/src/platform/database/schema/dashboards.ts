import type { Widget } from '@cyno/contract';
import { bigint, index, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { devices } from './devices.ts';

/** Dashboards. `template` and `templateVersion`: what it was made from; `editedAt` null: nobody has changed it since. */
export const dashboards = pgTable(
  'dashboards',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    widgets: jsonb().$type<Widget[]>().notNull(),
    template: text(),
    templateVersion: smallint('template_version'),
    editedAt: bigint('edited_at', { mode: 'number' }),
    createdAt: bigint('created_at', { mode: 'number' }).notNull(),
  },
  (table) => [index('dashboards_device').on(table.deviceId)],
);
