import type { DeviceLogLine } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts, connectionKeys } from './accounts.ts';
import { instant } from './columns.ts';
import { deviceGroups } from './device-groups.ts';

/** Boards that belong to an account. An espid belongs to one account; a deleted device gives its espid free. */
export const devices = pgTable(
  'devices',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    espid: text().notNull(),
    name: text().notNull(),
    order: integer().notNull(),
    family: text({ enum: ['esp8266', 'esp32', 'esp32-s2', 'esp32-s3', 'esp32-c3', 'other'] }).notNull(),
    /** The connection key that it proved ownership with; from then on it is refused without one. */
    verifiedKeyId: integer('verified_key_id').references(() => connectionKeys.id),
    virtual: boolean().notNull().default(false),
    /** When a virtual board stops by itself. */
    virtualUntil: instant('virtual_until'),
    firmware: text(),
    template: text(),
    templateVersion: smallint('template_version'),
    rssi: smallint(),
    ip: text(),
    ssid: text(),
    /** Where it stands, in degrees; both or neither. */
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    /** The name of a drawing; null: the usual one. */
    icon: text(),
    favourite: boolean().notNull().default(false),
    notes: text().notNull().default(''),
    tags: text().array().notNull().default([]),
    groupId: integer('group_id').references(() => deviceGroups.id, { onDelete: 'set null' }),
    /** Its own; null: the account's. */
    timeZone: text('time_zone'),
    onlineChangedAt: instant('online_changed_at'),
    lastSeenAt: instant('last_seen_at'),
    /** When its board first sent something that only boards send; null: never, and its id is free again a day after `createdAt`. */
    spokeAt: instant('spoke_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** From when on each hour has all its messages, ms since the epoch; null: none were removed. */
    messagesSince: bigint('messages_since', { mode: 'number' }),
    /** Set while the account's plan has no room for it: nothing of it is stored. */
    pausedAt: instant('paused_at'),
    /** Set when deleted; the data goes after seven days. */
    deletedAt: instant('deleted_at'),
  },
  (table) => [
    uniqueIndex('devices_espid').on(table.espid).where(sql`deleted_at is null`),
    index('devices_account').on(table.accountId, table.order),
    index('devices_group').on(table.groupId),
    index('devices_deleted').on(table.accountId, table.espid).where(sql`deleted_at is not null`),
  ],
);

/**
 * What a device measures. `slot` (from 1) is the place of the variable in the arrays of `telemetry` and the rollups; it is
 * given once and never reused.
 */
export const variables = pgTable(
  'variables',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    slot: smallint().notNull(),
    key: text().notNull(),
    type: text({ enum: ['number', 'boolean', 'text'] })
      .notNull()
      .default('number'),
    label: text(),
    unit: text(),
    hue: smallint(),
    decimals: smallint(),
    /** What its charts show at least; both or neither. */
    minimum: doublePrecision(),
    maximum: doublePrecision(),
    /** Its owner does not want to see it until the board sends it again. */
    forgotten: boolean().notNull().default(false),
    /** The newest value, written with each flush: the number (booleans as 1 and 0), or the text. */
    lastNumber: doublePrecision('last_number'),
    lastText: text('last_text'),
    lastAt: bigint('last_at', { mode: 'number' }),
    /** For how many days its values are stored; null: by the plan. */
    keptDays: integer('kept_days'),
    /** When `keptDays` was set, ms since the epoch; nothing is removed for it in the day after. */
    keptDaysSetAt: bigint('kept_days_set_at', { mode: 'number' }),
    /** Values from before this instant, ms since the epoch, are removed already. */
    removedUntil: bigint('removed_until', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.slot] }),
    uniqueIndex('variables_device_key').on(table.deviceId, table.key),
  ],
);

/**
 * How the numbers of variables were calibrated: from `since` (ms since the epoch) on a value is what the board sent × scale + offset.
 * Stored for good, so that what the board sent can be worked out.
 */
export const variableCalibrations = pgTable(
  'variable_calibrations',
  {
    deviceId: integer('device_id').notNull(),
    slot: smallint().notNull(),
    since: bigint({ mode: 'number' }).notNull(),
    offset: doublePrecision().notNull(),
    scale: doublePrecision().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.slot, table.since] }),
    foreignKey({
      columns: [table.deviceId, table.slot],
      foreignColumns: [variables.deviceId, variables.slot],
    }).onDelete('cascade'),
  ],
);

/**
 * Variables that a formula makes of others. `inputs` are those that it reads, in its own order, with the units that they had when it was
 * written, and `authorId` the account that wrote it, whose rights count for other devices; it stays when that account is gone, so that
 * nobody else's rights count instead. From `recomputeFrom` on (ms since the epoch; null: nothing is to be done) its values are to be made again: that has come to
 * `recomputedTo`, where `recomputeState` is what the formula remembers. `marks` counts the reasons for it.
 */
export const computedVariables = pgTable(
  'computed_variables',
  {
    deviceId: integer('device_id').notNull(),
    slot: smallint().notNull(),
    formula: text().notNull(),
    unit: text(),
    inputs: jsonb().notNull(),
    authorId: integer('author_id'),
    version: integer().notNull().default(1),
    marks: integer().notNull().default(0),
    recomputeFrom: bigint('recompute_from', { mode: 'number' }),
    recomputedTo: bigint('recomputed_to', { mode: 'number' }),
    recomputeState: jsonb('recompute_state'),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.slot] }),
    foreignKey({
      columns: [table.deviceId, table.slot],
      foreignColumns: [variables.deviceId, variables.slot],
    }).onDelete('cascade'),
  ],
);

/** What formulas remembered after the message of an instant (ms since the epoch), so that they need not read all of the history again. */
export const computedCheckpoints = pgTable(
  'computed_checkpoints',
  {
    deviceId: integer('device_id').notNull(),
    slot: smallint().notNull(),
    at: bigint({ mode: 'number' }).notNull(),
    state: jsonb().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.slot, table.at] }),
    foreignKey({
      // The usual name would be longer than PostgreSQL keeps.
      name: 'computed_checkpoints_variable_fk',
      columns: [table.deviceId, table.slot],
      foreignColumns: [computedVariables.deviceId, computedVariables.slot],
    }).onDelete('cascade'),
  ],
);

/** Boards that wait for their owner's word, and those that were rejected or blocked at `seenAt`. */
export const pendingBoards = pgTable(
  'pending_boards',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    espid: text().notNull(),
    state: text({ enum: ['pending', 'rejected', 'blocked'] }).notNull(),
    ip: text(),
    seenAt: instant('seen_at').notNull().defaultNow(),
    /** The account deleted the board: only its owner lets it in again, also when its data is gone. */
    wasDeleted: boolean('was_deleted').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.espid] })],
);

/** When boards were connected; an open interval has no `offlineAt`. Instants in ms since the epoch. */
export const presence = pgTable(
  'presence',
  {
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    onlineAt: bigint('online_at', { mode: 'number' }).notNull(),
    offlineAt: bigint('offline_at', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.deviceId, table.onlineAt] }),
    index('presence_open').on(table.deviceId).where(sql`offline_at is null`),
  ],
);

/** The event log of a device: a bounded ring of lines. */
export const deviceLog = pgTable(
  'device_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    at: bigint({ mode: 'number' }).notNull(),
    kind: text().notNull(),
    text: text().notNull(),
    /** The bytes that the line is about, the unprintable ones written as `\\xNN`. */
    raw: text(),
    /** What a line about a run of an automation reports. */
    run: jsonb().$type<DeviceLogLine['run']>(),
  },
  (table) => [index('device_log_device').on(table.deviceId, table.id)],
);
