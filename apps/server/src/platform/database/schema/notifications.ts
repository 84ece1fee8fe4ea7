import type { Language, NotificationPolicy } from '@cyno/contract';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });
const severities = ['info', 'warning', 'critical'] as const;
/** What an event is called in other languages. */
export type EventTranslations = Partial<
  Record<Exclude<Language, 'en'>, { readonly subject: string; readonly text: string; readonly what: string | null }>
>;

const kinds = ['active', 'cleared', 'acknowledged', 'notice', 'test'] as const;

/**
 * Where notifications of an account go besides e-mail: services and browsers. `target` is what the service needs (address, token, keys)
 * and is never shown again. Instants in this file in ms since the epoch.
 */
export const contactPoints = pgTable(
  'contact_points',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text({
      enum: ['webhook', 'discord', 'slack', 'teams', 'google-chat', 'ntfy', 'gotify', 'push', 'telegram', 'line'],
    }).notNull(),
    name: text().notNull(),
    target: jsonb().$type<Readonly<Record<string, string>>>().notNull(),
    createdAt: ms('created_at').notNull(),
  },
  (table) => [
    index('contact_points_account').on(table.accountId),
    // A chat is that of one account, so that what it requests is done with one account's rights.
    uniqueIndex('contact_points_chat').on(table.kind, sql`(${table.target} ->> 'chat')`),
  ],
);

/** Codes with which a chat joins an account, as their SHA-256 (base64url); each is good once. */
export const chatJoinCodes = pgTable(
  'chat_join_codes',
  {
    codeHash: text('code_hash').primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    service: text({ enum: ['telegram', 'line'] }).notNull(),
    expiresAt: ms('expires_at').notNull(),
  },
  (table) => [index('chat_join_codes_account').on(table.accountId)],
);

/** What services sent to this server's webhooks: what is sent again is not handled again. */
export const chatWebhookEvents = pgTable(
  'chat_webhook_events',
  {
    service: text({ enum: ['line'] }).notNull(),
    /** As the service names it. */
    event: text().notNull(),
    receivedAt: ms('received_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.service, table.event] })],
);

/** Contacts (`email`, `address-3`, `contact-7`) whose last delivery failed, and since when they fail. */
export const contactFailures = pgTable(
  'contact_failures',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contact: text().notNull(),
    since: ms('since').notNull(),
    reason: text().notNull(),
    /** When its owner was notified of it through another contact. */
    reportedAt: ms('reported_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.contact] })],
);

/** What a person chose for each severity; without a row the defaults count. */
export const notificationPolicies = pgTable('notification_policies', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  policy: jsonb().$type<NotificationPolicy>().notNull(),
});

/** Who names whom in the steps of their escalations, or did once. The named person may decline for good. */
export const escalationPeople = pgTable(
  'escalation_people',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    personId: integer('person_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Their address when they were named: one that they chose after a share ended is not shown. */
    name: text().notNull(),
    declinedAt: ms('declined_at'),
  },
  (table) => [
    uniqueIndex('escalation_people_pair').on(table.accountId, table.personId),
    index('escalation_people_person').on(table.personId),
  ],
);

/** What happened, written in the transaction in which it happened. `ownerId` is whose device it was; `topic` what its changes have in common. */
export const notificationEvents = pgTable(
  'notification_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    topic: text().notNull(),
    ownerId: integer('owner_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    severity: text({ enum: severities }).notNull(),
    kind: text({ enum: kinds }).notNull(),
    /** What may become one message, by the name that people gave it. */
    group: text(),
    subject: text().notNull(),
    text: text().notNull(),
    /** `subject`, `text` and `what` in the languages other than English in which they are known. */
    translations: jsonb().$type<EventTranslations>().notNull().default({}),
    /** What a device did, such as `went offline`, for the subject of a message about several. */
    what: text(),
    value: doublePrecision(),
    limit: doublePrecision(),
    /** What was measured with its unit, such as `39.2 °C`. */
    reading: text(),
    since: ms('since'),
    link: text().notNull(),
    espid: text(),
    at: ms('at').notNull(),
  },
  (table) => [
    uniqueIndex('notification_events_key').on(table.key),
    index('notification_events_topic').on(table.topic),
    index('notification_events_owner').on(table.ownerId),
    index('notification_events_at').on(table.at),
  ],
);

/** One message to one person, about one event or several. `content` is what is sent. */
export const notificationMessages = pgTable(
  'notification_messages',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    severity: text({ enum: severities }).notNull(),
    kind: text({ enum: kinds }).notNull(),
    content: jsonb().notNull(),
    at: ms('at').notNull(),
    /** When it is sent again if nobody acknowledged what it is about; null: not at all. */
    repeatAt: ms('repeat_at'),
    repeats: integer().notNull().default(0),
  },
  (table) => [
    index('notification_messages_account').on(table.accountId, table.id),
    index('notification_messages_repeat').on(table.repeatAt).where(sql`${table.repeatAt} is not null`),
    index('notification_messages_at').on(table.at),
  ],
);

/** Who is to be notified of an event, until `messageId` names the message that did. */
export const notificationRecipients = pgTable(
  'notification_recipients',
  {
    eventId: bigint('event_id', { mode: 'number' })
      .notNull()
      .references(() => notificationEvents.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    queuedAt: ms('queued_at').notNull(),
    /** Not before this instant, because of quiet hours or of too many messages. */
    dueAt: ms('due_at').notNull().default(0),
    /** There were too many messages: it becomes one message with all others of the person that are. */
    summed: boolean().notNull().default(false),
    messageId: bigint('message_id', { mode: 'number' }).references(() => notificationMessages.id, {
      onDelete: 'cascade',
    }),
    /** Whose escalation passed it on; null: the person is notified in their own right. */
    escalatedBy: integer('escalated_by').references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.accountId] }),
    index('notification_recipients_escalated').on(table.escalatedBy).where(sql`${table.escalatedBy} is not null`),
    index('notification_recipients_waiting').on(table.accountId).where(sql`${table.messageId} is null`),
    index('notification_recipients_message').on(table.messageId),
    index('notification_recipients_summed').on(table.accountId, table.queuedAt).where(sql`${table.summed}`),
  ],
);

/** A message on its way to one contact, and what became of it. Who raises `attempts` sends it; until `nextAt` nobody else does. */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The same for each attempt: services that know it take the message once. */
    messageKey: text('message_key').notNull(),
    messageId: bigint('message_id', { mode: 'number' })
      .notNull()
      .references(() => notificationMessages.id, { onDelete: 'cascade' }),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    contact: text().notNull(),
    /** The contact's kind and name when it was made, which stay readable when the contact is gone. */
    kind: text().notNull(),
    name: text().notNull(),
    state: text({ enum: ['queued', 'sent', 'accepted', 'failed'] }).notNull(),
    reason: text(),
    attempts: integer().notNull().default(0),
    /** The newest attempts, oldest first. */
    log: jsonb().$type<readonly { at: number; ms: number; result: string }[]>().notNull().default([]),
    /** When it is tried, or, while it is being sent, when its server counts as gone. */
    nextAt: ms('next_at').notNull(),
    finishedAt: ms('finished_at'),
    /** When its reader's browser showed it, and when the reader opened it or pressed one of its buttons; null: that is not known. */
    deliveredAt: ms('delivered_at'),
    readAt: ms('read_at'),
    /** What is stored of the token with which its reader may take action, and until when that is good; null: nobody may. */
    tokenHash: text('token_hash'),
    tokenUntil: ms('token_until'),
    /** Of the tokens of earlier attempts, whose message the reader may have as well: they are good until one is used. */
    earlierTokenHashes: text('earlier_token_hashes').array().notNull().default([]),
  },
  (table) => [
    uniqueIndex('notification_deliveries_token').on(table.tokenHash),
    index('notification_deliveries_earlier_tokens')
      .using('gin', table.earlierTokenHashes)
      .where(sql`${table.earlierTokenHashes} <> '{}'`),
    index('notification_deliveries_key').on(table.messageKey),
    index('notification_deliveries_due').on(table.nextAt).where(sql`${table.state} in ('queued', 'sent')`),
    index('notification_deliveries_message').on(table.messageId),
    index('notification_deliveries_account').on(table.accountId, table.id),
  ],
);
