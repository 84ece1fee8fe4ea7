import { and, count, eq, isNull, lt } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { contactFailures, contactPoints } from '../../../platform/database/schema/index.ts';

export type ContactPointRow = typeof contactPoints.$inferSelect;
export type ContactFailureRow = typeof contactFailures.$inferSelect;
export type ContactsRepository = ReturnType<typeof contactsRepository>;

const own = (accountId: number, id: number) => and(eq(contactPoints.accountId, accountId), eq(contactPoints.id, id));

/** The SQL of contact points, and of contacts that fail. */
export function contactsRepository({ orm, holding }: Database) {
  return {
    async list(accountId: number): Promise<ContactPointRow[]> {
      return orm.select().from(contactPoints).where(eq(contactPoints.accountId, accountId)).orderBy(contactPoints.id);
    },

    /** Undefined when the account has `max` already. */
    async add(point: Omit<ContactPointRow, 'id'>, max: number): Promise<ContactPointRow | undefined> {
      return holding({ table: 'accounts', id: point.accountId }, async (transaction) => {
        const [present] = await transaction
          .select({ n: count() })
          .from(contactPoints)
          .where(eq(contactPoints.accountId, point.accountId));
        if ((present?.n ?? 0) >= max) return undefined;
        const [row] = await transaction.insert(contactPoints).values(point).returning();
        return row;
      });
    },

    /** Undefined when the account has no such contact point. */
    async change(
      accountId: number,
      id: number,
      changed: Partial<Pick<ContactPointRow, 'name' | 'target'>>,
    ): Promise<ContactPointRow | undefined> {
      const [row] = await orm.update(contactPoints).set(changed).where(own(accountId, id)).returning();
      return row;
    },

    /** False when the account has no such contact point. */
    async remove(accountId: number, id: number): Promise<boolean> {
      const { rowCount } = await orm.delete(contactPoints).where(own(accountId, id));
      return rowCount === 1;
    },

    async failures(accountId: number): Promise<ContactFailureRow[]> {
      return orm.select().from(contactFailures).where(eq(contactFailures.accountId, accountId));
    },

    /** Notes that a contact fails, if that is not known, and why it does now. */
    async failed({ accountId, contact, since, reason }: Omit<ContactFailureRow, 'reportedAt'>): Promise<void> {
      await orm
        .insert(contactFailures)
        .values({ accountId, contact, since, reason })
        .onConflictDoUpdate({ target: [contactFailures.accountId, contactFailures.contact], set: { reason } });
    },

    async works(accountId: number, contact: string): Promise<void> {
      await orm.delete(contactFailures).where(failureOf(accountId, contact));
    },

    /** Contacts that fail since before an instant, of which their owner was not notified. */
    async unreported(before: number): Promise<ContactFailureRow[]> {
      return orm
        .select()
        .from(contactFailures)
        .where(and(isNull(contactFailures.reportedAt), lt(contactFailures.since, before)))
        .limit(500);
    },

    /** False when it was reported meanwhile. */
    async report(accountId: number, contact: string, now: number): Promise<boolean> {
      const { rowCount } = await orm
        .update(contactFailures)
        .set({ reportedAt: now })
        .where(and(failureOf(accountId, contact), isNull(contactFailures.reportedAt)));
      return rowCount === 1;
    },
  };
}

const failureOf = (accountId: number, contact: string) =>
  and(eq(contactFailures.accountId, accountId), eq(contactFailures.contact, contact));
