import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './columns.ts';
import { devices } from './devices.ts';

/** Accounts that claim to hold a board whose id is another account's device. The holder is anyone who has the device. */
export const boardClaims = pgTable(
  'board_claims',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    espid: text().notNull(),
    claimantId: integer('claimant_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    state: text({ enum: ['open', 'disputed', 'granted', 'refused', 'withdrawn'] }).notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Without a word of the holder it is decided then. */
    decidesAt: instant('decides_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    uniqueIndex('board_claims_undecided').on(table.deviceId, table.claimantId).where(sql`decided_at is null`),
    index('board_claims_claimant').on(table.claimantId),
  ],
);
