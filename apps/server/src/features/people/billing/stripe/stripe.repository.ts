import type { Invoice } from '@cyno/contract';
import { type AnyColumn, and, desc, eq, inArray, isNotNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/index.ts';
import { accounts, invoices, stripeEvents, subscriptions } from '../../../../platform/database/schema/index.ts';
import type { StripeInvoice, StripeState } from './stripe-state.ts';

/** An event of Stripe that is being handled; `createdAt` in ms since the epoch. */
export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: number;
}

/** What Stripe returned about a customer, and when it was requested (ms since the epoch). */
export interface StripeReading {
  readonly accountId: number;
  readonly customerId: string;
  readonly readAt: number;
  readonly state: StripeState;
  readonly invoices: readonly StripeInvoice[];
}

/** A customer of Stripe, the address of its account, and whether that waits to be removed. */
export interface StripeCustomer {
  readonly accountId: number;
  readonly customerId: string;
  readonly email: string;
  readonly isBeingDeleted: boolean;
}

const maxInvoices = 24;

/** The SQL of what Stripe reports. */
export function stripeRepository({ orm }: Database) {
  return {
    async isHandled(eventId: string): Promise<boolean> {
      return (await orm.select().from(stripeEvents).where(eq(stripeEvents.id, eventId))).length > 0;
    },

    /** Notes an event that changes nothing here. */
    async noteEvent(event: StripeEvent): Promise<void> {
      await orm.insert(stripeEvents).values(eventRow(event)).onConflictDoNothing();
    },

    async forgetEvents(before: number): Promise<void> {
      await orm.delete(stripeEvents).where(lt(stripeEvents.handledAt, new Date(before)));
    },

    async accountOf(customerId: string): Promise<number | undefined> {
      const [row] = await orm
        .select({ accountId: subscriptions.accountId })
        .from(subscriptions)
        .where(eq(subscriptions.stripeCustomerId, customerId));
      return row?.accountId;
    },

    async customerOf(accountId: number): Promise<string | null> {
      const [row] = await orm
        .select({ customerId: subscriptions.stripeCustomerId })
        .from(subscriptions)
        .where(eq(subscriptions.accountId, accountId));
      return row?.customerId ?? null;
    },

    /** Remembers the customer of an account; what is stored of an earlier one continues to count. */
    async saveCustomer(accountId: number, customerId: string): Promise<void> {
      await orm
        .insert(subscriptions)
        .values({ accountId, plan: 'free', source: 'stripe', status: 'ended', stripeCustomerId: customerId })
        .onConflictDoUpdate({ target: subscriptions.accountId, set: { stripeCustomerId: customerId, eventAt: null } });
    },

    /** The customers whose subscription continues, and those of `others` that belong to an account. */
    async listCustomers(others: string[]): Promise<StripeCustomer[]> {
      const rows = await orm
        .select({
          accountId: subscriptions.accountId,
          customerId: subscriptions.stripeCustomerId,
          email: accounts.email,
          isBeingDeleted: sql<boolean>`${accounts.deleteAfter} is not null`,
        })
        .from(subscriptions)
        .innerJoin(accounts, eq(accounts.id, subscriptions.accountId))
        .where(
          and(
            isNotNull(subscriptions.stripeCustomerId),
            or(ne(subscriptions.status, 'ended'), inArray(subscriptions.stripeCustomerId, others)),
          ),
        );
      return rows.flatMap(({ customerId, ...row }) => (customerId === null ? [] : [{ ...row, customerId }]));
    },

    /** Keeps what was read together with the event that requested it: both or none. */
    async save(reading: StripeReading, event: StripeEvent | null): Promise<void> {
      await orm.transaction(async (tx) => {
        if (event) await tx.insert(stripeEvents).values(eventRow(event)).onConflictDoNothing();
        await saveState(tx, reading);
        for (const invoice of reading.invoices) await saveInvoice(tx, invoice, reading);
      });
    },

    async listInvoices(accountId: number): Promise<Invoice[]> {
      const rows = await orm
        .select()
        .from(invoices)
        .where(eq(invoices.accountId, accountId))
        .orderBy(desc(invoices.issuedAt), desc(invoices.id))
        .limit(maxInvoices);
      return rows.map(({ accountId: _, eventAt: __, issuedAt, ...row }) => ({ ...row, issuedAt: issuedAt.getTime() }));
    },
  };
}

export type StripeRepository = ReturnType<typeof stripeRepository>;

type Transaction = Parameters<Parameters<Database['orm']['transaction']>[0]>[0];

const eventRow = ({ id, type, createdAt }: StripeEvent) => ({ id, type, createdAt: new Date(createdAt) });

/** No reading takes a minute, so what seems to have begun later than that was read while the clock was ahead. */
const isNewer = (eventAt: AnyColumn, at: Date) =>
  sql`coalesce(${eventAt} <= ${at} or ${eventAt} > ${at}::timestamptz + interval '1 minute', true)`;

/** An older reading never overwrites a newer one, and a plan that an administrator gave ends only when something is paid. */
async function saveState(tx: Transaction, { accountId, customerId, readAt, state }: StripeReading): Promise<void> {
  const at = new Date(readAt);
  const grace = state.graceUntil === null ? null : new Date(state.graceUntil);
  const { plan, status, source } = subscriptions;
  await tx
    .update(subscriptions)
    .set({
      plan: state.plan ?? sql`${plan}`,
      source: 'stripe',
      status: state.status,
      since: sql`case when ${source} = 'stripe' and (${state.plan === null} or ${plan} = ${state.plan}) and (${status} = 'ended') = ${state.status === 'ended'}
        then ${subscriptions.since} else ${at} end`,
      periodEnd: state.periodEnd === null ? null : new Date(state.periodEnd),
      // A further invoice that is not paid does not lengthen the grace.
      graceUntil: sql`case when ${status} = 'past_due' and ${subscriptions.stripeSubscriptionId} = ${state.subscriptionId}
        then least(${subscriptions.graceUntil}, ${grace}::timestamptz) else ${grace}::timestamptz end`,
      cancelAtPeriodEnd: state.cancelAtPeriodEnd,
      stripeSubscriptionId: state.subscriptionId,
      paidWith: state.paidWith,
      eventAt: at,
    })
    .where(
      and(
        eq(subscriptions.accountId, accountId),
        eq(subscriptions.stripeCustomerId, customerId),
        isNewer(subscriptions.eventAt, at),
        sql`(${source} = 'stripe' or ${state.status === 'active' && state.plan !== null})`,
      ),
    );
}

async function saveInvoice(tx: Transaction, invoice: StripeInvoice, reading: StripeReading): Promise<void> {
  const { issuedAt, ...rest } = invoice;
  const values = {
    ...rest,
    accountId: reading.accountId,
    paidWith: invoice.status === 'paid' ? reading.state.paidWith : null,
    issuedAt: new Date(issuedAt),
    eventAt: new Date(reading.readAt),
  };
  await tx
    .insert(invoices)
    .values(values)
    .onConflictDoUpdate({
      target: invoices.id,
      // How it was paid is known best by the first reading after that; a card that is added later does not change it.
      set: { ...values, paidWith: sql`coalesce(${invoices.paidWith}, excluded.paid_with)` },
      setWhere: and(isNewer(invoices.eventAt, values.eventAt), sql`${invoices.accountId} = excluded.account_id`),
    });
}
