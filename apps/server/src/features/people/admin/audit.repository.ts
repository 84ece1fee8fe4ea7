import type { AuditAction, AuditPage, AuditQuery } from '@cyno/contract';
import { and, desc, eq, ilike, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { auditLog } from '../../../platform/database/schema/index.ts';
import { partOf } from './part-of.ts';

/** The database, or a transaction that the entry is to be part of. */
export type Executor = Pick<Database['orm'], 'insert'>;

/** Who did something, and from which network address. `id` is null for the command line of the server. */
export interface Actor {
  readonly id: number | null;
  readonly name: string;
  readonly ip: string | null;
}

/** Somebody who works on the server itself. */
export const commandLine: Actor = { id: null, name: 'command line', ip: null };

/** An action as it is recorded. Never put secrets into `details`: every administrator reads them. */
export interface AuditEntry {
  readonly actor: Actor;
  readonly action: AuditAction;
  /** Whom it was about, by the e-mail of that moment. */
  readonly target?: { readonly id: number | null; readonly name: string };
  readonly details?: Record<string, string | number | boolean | null>;
}

/** What administrators did. Entries are only ever added: triggers of the database refuse the rest. */
export class Audit {
  readonly #orm: Database['orm'];

  constructor(database: Database) {
    this.#orm = database.orm;
  }

  /** Adds an entry; within the transaction of the action itself there is neither an action without its entry nor the reverse. */
  async record({ actor, action, target, details = {} }: AuditEntry, within: Executor = this.#orm): Promise<void> {
    await within.insert(auditLog).values({
      actorId: actor.id,
      actor: actor.name,
      ip: actor.ip,
      action,
      targetId: target?.id ?? null,
      target: target?.name ?? null,
      details,
    });
  }

  /** Newest first. */
  async list({ target, targetId, actor, action, before, limit }: AuditQuery): Promise<AuditPage> {
    const rows = await this.#orm
      .select()
      .from(auditLog)
      .where(
        and(
          before === undefined ? undefined : lt(auditLog.id, before),
          targetId === undefined ? undefined : eq(auditLog.targetId, targetId),
          action === undefined ? undefined : eq(auditLog.action, action),
          target ? ilike(auditLog.target, partOf(target)) : undefined,
          actor ? ilike(auditLog.actor, partOf(actor)) : undefined,
        ),
      )
      .orderBy(desc(auditLog.id))
      .limit(limit + 1);
    const entries = rows.slice(0, limit).map((row) => ({
      ...row,
      at: row.at.getTime(),
      action: row.action as AuditAction,
      details: row.details as AuditPage['entries'][number]['details'],
    }));
    return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
  }
}
