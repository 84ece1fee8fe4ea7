import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Facts of the installation that outlive a restart, such as the hash of the set-up code and the last heartbeat. */
export const serverState = pgTable('server_state', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true, precision: 3 }).notNull().defaultNow(),
});
