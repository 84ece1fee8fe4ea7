import { and, count, desc, eq, gt, isNull, lt } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/index.ts';
import { accounts, invitations } from '../../../platform/database/schema/index.ts';
import type { Transaction } from './people.repository.ts';

export interface InvitationRow {
  readonly id: number;
  readonly email: string | null;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly usedAt: Date | null;
  readonly usedBy: string | null;
}

const listed = 100;

/** The SQL of invitations, but for their use, which is part of a signup. */
export class InvitationsRepository {
  readonly #orm: Database['orm'];
  readonly #holding: Database['holding'];

  constructor(database: Database) {
    this.#orm = database.orm;
    this.#holding = database.holding;
  }

  /** The newest hundred. */
  async list(): Promise<InvitationRow[]> {
    const [creator, user] = [alias(accounts, 'creator'), alias(accounts, 'used_by_account')];
    return this.#orm
      .select({
        id: invitations.id,
        email: invitations.email,
        createdBy: creator.email,
        createdAt: invitations.createdAt,
        expiresAt: invitations.expiresAt,
        usedAt: invitations.usedAt,
        usedBy: user.email,
      })
      .from(invitations)
      .leftJoin(creator, eq(creator.id, invitations.createdBy))
      .leftJoin(user, eq(user.id, invitations.usedBy))
      .orderBy(desc(invitations.id))
      .limit(listed);
  }

  /** One after the other. */
  async inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#holding({ name: 'invitations' }, work);
  }

  async countOpen(transaction: Transaction, now: Date): Promise<number> {
    const rows = await transaction.select({ n: count() }).from(invitations).where(isOpen(now));
    return rows[0]?.n ?? 0;
  }

  async add(transaction: Transaction, invitation: typeof invitations.$inferInsert): Promise<number> {
    const [row] = await transaction.insert(invitations).values(invitation).returning({ id: invitations.id });
    if (!row) throw new Error('PostgreSQL answered no row to an insert');
    return row.id;
  }

  /** Removes those that ended before an instant. */
  async removeOld(transaction: Transaction, before: Date): Promise<void> {
    await transaction.delete(invitations).where(lt(invitations.expiresAt, before));
  }

  /** Undefined when there is no open one with that id. */
  async remove(transaction: Transaction, id: number, now: Date): Promise<{ email: string | null } | undefined> {
    const [row] = await transaction
      .delete(invitations)
      .where(and(eq(invitations.id, id), isOpen(now)))
      .returning({ email: invitations.email });
    return row;
  }
}

const isOpen = (now: Date) => and(isNull(invitations.usedAt), gt(invitations.expiresAt, now));
