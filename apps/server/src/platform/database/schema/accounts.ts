import type { Language } from '@cyno/contract';
import { bigint, boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** People. `email` is trimmed and lower-cased before it is stored. */
export const accounts = pgTable(
  'accounts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    /** Null: nobody can log in by password, for instance because several signups wait for one address. */
    passwordHash: text('password_hash'),
    member: text({ enum: ['user', 'admin'] })
      .notNull()
      .default('user'),
    name: text(),
    timeZone: text('time_zone'),
    dateFormat: text('date_format', { enum: ['mm/dd/yy', 'dd/mm/yy', 'dd/mm/be', 'yyyy-mm-dd'] }),
    language: text().$type<Language>(),
    /** Its boards send timestamps with their messages as `ts`; otherwise that is a variable like any other. */
    boardsSendTimes: boolean('boards_send_times').notNull().default(false),
    confirmedAt: instant('confirmed_at'),
    /** When a mail or another service proved that the owner reads `email`; null: nobody did, so it finds nobody's account. */
    emailProvedAt: instant('email_proved_at'),
    disabledAt: instant('disabled_at'),
    /** Set when its owner deleted it: until then it may be restored, after that it is removed with all data. */
    deleteAfter: instant('delete_after'),
    /** Until when boards of this account join by themselves. */
    pairingOpenUntil: instant('pairing_open_until'),
    /** How many of them do so before the window shuts. */
    pairingRoom: integer('pairing_room').notNull().default(10),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('accounts_email').on(table.email)],
);

/** Addresses that accounts gave up: boards whose sketch names one continue signing in, until somebody else has the address. */
export const formerEmails = pgTable(
  'former_emails',
  {
    email: text().primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('former_emails_account').on(table.accountId)],
);

/** Where an account was logged in from before, so that its owner is notified of a login from elsewhere. */
export const knownOrigins = pgTable(
  'known_origins',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of the wider network and the kind of browser. */
    originHash: text('origin_hash').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.originHash] }),
    index('known_origins_last_seen').on(table.lastSeenAt),
  ],
);

/** Browser sessions; only the SHA-256 of the token is stored. */
export const sessions = pgTable(
  'sessions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    tokenHash: text('token_hash').notNull(),
    userAgent: text('user_agent'),
    ip: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** When its owner last proved to be there, by logging in or typing the password again. */
    provedAt: instant('proved_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [uniqueIndex('sessions_token_hash').on(table.tokenHash), index('sessions_account').on(table.accountId)],
);

/** Personal access tokens (Bearer token and MQTT password); only the SHA-256 is stored. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    scope: text({ enum: ['read', 'control'] }).notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at'),
  },
  (table) => [
    uniqueIndex('access_tokens_hash').on(table.tokenHash),
    index('access_tokens_account').on(table.accountId),
  ],
);

/** Connection keys of an account; the current one has no `retiredAt`, an ended one is refused. */
export const connectionKeys = pgTable(
  'connection_keys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    retiredAt: instant('retired_at'),
    ended: boolean().notNull().default(false),
  },
  (table) => [uniqueIndex('connection_keys_account_key').on(table.accountId, table.key)],
);

/**
 * Links sent by mail, each good for one use: `confirm` proves the address of a signup, `email` that of a change, `notify` one for alerts;
 * `reset` allows a new password, `keep` takes a deletion back.
 */
export const mailLinks = pgTable(
  'mail_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['confirm', 'reset', 'email', 'notify', 'keep'] }).notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Of `confirm`: the password of the signup that the mail was about, which counts when this link is used. */
    passwordHash: text('password_hash'),
    /** Of `email`, `notify` and a `reset` that was mailed: the address that the link went to. */
    email: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    uniqueIndex('mail_links_token_hash').on(table.tokenHash),
    index('mail_links_account').on(table.accountId),
  ],
);
