import type { AutomationDefinition, AutomationStep, RunReport } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { devices } from './devices.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });

/**
 * Timers and rules. `deviceId` is the device that they operate. What the server needs to continue after a restart: `active` (the rule
 * has fired and its conditions hold), `holdsSince`, and `revertAt` (when the limit of its action ends). Instants in ms since the epoch.
 */
export const automations = pgTable(
  'automations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    name: text(),
    enabled: boolean().notNull().default(true),
    definition: jsonb().$type<AutomationDefinition>().notNull(),
    active: boolean().notNull().default(false),
    holdsSince: ms('holds_since'),
    revertAt: ms('revert_at'),
    createdAt: ms('created_at').notNull(),
    updatedAt: ms('updated_at').notNull(),
    /** Set when deleted; it can be restored for a day. */
    deletedAt: ms('deleted_at'),
  },
  (table) => [index('automations_device').on(table.deviceId)],
);

/**
 * The run log. One run of each phase at each due instant: anyone who inserts the row executes it. What follows on it is written with it,
 * as `waiting`, and takes its turn at its `dueAt`.
 */
export const automationRuns = pgTable(
  'automation_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    automationId: integer('automation_id')
      .notNull()
      .references(() => automations.id, { onDelete: 'cascade' }),
    phase: text({ enum: ['start', 'back', 'limit'] }).notNull(),
    dueAt: ms('due_at').notNull(),
    at: ms('at').notNull(),
    outcome: text({ enum: ['sent', 'done', 'failed', 'skipped', 'waiting'] }).notNull(),
    /** Why it ran and what came of it, in English. */
    why: text().notNull(),
    whyReport: jsonb('why_report').$type<RunReport>().notNull().default([]),
    result: text().notNull(),
    resultReport: jsonb('result_report').$type<RunReport>().notNull().default([]),
    /** Of a timer: the date and time of it that this was, which happens once also when the time zone moves its instant. */
    occasion: text(),
    /** Its place among the steps; 0: the first action. */
    step: integer().notNull().default(0),
    /** What it does, as it was when it began; null: the action of the definition. */
    action: jsonb().$type<AutomationStep>(),
    /** When the steps began that it is one of, or when a start that waits for its turn is expected to; null: a first action. */
    beganAt: ms('began_at'),
    /**
     * The devices whose conditions made it start, what the first of them sent, and of which variable (null: none) since when, which older
     * runs do not have; null: none did.
     */
    cause: jsonb().$type<{
      readonly devices: readonly string[];
      readonly value: string;
      readonly moment?: { readonly espid: string; readonly key: string | null; readonly since: number } | null;
    }>(),
    /** The command that it led to; commands are removed sooner than runs. */
    commandId: bigint('command_id', { mode: 'number' }),
    /** The run of a scene that it led to. */
    sceneRunId: bigint('scene_run_id', { mode: 'number' }),
  },
  (table) => [
    uniqueIndex('automation_runs_once').on(table.automationId, table.dueAt, table.phase, table.step),
    uniqueIndex('automation_runs_occasion').on(table.automationId, table.occasion),
    index('automation_runs_open').on(table.id).where(sql`${table.outcome} = 'sent'`),
    index('automation_runs_waiting').on(table.dueAt).where(sql`${table.outcome} = 'waiting'`),
    index('automation_runs_newest').on(table.automationId, table.id),
    index('automation_runs_command').on(table.commandId),
    index('automation_runs_scene').on(table.sceneRunId).where(sql`${table.sceneRunId} is not null`),
  ],
);

/** The lists that boards were given last, so that they are given again only when they differ. */
export const boardPrograms = pgTable('board_programs', {
  deviceId: integer('device_id')
    .primaryKey()
    .references(() => devices.id, { onDelete: 'cascade' }),
  timers: text(),
  timersSentAt: ms('timers_sent_at'),
  rules: text(),
  rulesSentAt: ms('rules_sent_at'),
});
