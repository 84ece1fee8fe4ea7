import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { instant } from './columns.ts';

/** The plan of an account that is not on the free one. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    accountId: integer('account_id')
      .primaryKey()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    plan: text({ enum: ['free', 'maker', 'pro'] }).notNull(),
    /** Who gave it: an administrator, or Stripe. */
    source: text({ enum: ['manual', 'stripe'] }).notNull(),
    status: text({ enum: ['active', 'past_due', 'ended'] }).notNull(),
    since: instant('since').notNull().defaultNow(),
    /** When it ends by itself (manual), or is paid again (Stripe). Null: it does not end. */
    periodEnd: instant('period_end'),
    /** After a failed payment: until when the plan continues. */
    graceUntil: instant('grace_until'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    stripeSubscriptionId: text('stripe_subscription_id'),
    /** How it is paid, as people call it, such as `Visa 4242` or `PromptPay`. */
    paidWith: text('paid_with'),
    /** When the newest event of Stripe that changed this row was created. */
    eventAt: instant('event_at'),
  },
  (table) => [uniqueIndex('subscriptions_stripe_customer').on(table.stripeCustomerId)],
);

/** Events of Stripe that were handled, so that none counts twice. */
export const stripeEvents = pgTable('stripe_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: instant('created_at').notNull(),
  handledAt: instant('handled_at').notNull().defaultNow(),
});

/** Invoices as Stripe reported them. */
export const invoices = pgTable(
  'invoices',
  {
    /** Stripe's id. */
    id: text().primaryKey(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    number: text(),
    description: text().notNull(),
    /** In the smallest unit of the currency, such as satang. */
    amountMinor: integer('amount_minor').notNull(),
    /** ISO 4217, lower case. */
    currency: text().notNull(),
    status: text({ enum: ['draft', 'open', 'paid', 'uncollectible', 'void'] }).notNull(),
    paidWith: text('paid_with'),
    issuedAt: instant('issued_at').notNull(),
    pageUrl: text('page_url'),
    pdfUrl: text('pdf_url'),
    eventAt: instant('event_at').notNull(),
  },
  (table) => [index('invoices_account').on(table.accountId, table.issuedAt)],
);
