import { randomUUID } from 'node:crypto';
import type { NotificationKind, NotificationSeverity } from '@cyno/contract';
import { and, desc, eq, exists, gt, inArray, isNull, lt, lte, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import {
  notificationDeliveries,
  notificationMessages,
  notificationRecipients,
} from '../../../platform/database/schema/index.ts';
import { anyOf } from './any-of.sql.ts';
import type { MessageContent } from './event.ts';

export type MessagesRepository = ReturnType<typeof messagesRepository>;
export type MessageRow = typeof notificationMessages.$inferSelect;

export interface NewMessage {
  readonly accountId: number;
  readonly severity: NotificationSeverity;
  readonly kind: NotificationKind;
  readonly content: MessageContent;
  readonly at: number;
  readonly repeatAt: number | null;
  readonly repeats: number;
  /** Where it goes; empty: it is shown in the app only. */
  readonly contacts: readonly { readonly id: string; readonly kind: string; readonly name: string }[];
}

const maxStored = 2_000;

/** The SQL of messages to people. */
export function messagesRepository({ orm }: Database) {
  return {
    /**
     * Writes a message with its deliveries, and which events it is about; returns its id. Where it is a repetition of `repeated`, that
     * one is not repeated any more. Undefined when another server notified of one of them meanwhile.
     */
    async add(
      { contacts, ...row }: NewMessage,
      about: { eventIds: readonly number[]; repeated?: number },
    ): Promise<number | undefined> {
      return unlessNotified(
        orm.transaction(async (transaction) => {
          const [added] = await transaction.insert(notificationMessages).values(row).returning();
          if (!added) throw new Error('The message was not stored.');
          await takeEvents(transaction, added, about);
          if (contacts.length > 0) {
            await transaction.insert(notificationDeliveries).values(
              contacts.map(({ id, kind, name }) => ({
                messageKey: randomUUID(),
                messageId: added.id,
                accountId: row.accountId,
                contact: id,
                kind,
                name,
                state: 'queued' as const,
                nextAt: row.at,
              })),
            );
          }
          return added.id;
        }),
      );
    },

    /** What a message is about, and whose escalation passed it on; null: nobody's, or those of several. Without what was repeated since. */
    async eventsOf(messageId: number): Promise<{ eventIds: number[]; escalatedBy: number | null }> {
      const { eventId, escalatedBy, messageId: notifiedBy } = notificationRecipients;
      const rows = await orm
        .select({ eventId, escalatedBy })
        .from(notificationRecipients)
        .where(eq(notifiedBy, messageId));
      const [by = null, ...others] = new Set(rows.map((row) => row.escalatedBy));
      return { eventIds: rows.map((row) => row.eventId), escalatedBy: others.length === 0 ? by : null };
    },

    async setRepeat(id: number, repeatAt: number | null): Promise<void> {
      await orm.update(notificationMessages).set({ repeatAt }).where(eq(notificationMessages.id, id));
    },

    /** Forgets messages from before an instant, and of each account what is above 2,000 messages. */
    async forget(before: number): Promise<void> {
      await orm.delete(notificationMessages).where(lt(notificationMessages.at, before));
      await orm.execute(sql`
        delete from notification_messages where id in (
          select id from (
            select id, row_number() over (partition by account_id order by id desc) as place from notification_messages
          ) as ranked where place > ${maxStored}
        )`);
    },

    async list(accountId: number, { before, limit }: { before: number | undefined; limit: number }) {
      const messages = await orm
        .select()
        .from(notificationMessages)
        .where(
          and(
            eq(notificationMessages.accountId, accountId),
            before === undefined ? undefined : lt(notificationMessages.id, before),
          ),
        )
        .orderBy(desc(notificationMessages.id))
        .limit(limit);
      const deliveries = await orm
        .select()
        .from(notificationDeliveries)
        .where(
          inArray(
            notificationDeliveries.messageId,
            messages.map(({ id }) => id),
          ),
        )
        .orderBy(notificationDeliveries.id);
      return { messages, deliveries };
    },

    /** When the person was sent messages in a range, newest first, at most `limit`, and which of these repeated others. */
    async recent(
      accountId: number,
      { from, to }: { from: number; to: number },
      limit: number,
    ): Promise<{ all: number[]; repetitions: number[] }> {
      const sent = orm
        .select({ one: sql`1` })
        .from(notificationDeliveries)
        .where(eq(notificationDeliveries.messageId, notificationMessages.id));
      const rows = await orm
        .select({ at: notificationMessages.at, repeats: notificationMessages.repeats })
        .from(notificationMessages)
        .where(
          and(
            eq(notificationMessages.accountId, accountId),
            gt(notificationMessages.at, from),
            lte(notificationMessages.at, to),
            ne(notificationMessages.kind, 'test'),
            exists(sent),
          ),
        )
        .orderBy(desc(notificationMessages.at))
        .limit(limit);
      const timesOf = (some: typeof rows) => some.map(({ at }) => at);
      return { all: timesOf(rows), repetitions: timesOf(rows.filter(({ repeats }) => repeats > 0)) };
    },

    /** Messages that are to be repeated, if nobody acknowledged what they are about; of those that had to wait the one that was sent first. */
    async dueRepeats(now: number): Promise<MessageRow[]> {
      return orm
        .select()
        .from(notificationMessages)
        .where(lte(notificationMessages.repeatAt, now))
        .orderBy(notificationMessages.repeatAt, notificationMessages.id)
        .limit(200);
    },
  };
}

/** Rolls a transaction back: another server was quicker. */
class AlreadyNotified extends Error {}

async function unlessNotified(adding: Promise<number>): Promise<number | undefined> {
  try {
    return await adding;
  } catch (error) {
    if (error instanceof AlreadyNotified) return undefined;
    throw error;
  }
}

async function takeEvents(
  transaction: Transaction,
  { id, accountId, at }: MessageRow,
  { eventIds, repeated }: { eventIds: readonly number[]; repeated?: number },
): Promise<void> {
  if (eventIds.length === 0) return;
  const { rowCount } = await transaction
    .update(notificationRecipients)
    // Its escalation is counted from now, which may be long after it was queued, as when no server ran.
    .set({ messageId: id, ...(repeated === undefined && { dueAt: at }) })
    .where(
      and(
        eq(notificationRecipients.accountId, accountId),
        anyOf(notificationRecipients.eventId, eventIds),
        repeated === undefined
          ? isNull(notificationRecipients.messageId)
          : eq(notificationRecipients.messageId, repeated),
      ),
    );
  if (rowCount !== eventIds.length) throw new AlreadyNotified();
  if (repeated === undefined) return;
  await transaction.update(notificationMessages).set({ repeatAt: null }).where(eq(notificationMessages.id, repeated));
}
