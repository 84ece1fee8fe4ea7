import type { PassOffer, WidgetTarget } from '@cyno/contract';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { dashboards } from './dashboards.ts';
import { devices } from './devices.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });
const id = () => integer().primaryKey().generatedAlwaysAsIdentity();
const accountId = () =>
  integer('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** Passes that let guests operate one thing of a device; of the token only its SHA-256 is stored. Instants in ms since the epoch. */
export const guestPasses = pgTable(
  'guest_passes',
  {
    id: id(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** Who made it; the pass ends when the device becomes somebody else's. */
    accountId: accountId(),
    name: text().notNull(),
    title: text().notNull(),
    target: jsonb().$type<WidgetTarget>().notNull(),
    offers: jsonb().$type<PassOffer[]>().notNull(),
    uses: integer().notNull(),
    used: integer().notNull().default(0),
    fromAt: ms('from_at'),
    untilAt: ms('until_at').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: ms('created_at').notNull(),
    lastUsedAt: ms('last_used_at'),
    revokedAt: ms('revoked_at'),
  },
  (table) => [
    uniqueIndex('guest_passes_token').on(table.tokenHash),
    index('guest_passes_device').on(table.deviceId),
    index('guest_passes_account').on(table.accountId),
  ],
);

/** The uses of passes, by the guest's own key, so that a repeated call is no second use. */
export const guestPassUses = pgTable(
  'guest_pass_uses',
  {
    passId: integer('pass_id')
      .notNull()
      .references(() => guestPasses.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    value: text().notNull(),
    at: ms('at').notNull(),
    /** Null until the command is accepted. */
    commandId: ms('command_id'),
  },
  (table) => [primaryKey({ columns: [table.passId, table.key] })],
);

/** Public links of dashboards; of the token only its SHA-256 is stored. Instants in ms since the epoch. */
export const publicLinks = pgTable(
  'public_links',
  {
    id: id(),
    dashboardId: integer('dashboard_id')
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    /** Who made it; the link ends when the dashboard becomes somebody else's. */
    accountId: accountId(),
    name: text().notNull(),
    tokenHash: text('token_hash').notNull(),
    passwordHash: text('password_hash'),
    expiresAt: ms('expires_at'),
    /** The widgets that may be operated: the id of each, and a hash of what it could send when that was allowed. */
    exposed: text().array().notNull(),
    /** The devices that could be chosen when it was made; no others are shown while its dashboard follows a tag or a group. */
    espids: text().array(),
    /** The origins of pages that may show it in a frame. */
    origins: text().array().notNull(),
    createdAt: ms('created_at').notNull(),
    openedAt: ms('opened_at'),
  },
  (table) => [
    uniqueIndex('public_links_token').on(table.tokenHash),
    index('public_links_dashboard').on(table.dashboardId),
    index('public_links_account').on(table.accountId),
  ],
);
