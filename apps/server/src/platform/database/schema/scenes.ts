import type { Actor, SceneAction, SceneResult } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });

/** Named sets of outputs and events. Instants in ms since the epoch. */
export const scenes = pgTable(
  'scenes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    actions: jsonb().$type<SceneAction[]>().notNull(),
    createdAt: ms('created_at').notNull(),
    updatedAt: ms('updated_at').notNull(),
    /** Set when deleted; it can be restored for a day. */
    deletedAt: ms('deleted_at'),
  },
  (table) => [
    uniqueIndex('scenes_name').on(table.accountId, sql`lower(${table.name})`).where(sql`${table.deletedAt} is null`),
  ],
);

/** Who ran a scene, and what became of each of its actions. */
export const sceneRuns = pgTable(
  'scene_runs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sceneId: integer('scene_id')
      .notNull()
      .references(() => scenes.id, { onDelete: 'cascade' }),
    at: ms('at').notNull(),
    /** When a server began to send it, or took it up after another one stopped. */
    takenAt: ms('taken_at').notNull(),
    actor: jsonb().$type<Actor & { readonly id?: number }>().notNull(),
    /** How long commands may wait for their boards; null: as long as those of people. */
    waitsMs: integer('waits_ms'),
    outcome: text({ enum: ['running', 'done', 'partly', 'failed'] }).notNull(),
    results: jsonb().$type<SceneResult[]>().notNull(),
  },
  (table) => [
    index('scene_runs_newest').on(table.sceneId, table.id),
    index('scene_runs_open').on(table.id).where(sql`${table.outcome} = 'running'`),
  ],
);
