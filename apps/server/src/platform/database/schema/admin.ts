import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './columns.ts';

/** What administrators did. Rows are only ever added (a trigger refuses the rest), so names stand here as they were. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Null: the command line of the server. */
    actorId: integer('actor_id'),
    /** The e-mail of the administrator, or `command line`. */
    actor: text().notNull(),
    action: text().notNull(),
    targetId: integer('target_id'),
    target: text(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    ip: text(),
  },
  (table) => [index('audit_log_target').on(table.targetId, table.id)],
);

/** Invitations to sign up where signup is by invitation; only the SHA-256 of the code is stored. */
export const invitations = pgTable(
  'invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    codeHash: text('code_hash').notNull(),
    /** The only address that may use it; null: anybody who has it. */
    email: text(),
    createdBy: integer('created_by').references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    usedBy: integer('used_by').references(() => accounts.id, { onDelete: 'set null' }),
  },
  (table) => [uniqueIndex('invitations_code_hash').on(table.codeHash)],
);
