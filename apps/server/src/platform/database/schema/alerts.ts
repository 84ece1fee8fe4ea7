import type { AlertCondition, AlertReport, AlertScope } from '@cyno/contract';
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
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { deviceGroups } from './device-groups.ts';
import { devices } from './devices.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });
const severity = () => text({ enum: ['info', 'warning', 'critical'] }).notNull();

/** What an account wants to be alerted of, and for which of its devices. Instants in ms since the epoch. */
export const alertRules = pgTable(
  'alert_rules',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** The rule "no data" that each account has. */
    builtIn: boolean('built_in').notNull().default(false),
    name: text(),
    enabled: boolean().notNull(),
    severity: severity(),
    scope: jsonb().$type<AlertScope>().notNull(),
    condition: jsonb().$type<AlertCondition>().notNull(),
    mutedUntil: ms('muted_until'),
    createdAt: ms('created_at').notNull(),
    updatedAt: ms('updated_at').notNull(),
    /** Set when deleted; it can be restored for a day. */
    deletedAt: ms('deleted_at'),
  },
  (table) => [
    index('alert_rules_account').on(table.accountId),
    uniqueIndex('alert_rules_built_in').on(table.accountId).where(sql`${table.builtIn}`),
  ],
);

/** What was wrong with a device. `accountId` was its owner; instants in ms since the epoch. */
export const alerts = pgTable(
  'alerts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ruleId: integer('rule_id').references(() => alertRules.id, { onDelete: 'set null' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    severity: severity(),
    state: text({ enum: ['pending', 'active', 'acknowledged', 'cleared'] }).notNull(),
    kind: text().$type<AlertCondition['kind']>().notNull(),
    key: text(),
    /** What it reports, in English. */
    text: text().notNull(),
    report: jsonb().$type<AlertReport>().notNull().default([]),
    value: doublePrecision(),
    limit: doublePrecision('limit_value'),
    startedAt: ms('started_at').notNull(),
    activeAt: ms('active_at'),
    acknowledgedAt: ms('acknowledged_at'),
    acknowledgedBy: integer('acknowledged_by').references(() => accounts.id, { onDelete: 'set null' }),
    clearedAt: ms('cleared_at'),
    mutedUntil: ms('muted_until'),
    /** Its device was in maintenance when it became active. */
    duringMaintenance: boolean('during_maintenance').notNull().default(false),
    /** Nobody is notified of it until then, for whatever reason; who is to know hears of it then if it is still active. Null: people are. */
    quietUntil: ms('quiet_until'),
  },
  (table) => [
    uniqueIndex('alerts_open').on(table.ruleId, table.deviceId).where(sql`${table.state} <> 'cleared'`),
    index('alerts_account').on(table.accountId, table.id),
    index('alerts_device').on(table.deviceId, table.id),
    index('alerts_rule').on(table.ruleId, table.activeAt),
    index('alerts_acknowledged_by').on(table.acknowledgedBy),
    index('alerts_quiet').on(table.quietUntil).where(sql`${table.quietUntil} is not null`),
  ],
);

/**
 * When alerts of an account's devices notify nobody: of those with a tag, in a group, or named in `maintenance_devices`. Instants in ms
 * since the epoch; what is weekly is moved on by a week when it ends.
 */
export const maintenanceWindows = pgTable(
  'maintenance_windows',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tag: text(),
    groupId: integer('group_id').references(() => deviceGroups.id, { onDelete: 'cascade' }),
    from: ms('from_at').notNull(),
    until: ms('until_at').notNull(),
    weekly: boolean().notNull(),
    /** When one that came back each week first began and ended, so that it has its hours again after a week whose clock left them out. */
    firstFrom: ms('first_from_at'),
    firstUntil: ms('first_until_at'),
    /** Its devices were found to be in maintenance, so that what was active before is quiet too. */
    begun: boolean().notNull().default(false),
  },
  (table) => [
    index('maintenance_windows_account').on(table.accountId, table.until),
    index('maintenance_windows_group').on(table.groupId),
    index('maintenance_windows_until').on(table.until),
  ],
);

/** The devices that a maintenance names; only while they are its account's does it count for them. */
export const maintenanceDevices = pgTable(
  'maintenance_devices',
  {
    windowId: integer('window_id')
      .notNull()
      .references(() => maintenanceWindows.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.windowId, table.deviceId] }),
    index('maintenance_devices_device').on(table.deviceId),
  ],
);

/** What became of alerts, and who did it; `byId` null: the rule itself. */
export const alertChanges = pgTable(
  'alert_changes',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    alertId: integer('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    at: ms('at').notNull(),
    to: text({ enum: ['pending', 'active', 'acknowledged', 'cleared', 'muted', 'unmuted', 'resumed'] }).notNull(),
    byId: integer('by_id').references(() => accounts.id, { onDelete: 'set null' }),
    text: text().notNull(),
    report: jsonb().$type<AlertReport>().notNull().default([]),
  },
  (table) => [index('alert_changes_alert').on(table.alertId, table.id), index('alert_changes_by').on(table.byId)],
);
