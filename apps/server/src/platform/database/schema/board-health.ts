import { bigint, integer, pgTable, primaryKey, smallint } from 'drizzle-orm/pg-core';
import { devices } from './devices.ts';

/** How well boards heard their access point, by the hour: `hour` is its start, ms since the epoch, the rest is in dBm. */
export const signalHours = pgTable(
  'signal_hours',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    hour: bigint({ mode: 'number' }).notNull(),
    weakest: smallint().notNull(),
    strongest: smallint().notNull(),
    newest: smallint().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.hour] })],
);

/** When boards reported a start, ms since the epoch. */
export const boardStarts = pgTable(
  'board_starts',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.at] })],
);
