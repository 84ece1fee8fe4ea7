import { cutText, type Language, type NotificationKind, type NotificationSeverity } from '@cyno/contract';
import { and, asc, eq, getTableColumns, gt, gte, inArray, isNull, lt, min, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../../platform/database/index.ts';
import {
  type EventTranslations,
  notificationEvents,
  notificationRecipients,
} from '../../../platform/database/schema/index.ts';
import { anyOf } from './any-of.sql.ts';
import { type EventDetails, type MessageContent, type NotificationEvent, topicOf } from './event.ts';
import type { MessageRow } from './messages.repository.ts';

export type EventsRepository = ReturnType<typeof eventsRepository>;

/** Events that one person is to be notified of together. */
export interface WaitingGroup {
  readonly accountId: number;
  readonly severity: NotificationSeverity;
  readonly kind: NotificationKind;
  readonly eventIds: readonly number[];
  /** Whose escalation passed them on; null: nobody's. */
  readonly escalatedBy: number | null;
  /** Whether they were held back because there were too many messages. */
  readonly summed: boolean;
}

const rowsPerInsert = 1_000;
const groupsPerQuery = 1_000;
const { id: _id, topic: _topic, ownerId: _ownerId, ...detailColumns } = getTableColumns(notificationEvents);
const severities = sql`array['info', 'warning', 'critical']`;

/** The SQL of what happened, and of who is to be notified of it. */
export function eventsRepository({ orm }: Database) {
  return {
    /** Writes events that are not known, and their recipients who have an account. */
    async add(within: Transaction, events: readonly NotificationEvent[], now: number): Promise<void> {
      for (let at = 0; at < events.length; at += rowsPerInsert) {
        await addSome(within, events.slice(at, at + rowsPerInsert), now);
      }
    },

    /**
     * What nobody was notified of and is due, oldest first, by owner and group of devices: where nothing new of the same severity and kind
     * came for `restMs`, or where the first waits for `longestMs`.
     */
    async waiting(now: number, { restMs, longestMs }: { restMs: number; longestMs: number }): Promise<WaitingGroup[]> {
      const groups = waitingGroups(orm, now);
      const rows = await orm
        .select({
          accountId: groups.accountId,
          severity: groups.severity,
          kind: groups.kind,
          eventIds: groups.eventIds,
          escalatedBy: groups.escalatedBy,
          summed: groups.summed,
        })
        .from(groups)
        .where(or(sql`${groups.lastAt} <= ${now - restMs}`, sql`${groups.firstAt} <= ${now - longestMs}`))
        .orderBy(groups.firstAt, groups.accountId, sql`${groups.eventIds}[1]`)
        .limit(groupsPerQuery);
      return rows.map((row) => ({ ...row, eventIds: row.eventIds.map(Number) }));
    },

    /** How many notifications of a person since an instant had to wait because there were too many messages. */
    async countHeld(accountId: number, since: number): Promise<number> {
      const { summed, queuedAt } = notificationRecipients;
      return orm.$count(
        notificationRecipients,
        and(eq(notificationRecipients.accountId, accountId), eq(summed, true), gte(queuedAt, since)),
      );
    },

    /** When what was held back of a person because there were too many messages is due (ms since the epoch); null: nothing is. */
    async summedDueAt(accountId: number): Promise<number | null> {
      const { summed, messageId, dueAt } = notificationRecipients;
      const [row] = await orm
        .select({ at: min(dueAt) })
        .from(notificationRecipients)
        .where(and(eq(notificationRecipients.accountId, accountId), isNull(messageId), eq(summed, true)));
      return row?.at ?? null;
    },

    async wait(
      group: Pick<WaitingGroup, 'accountId' | 'eventIds'>,
      { until, summed }: { until: number; summed: boolean },
    ): Promise<void> {
      await orm.update(notificationRecipients).set({ dueAt: until, summed }).where(waitingOf(group));
    },

    /** Whose devices they are about, which decides whether the person may still be notified, and the groups of these. */
    async places(
      eventIds: readonly number[],
    ): Promise<{ id: number; ownerId: number; espid: string | null; group: string | null }[]> {
      const { id, ownerId, espid, group } = notificationEvents;
      return orm
        .select({ id, ownerId, espid, group })
        .from(notificationEvents)
        .where(anyOf(notificationEvents.id, eventIds));
    },

    /** As `places`, by the keys of events. */
    async placesOf(keys: readonly string[]): Promise<{ ownerId: number; espid: string | null }[]> {
      const { ownerId, espid, key } = notificationEvents;
      return orm
        .select({ ownerId, espid })
        .from(notificationEvents)
        .where(inArray(key, [...keys]));
    },

    /** When a person could be notified of the first of these (ms since the epoch): when it was queued, or when their quiet hours were over. */
    async firstDueAt(accountId: number, eventIds: readonly number[]): Promise<number> {
      const { queuedAt, dueAt, eventId } = notificationRecipients;
      const [row] = await orm
        .select({ at: sql<string>`min(greatest(${queuedAt}, ${dueAt}))` })
        .from(notificationRecipients)
        .where(and(eq(notificationRecipients.accountId, accountId), anyOf(eventId, eventIds)));
      return Number(row?.at);
    },

    async details(eventIds: readonly number[], limit: number, language: Language): Promise<EventDetails[]> {
      const rows = await orm
        .select(detailColumns)
        .from(notificationEvents)
        .where(anyOf(notificationEvents.id, eventIds))
        .orderBy(asc(notificationEvents.id))
        .limit(limit);
      return rows.map(({ translations: known, ...event }) => ({
        ...event,
        ...(language !== 'en' && known[language]),
      }));
    },

    /** Nobody is to be notified of these any more. */
    async drop({ accountId }: Pick<WaitingGroup, 'accountId'>, eventIds: readonly number[]): Promise<void> {
      if (eventIds.length === 0) return;
      await orm
        .delete(notificationRecipients)
        .where(
          and(
            eq(notificationRecipients.accountId, accountId),
            anyOf(notificationRecipients.eventId, eventIds),
            isNull(notificationRecipients.messageId),
          ),
        );
    },

    /** The events of a message that began something which is neither over nor acknowledged. Without what was repeated since. */
    async stillActive(messageId: number): Promise<number[]> {
      return idsOf(await lasting(orm, isOf(orm, messageId)));
    },

    /** Those of the events that began something which is over or acknowledged. */
    async ended(eventIds: readonly number[]): Promise<number[]> {
      const condition = and(anyOf(notificationEvents.id, eventIds), begins, isEnded(orm));
      return idsOf(await orm.select({ id: notificationEvents.id }).from(notificationEvents).where(condition));
    },

    /** As `stillActive`, with those that the message names and that were repeated since. */
    async lastingOf({ id, content }: Pick<MessageRow, 'id' | 'content'>): Promise<{ id: number; key: string }[]> {
      const keys = (content as MessageContent).events.map(({ key }) => key);
      return lasting(orm, or(isOf(orm, id), inArray(notificationEvents.key, keys)));
    },

    /** What the events of a message that were not repeated since have in common with later ones, such as `alert:310`, at most 500. */
    async topics(messageId: number): Promise<string[]> {
      const rows = await orm
        .selectDistinct({ topic: notificationEvents.topic })
        .from(notificationRecipients)
        .innerJoin(notificationEvents, eq(notificationEvents.id, notificationRecipients.eventId))
        .where(eq(notificationRecipients.messageId, messageId))
        .limit(500);
      return rows.map(({ topic }) => topic);
    },

    /** Forgets what happened before an instant. */
    async forget(before: number): Promise<void> {
      await orm.delete(notificationEvents).where(lt(notificationEvents.at, before));
    },
  };
}

/** Those that began something which is neither over nor acknowledged. */
const lasting = async (orm: Database['orm'], condition: SQL | undefined) =>
  orm
    .select({ id: notificationEvents.id, key: notificationEvents.key })
    .from(notificationEvents)
    .where(and(condition, begins, not(isEnded(orm))));

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id);

/** Whether an event belongs to a message. */
function isOf(orm: Database['orm'], messageId: number): SQL {
  const { eventId, messageId: notifiedBy } = notificationRecipients;
  const own = orm.select({ eventId }).from(notificationRecipients).where(eq(notifiedBy, messageId));
  return sql`${notificationEvents.id} = any(array(${own}))`;
}

const begins = eq(notificationEvents.kind, 'active');

/** Whether what an event began is over or acknowledged. */
function isEnded(orm: Database['orm']): SQL {
  const later = alias(notificationEvents, 'later');
  const isEnd = and(
    eq(later.topic, notificationEvents.topic),
    gt(later.id, notificationEvents.id),
    inArray(later.kind, ['cleared', 'acknowledged']),
  );
  const ends = orm.select({ one: sql`1` }).from(later).where(isEnd);
  // Looked up for each by its topic: joined as a whole, many events that just came are each compared with all others.
  return sql`exists (${ends} offset 0)`;
}

/** What waits, by person, owner and group; with when the first and the last of the person's events of this severity and kind were queued. */
function waitingGroups(orm: Database['orm'], now: number) {
  const { summed, queuedAt, accountId, escalatedBy } = notificationRecipients;
  const unlessSummed = (value: unknown) => sql`case when ${summed} then null else ${value} end`;
  const together = sql`partition by ${accountId}, ${summed}, ${unlessSummed(notificationEvents.severity)}, ${unlessSummed(notificationEvents.kind)}`;
  return orm
    .select({
      accountId,
      summed,
      severity:
        sql<NotificationSeverity>`(${severities})[max(array_position(${severities}, ${notificationEvents.severity}))]`.as(
          'severity',
        ),
      kind: sql<NotificationKind>`min(${notificationEvents.kind})`.as('kind'),
      eventIds: sql<number[]>`array_agg(${notificationEvents.id}::int8 order by ${notificationEvents.id})`.as(
        'event_ids',
      ),
      // One message that sums many up is a person's own.
      escalatedBy: sql<number | null>`case when ${summed} then null else min(${escalatedBy}) end`.as('escalated_by'),
      firstAt: sql<number>`min(min(${queuedAt})) over (${together})`.as('first_at'),
      lastAt: sql<number>`max(max(${queuedAt})) over (${together})`.as('last_at'),
    })
    .from(notificationRecipients)
    .innerJoin(notificationEvents, eq(notificationEvents.id, notificationRecipients.eventId))
    .where(and(isNull(notificationRecipients.messageId), sql`${notificationRecipients.dueAt} <= ${now}`))
    .groupBy(
      accountId,
      summed,
      unlessSummed(notificationEvents.ownerId),
      unlessSummed(notificationEvents.group),
      unlessSummed(notificationEvents.severity),
      unlessSummed(notificationEvents.kind),
      unlessSummed(escalatedBy),
    )
    .as('groups');
}

async function addSome(within: Transaction, events: readonly NotificationEvent[], now: number): Promise<void> {
  const rows = events.map(({ recipients: _, accountId, key, ...event }) => ({
    ...bounded(event),
    key,
    ownerId: accountId,
    topic: topicOf(key),
    translations: boundedTranslations(event.translations ?? {}),
  }));
  const added = await within
    .insert(notificationEvents)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: notificationEvents.id, key: notificationEvents.key });
  const ids = new Map(added.map(({ id, key }) => [key, id]));
  const recipients = events.flatMap(({ key, recipients }) => {
    const eventId = ids.get(key);
    ids.delete(key);
    return eventId === undefined ? [] : [...new Set(recipients)].map((accountId) => ({ eventId, accountId }));
  });
  for (let at = 0; at < recipients.length; at += rowsPerInsert) {
    const some = recipients.slice(at, at + rowsPerInsert);
    // An account may have been removed since its right was read: the others are notified nevertheless.
    await within.execute(sql`
      insert into notification_recipients (event_id, account_id, queued_at)
      select given.event_id, given.account_id, ${now}
      from unnest(
        ${sql.param(some.map(({ eventId }) => eventId))}::int8[],
        ${sql.param(some.map(({ accountId }) => accountId))}::int4[]
      ) as given (event_id, account_id)
      join accounts on accounts.id = given.account_id`);
  }
}

const bounded = <Text extends { readonly subject: string; readonly text: string }>(given: Text): Text => ({
  ...given,
  subject: oneLineOf(given.subject, 200),
  text: cutText(given.text, 2_000),
});

const boundedTranslations = ({ th }: EventTranslations): EventTranslations => (th ? { th: bounded(th) } : {});

const oneLineOf = (text: string, max: number): string => cutText(text.replaceAll(/\s+/g, ' ').trim(), max);

const waitingOf = ({ accountId, eventIds }: Pick<WaitingGroup, 'accountId' | 'eventIds'>) =>
  and(
    eq(notificationRecipients.accountId, accountId),
    anyOf(notificationRecipients.eventId, eventIds),
    isNull(notificationRecipients.messageId),
  );
