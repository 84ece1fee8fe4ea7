import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/index.ts';
import { serverState, subscriptions } from '../../../platform/database/schema/index.ts';

type Row = typeof subscriptions.$inferSelect;

/** The database, or a transaction. */
export type Executor = Pick<Database['orm'], 'insert'>;

/** How an account came to its plan; instants in ms since the epoch. */
export interface Subscription {
  readonly accountId: number;
  readonly plan: Row['plan'];
  readonly source: Row['source'];
  readonly status: Row['status'];
  readonly since: number;
  readonly periodEnd: number | null;
  readonly graceUntil: number | null;
  readonly cancelAtPeriodEnd: boolean;
  readonly paidWith: string | null;
  readonly stripeCustomerId: string | null;
}

/** The SQL of plans, but for what Stripe reports. */
export function subscriptionsRepository({ orm }: Database) {
  return {
    async list(): Promise<Subscription[]> {
      return (await orm.select().from(subscriptions)).map(toSubscription);
    },

    async find(accountId: number): Promise<Subscription | undefined> {
      const [row] = await orm.select().from(subscriptions).where(eq(subscriptions.accountId, accountId));
      return row && toSubscription(row);
    },

    /**
     * Gives an account a plan, and calls `record` within the same transaction. The customer of Stripe stays, so that its invoices
     * continue being reported.
     */
    async assign(
      given: { accountId: number; plan: Row['plan']; until: number | null; at: number },
      record: (within: Executor) => Promise<void>,
    ): Promise<void> {
      const values = {
        plan: given.plan,
        source: 'manual' as const,
        status: 'active' as const,
        since: new Date(given.at),
        periodEnd: given.until === null ? null : new Date(given.until),
        graceUntil: null,
        cancelAtPeriodEnd: false,
        stripeSubscriptionId: null,
        paidWith: null,
      };
      await orm.transaction(async (tx) => {
        await tx
          .insert(subscriptions)
          .values({ accountId: given.accountId, ...values })
          .onConflictDoUpdate({ target: subscriptions.accountId, set: values });
        await record(tx);
      });
    },

    /** Remembers since when the server has had this kind of billing; returns that instant. */
    async modeSince(mode: string, at: number): Promise<number> {
      const value = { mode, since: at };
      const [row] = await orm
        .insert(serverState)
        .values({ key: 'billing', value })
        .onConflictDoUpdate({
          target: serverState.key,
          set: {
            value: sql`case when ${serverState.value} ->> 'mode' = ${mode} then ${serverState.value} else excluded.value end`,
          },
        })
        .returning({ value: serverState.value });
      return ((row?.value ?? value) as typeof value).since;
    },
  };
}

export type SubscriptionsRepository = ReturnType<typeof subscriptionsRepository>;

const toSubscription = (row: Row): Subscription => ({
  accountId: row.accountId,
  plan: row.plan,
  source: row.source,
  status: row.status,
  since: row.since.getTime(),
  periodEnd: row.periodEnd?.getTime() ?? null,
  graceUntil: row.graceUntil?.getTime() ?? null,
  cancelAtPeriodEnd: row.cancelAtPeriodEnd,
  paidWith: row.paidWith,
  stripeCustomerId: row.stripeCustomerId,
});
