import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './columns.ts';

/** Logins through another service that are linked to an account; a subject means something only within its issuer. */
export const identities = pgTable(
  'identities',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    provider: text({ enum: ['oidc', 'line'] }).notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** What the provider returned, for people to recognise it. */
    email: text(),
    name: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('identities_subject').on(table.issuer, table.subject),
    index('identities_account').on(table.accountId),
  ],
);

/** Visits to another service that have not come back yet; each is good for one response, in the browser that started it. */
export const identityVisits = pgTable('identity_visits', {
  /** SHA-256 of the `state` parameter. */
  stateHash: text('state_hash').primaryKey(),
  provider: text({ enum: ['oidc', 'line'] }).notNull(),
  /** SHA-256 of the cookie that binds it to a browser. */
  browserHash: text('browser_hash').notNull(),
  nonce: text().notNull(),
  codeVerifier: text('code_verifier').notNull(),
  /** Set when a signed-in account wants to link the identity. */
  accountId: integer('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
  expiresAt: instant('expires_at').notNull(),
});
