import type { PaidPlanId } from '@cyno/contract';
import type Stripe from 'stripe';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import { planTable } from '../plan-table.ts';
import { Checkout } from './checkout.ts';
import { type StripeCustomer, type StripeRepository, stripeRepository } from './stripe.repository.ts';
import { createStripe, type StripeSettings } from './stripe-client.ts';
import { endsWithAccountKey, type StripeState } from './stripe-state.ts';
import { StripeSync } from './stripe-sync.ts';
import { StripeWebhook } from './stripe-webhook.ts';

const dayMs = 24 * 3_600_000;
/** Stripe sends an event again for three days at most. */
const rememberedMs = 30 * dayMs;

export interface StripeBillingDeps {
  readonly database: Database;
  readonly settings: StripeSettings;
  readonly clock: Clock;
  readonly log: Logger;
  changed(accountId: number): Promise<void>;
  baseUrl(): string;
}

/** What only `BILLING=stripe` has. */
export class StripeBilling {
  readonly checkout: Checkout;
  readonly webhook: StripeWebhook;
  readonly #deps: StripeBillingDeps;
  readonly #stripe: Stripe;
  readonly #repository: StripeRepository;
  readonly #sync: StripeSync;

  constructor(deps: StripeBillingDeps) {
    const { database, settings, clock, log, changed, baseUrl } = deps;
    const { prices, webhookSecret } = settings;
    const stripe = createStripe(settings);
    const repository = stripeRepository(database);
    const sync = new StripeSync({ stripe, prices, repository, clock, log, changed });
    this.#deps = deps;
    this.#stripe = stripe;
    this.#repository = repository;
    this.#sync = sync;
    this.checkout = new Checkout({ stripe, prices, repository, sync, clock, baseUrl });
    this.webhook = new StripeWebhook({ stripe, webhookSecret, repository, sync, clock, log });
  }

  /** Logs for the operator when a configured price differs from the plan page; people would pay something else than they read. */
  async checkPrices(): Promise<void> {
    for (const [plan, priceId] of Object.entries(this.#deps.settings.prices) as [PaidPlanId, string][]) {
      const { priceMinor, currency } = planTable[plan];
      const price = await this.#stripe.prices.retrieve(priceId).catch((err: unknown) => {
        this.#deps.log.warn({ err, plan }, 'The price of a plan could not be read from Stripe');
      });
      if (!price) continue;
      const { unit_amount, recurring } = price;
      const isRight = unit_amount === priceMinor && price.currency === currency && recurring?.interval === 'month';
      if (!isRight) {
        const atStripe = `${unit_amount} ${price.currency} a ${recurring?.interval ?? 'time'}`;
        this.#deps.log.error(
          { plan, atStripe, price: `${priceMinor} ${currency} a month` },
          'A price at Stripe differs from the plan page',
        );
      }
    }
  }

  /**
   * Reads every customer that has a plan here or a subscription at Stripe again, so that lost events heal, gives it the address of its
   * account, and renews no subscription while that waits to be removed; a job does this each hour.
   */
  async reconcile(): Promise<void> {
    const { clock, log } = this.#deps;
    const now = clock.now();
    let failed = 0;
    const subscribed = await this.#sync.listCustomers().catch((err: unknown) => {
      failed += 1;
      log.warn({ err }, 'Who has a subscription could not be read from Stripe');
      return [];
    });
    for (const customer of await this.#repository.listCustomers(subscribed)) {
      await this.#reconcileCustomer(customer).catch((err: unknown) => {
        failed += 1;
        log.warn({ err, accountId: customer.accountId }, 'A customer of Stripe could not be brought up to date');
      });
    }
    await this.#repository.forgetEvents(now - rememberedMs);
    if (failed > 0)
      log.error({ failed }, 'Some customers of Stripe were not brought up to date; the next try is in an hour');
  }

  async #reconcileCustomer(customer: StripeCustomer): Promise<void> {
    await this.#followDeletion(customer, await this.#sync.run(customer.accountId, customer.customerId));
    // Last, because Stripe may refuse an address for good.
    await this.#sync.updateEmail(customer.customerId, customer.email);
  }

  /** Renews no subscription of an account that waits to be removed, and continues one that was stopped for that. */
  async #followDeletion({ accountId, customerId, isBeingDeleted }: StripeCustomer, state: StripeState): Promise<void> {
    const { subscriptionId, cancelAtPeriodEnd, endsWithAccount } = state;
    // What its owner cancelled stays cancelled when the account is not removed after all.
    const differs = isBeingDeleted ? !cancelAtPeriodEnd : endsWithAccount;
    if (subscriptionId === null || state.status === 'ended' || !differs) return;
    await this.#stripe.subscriptions.update(subscriptionId, {
      cancel_at_period_end: isBeingDeleted,
      metadata: { [endsWithAccountKey]: isBeingDeleted ? 'true' : '' },
    });
    await this.#sync.run(accountId, customerId);
  }
}
