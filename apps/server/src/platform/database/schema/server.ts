import { bigint, index, integer, jsonb, pgTable, text, varchar } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';

/** Facts of the installation that outlive a restart, such as the hash of the set-up code and the last heartbeat. */
export const serverState = pgTable('server_state', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});

/** What a server that is on standby now had acknowledged to boards and not stored; the one that serves takes it in and deletes it. */
export const leftRecords = pgTable('left_records', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: ['telemetry', 'reports'] }).notNull(),
  /** As in its spool. */
  record: bytes().notNull(),
});

/** Figures of the server, one row a minute for some days: what the System page draws, and what forecasts are made of. */
export const serverSamples = pgTable('server_samples', {
  /** Ms since the epoch. */
  at: bigint({ mode: 'number' }).primaryKey(),
  figures: jsonb().notNull(),
});

/** Counts of tries; the columns are those that rate-limiter-flexible needs. */
export const throttleCounts = pgTable(
  'throttle_counts',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since the epoch; null: never. */
    expire: bigint({ mode: 'number' }),
  },
  (table) => [index('throttle_counts_expire').on(table.expire)],
);
