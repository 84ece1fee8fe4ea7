import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import {
  accounts,
  escalationPeople,
  notificationEvents,
  notificationMessages,
  notificationRecipients,
} from '../../../../platform/database/schema/index.ts';

export type PeopleRepository = ReturnType<typeof peopleRepository>;
export type EscalationPersonRow = typeof escalationPeople.$inferSelect;

/** The SQL of whom escalations name. */
export function peopleRepository({ orm }: Database) {
  return {
    /** Whom an account names, or named once. */
    async of(accountId: number): Promise<EscalationPersonRow[]> {
      return orm
        .select()
        .from(escalationPeople)
        .where(eq(escalationPeople.accountId, accountId))
        .orderBy(escalationPeople.id);
    },

    async find(accountId: number, id: number): Promise<EscalationPersonRow | undefined> {
      const [row] = await orm
        .select()
        .from(escalationPeople)
        .where(and(eq(escalationPeople.accountId, accountId), eq(escalationPeople.id, id)));
      return row;
    },

    /** Who names the person, or did once. */
    async naming(personId: number) {
      return orm
        .select({
          id: escalationPeople.id,
          accountId: escalationPeople.accountId,
          declinedAt: escalationPeople.declinedAt,
          email: accounts.email,
        })
        .from(escalationPeople)
        .innerJoin(accounts, eq(accounts.id, escalationPeople.accountId))
        .where(eq(escalationPeople.personId, personId))
        .orderBy(escalationPeople.id);
    },

    /** Notes that an account names somebody, and returns by which id. Throws when there is no such account any more. */
    async name(accountId: number, { personId, name }: { personId: number; name: string }): Promise<number> {
      const [row] = await orm
        .insert(escalationPeople)
        .values({ accountId, personId, name })
        .onConflictDoUpdate({ target: [escalationPeople.accountId, escalationPeople.personId], set: { name } })
        .returning({ id: escalationPeople.id });
      if (!row) throw new Error('The person was not stored.');
      return row.id;
    },

    /** The addresses of accounts. */
    async emailsOf(accountIds: readonly number[]): Promise<Map<number, string>> {
      const rows = await orm
        .select({ id: accounts.id, email: accounts.email })
        .from(accounts)
        .where(inArray(accounts.id, [...accountIds]));
      return new Map(rows.map(({ id, email }) => [id, email]));
    },

    /** Null: the person accepts it again. False when nobody names them by this id. */
    async setDeclined(personId: number, id: number, declinedAt: number | null): Promise<boolean> {
      return orm.transaction(async (transaction) => {
        const [row] = await transaction
          .update(escalationPeople)
          .set({ declinedAt })
          .where(and(eq(escalationPeople.personId, personId), eq(escalationPeople.id, id)))
          .returning();
        if (!row) return false;
        if (declinedAt === null) return true;
        const passedOn = and(
          eq(notificationRecipients.accountId, personId),
          eq(notificationRecipients.escalatedBy, row.accountId),
        );
        await transaction.delete(notificationRecipients).where(and(passedOn, isNull(notificationRecipients.messageId)));
        const notified = transaction
          .select({ id: notificationRecipients.messageId })
          .from(notificationRecipients)
          .where(and(passedOn, isNotNull(notificationRecipients.messageId)));
        await transaction
          .update(notificationMessages)
          .set({ repeatAt: null })
          .where(and(eq(notificationMessages.accountId, personId), inArray(notificationMessages.id, notified)));
        return true;
      });
    },

    /** Those of the topics, such as `alert:310`, of which their owner's escalation passed something on to the person, who did not decline. */
    async passedOn(personId: number, topics: readonly string[]): Promise<string[]> {
      const { accountId, escalatedBy, eventId } = notificationRecipients;
      const rows = await orm
        .selectDistinct({ topic: notificationEvents.topic })
        .from(notificationRecipients)
        .innerJoin(
          notificationEvents,
          and(eq(notificationEvents.id, eventId), eq(notificationEvents.ownerId, escalatedBy)),
        )
        .innerJoin(
          escalationPeople,
          and(eq(escalationPeople.accountId, escalatedBy), eq(escalationPeople.personId, accountId)),
        )
        .where(
          and(
            eq(accountId, personId),
            inArray(notificationEvents.topic, [...topics]),
            isNull(escalationPeople.declinedAt),
          ),
        );
      return rows.map(({ topic }) => topic);
    },

    /**
     * Queues events for a person to whom they are passed on, unless they declined. Left as it is: what waits for them already, and what was
     * passed on to them since `since`, which a server may do again that was killed before it noted that.
     */
    async passOn(
      eventIds: readonly number[],
      { personId, by, since, now }: { personId: number; by: number; since: number; now: number },
    ) {
      await orm.execute(sql`
        insert into notification_recipients (event_id, account_id, queued_at, escalated_by)
        select events.id, ${personId}::int4, ${now}::int8, ${by}::int4
        from notification_events as events
        where events.id = any(${sql.param([...eventIds])}::int8[])
          and exists (
            select 1 from escalation_people as people
            where people.account_id = ${by}::int4 and people.person_id = ${personId}::int4 and people.declined_at is null
            for share
          )
        on conflict (event_id, account_id) do update
          set message_id = null, queued_at = excluded.queued_at, due_at = 0, summed = false, escalated_by = excluded.escalated_by
          where notification_recipients.message_id is not null
            and (notification_recipients.escalated_by is distinct from excluded.escalated_by
              or notification_recipients.queued_at < ${since}::int8)`);
    },
  };
}
