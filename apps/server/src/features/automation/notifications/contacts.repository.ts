import { and, count, eq, exists, isNull, lt, sql } from 'drizzle-orm';
import { type Database, isUniqueViolation } from '../../../platform/database/index.ts';
import { contactFailures, contactPoints, notificationDeliveries } from '../../../platform/database/schema/index.ts';

export type ContactPointRow = typeof contactPoints.$inferSelect;
export type ContactFailureRow = typeof contactFailures.$inferSelect;
export type ContactsRepository = ReturnType<typeof contactsRepository>;

/** Of an account, besides its addresses. */
export const maxContacts = 20;

const own = (accountId: number, id: number) => and(eq(contactPoints.accountId, accountId), eq(contactPoints.id, id));

/** The SQL of contact points, and of contacts that fail. */
export function contactsRepository({ orm, holding }: Database) {
  return {
    async list(accountId: number): Promise<ContactPointRow[]> {
      return orm.select().from(contactPoints).where(eq(contactPoints.accountId, accountId)).orderBy(contactPoints.id);
    },

    /** The contact that a chat is; undefined: it is none. */
    async ofChat(kind: ContactPointRow['kind'], chat: string): Promise<ContactPointRow | undefined> {
      const [row] = await orm.select().from(contactPoints).where(isChat(kind, chat));
      return row;
    },

    /** Notes that a service gave a chat another id; one that has that id already stays as it is. */
    async moveChat(kind: ContactPointRow['kind'], from: string, to: string): Promise<void> {
      const target = sql`${contactPoints.target} || jsonb_build_object('chat', ${to}::text)`;
      await orm
        .update(contactPoints)
        .set({ target })
        .where(isChat(kind, from))
        .catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error;
        });
    },

    /** Notes whether a chat takes messages, unless something newer is known. */
    async blockChat(
      kind: ContactPointRow['kind'],
      chat: string,
      { isBlocked, at }: { isBlocked: boolean; at: number },
    ): Promise<void> {
      const change = sql`jsonb_build_object('blocked', ${isBlocked ? 'yes' : 'no'}::text, 'blockedAt', ${String(at)}::text)`;
      await orm
        .update(contactPoints)
        .set({ target: sql`${contactPoints.target} || ${change}` })
        .where(and(isChat(kind, chat), sql`coalesce((${contactPoints.target} ->> 'blockedAt')::bigint, 0) < ${at}`));
    },

    /** Undefined when the account has as many as it can have. Throws a unique violation for a chat that is a contact. */
    async add(point: Omit<ContactPointRow, 'id'>): Promise<ContactPointRow | undefined> {
      return holding({ table: 'accounts', id: point.accountId }, async (transaction) => {
        const [present] = await transaction
          .select({ n: count() })
          .from(contactPoints)
          .where(eq(contactPoints.accountId, point.accountId));
        if ((present?.n ?? 0) >= maxContacts) return undefined;
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

    /** Removes a browser by its subscription, no matter whose it is. */
    async forgetBrowser(url: string): Promise<void> {
      await orm
        .delete(contactPoints)
        .where(and(eq(contactPoints.kind, 'push'), sql`${contactPoints.target}->>'url' = ${url}`));
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

    /** Contacts that fail since before an instant, also after the other one, of which their owner was not notified. */
    async unreported({ since, triedAt }: { since: number; triedAt: number }): Promise<ContactFailureRow[]> {
      const { accountId, contact, log } = notificationDeliveries;
      const known = sql`jsonb_build_object('at', ${triedAt}::int8, 'reason', ${contactFailures.reason})`;
      const failed = sql`jsonb_path_exists(${log}, '$[*] ? (@.at >= $at && @.result == $reason)', ${known})`;
      const later = orm
        .select({ one: sql`1` })
        .from(notificationDeliveries)
        .where(and(eq(accountId, contactFailures.accountId), eq(contact, contactFailures.contact), failed));
      return orm
        .select()
        .from(contactFailures)
        .where(and(isNull(contactFailures.reportedAt), lt(contactFailures.since, since), exists(later)))
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

/** As the unique index has it. */
const isChat = (kind: ContactPointRow['kind'], chat: string) =>
  and(eq(contactPoints.kind, kind), sql`(${contactPoints.target} ->> 'chat') = ${chat}`);

const failureOf = (accountId: number, contact: string) =>
  and(eq(contactFailures.accountId, accountId), eq(contactFailures.contact, contact));
