import type { Actor } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { devices } from './devices.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });
const deviceId = () =>
  integer('device_id')
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' });

/** Who requested something, with the id of that account, guest pass or public link, and what it was a part of. */
type StoredActor = Actor & { readonly id?: number; readonly origin?: string };

/** Pins that can be switched. `saved` is what they are to be after the board starts; instants in ms since the epoch. */
export const outputs = pgTable(
  'outputs',
  {
    deviceId: deviceId(),
    pin: text().notNull(),
    mode: text({ enum: ['digit', 'pwm', 'DAC'] }).notNull(),
    name: text(),
    locked: boolean().notNull().default(false),
    momentaryMs: integer('momentary_ms'),
    /** Somebody set it up, switched it, or made an automation for it; others were only reported, and are never driven unasked. */
    setUp: boolean('set_up').notNull().default(false),
    saved: smallint(),
    reported: smallint(),
    reportedAt: ms('reported_at'),
    changedBy: jsonb('changed_by').$type<Actor>(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.pin] })],
);

/** Events of the sketch that can be sent, and how they are operated. */
export const boardEvents = pgTable(
  'board_events',
  {
    deviceId: deviceId(),
    name: text().notNull(),
    label: text(),
    widget: text({ enum: ['button', 'switch', 'slider', 'number', 'text', 'choice'] }).notNull(),
    min: doublePrecision(),
    max: doublePrecision(),
    step: doublePrecision(),
    choices: text().array().notNull(),
    locked: boolean().notNull().default(false),
    /** Null: nobody chose; it follows from the control and the kit. */
    momentary: boolean(),
    saved: text(),
    reported: text(),
    reportedAt: ms('reported_at'),
    changedBy: jsonb('changed_by').$type<Actor>(),
  },
  (table) => [primaryKey({ columns: [table.deviceId, table.name] })],
);

/** What was requested of boards, by whom, and what became of it; also what boards changed by themselves. */
export const commands = pgTable(
  'commands',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: deviceId(),
    kind: text({ enum: ['output', 'event'] }).notNull(),
    target: text().notNull(),
    mode: text({ enum: ['digit', 'pwm', 'DAC'] }),
    value: text().notNull(),
    state: text({
      enum: ['queued', 'sent', 'acknowledged', 'unconfirmed', 'failed', 'expired', 'superseded'],
    }).notNull(),
    actor: jsonb().$type<StoredActor>().notNull(),
    createdAt: ms('created_at').notNull(),
    notBefore: ms('not_before'),
    expiresAt: ms('expires_at').notNull(),
    sentAt: ms('sent_at'),
    answeredAt: ms('answered_at'),
    reason: text(),
  },
  (table) => [
    index('commands_device').on(table.deviceId, table.id),
    index('commands_origin').on(sql`(${table.actor} ->> 'origin')`).where(sql`${table.actor} ? 'origin'`),
  ],
);
