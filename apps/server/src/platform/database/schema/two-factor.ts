import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './columns.ts';

/** The authenticator app of an account; it counts from `confirmedAt` on. */
export const totpSecrets = pgTable('totp_secrets', {
  accountId: integer('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Base32, as the app knows it. */
  secret: text().notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The time step of the newest code that was taken: no code works twice (RFC 6238, section 5.2). */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Codes for anyone who lost the app, each good for one use; only the SHA-256 is stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    codeHash: text('code_hash').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('recovery_codes_account_code').on(table.accountId, table.codeHash)],
);

/** Passkeys: https://www.w3.org/TR/webauthn-3/#sctn-credential-storage-modality. Ids and keys are base64url. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    credentialId: text('credential_id').notNull(),
    publicKey: text('public_key').notNull(),
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** True when it is stored by a password manager rather than by one device. */
    backedUp: boolean('backed_up').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [uniqueIndex('passkeys_credential').on(table.credentialId), index('passkeys_account').on(table.accountId)],
);

/** Unfinished steps: who may still prove something, with what challenge, and how often they tried. */
export const stepTickets = pgTable('step_tickets', {
  /** SHA-256 of the ticket. */
  ticketHash: text('ticket_hash').primaryKey(),
  purpose: text({ enum: ['log_in', 'passkey_log_in', 'passkey_register', 'proof'] }).notNull(),
  /** Null: a passkey is to identify the account. */
  accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
  challenge: text(),
  tries: integer().notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
});
