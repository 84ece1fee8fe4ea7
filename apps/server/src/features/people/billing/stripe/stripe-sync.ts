import type { PaidPlanId } from '@cyno/contract';
import type Stripe from 'stripe';
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { StripeEvent, StripeReading, StripeRepository } from './stripe.repository.ts';
import { isMissing, type StripeSettings } from './stripe-client.ts';
import { type CustomerRecords, readInvoice, type StripeState, stateOfCustomer } from './stripe-state.ts';

/** Enough for all that a customer can have had within the history that is shown. */
const perList = 24;

const unknownPrice =
  'A subscription has a price that is not configured, and its account keeps the plan that it had. Set STRIPE_PRICE_MAKER and STRIPE_PRICE_PRO to the prices that are paid';

export interface StripeSyncDeps {
  readonly stripe: Stripe;
  readonly prices: StripeSettings['prices'];
  readonly repository: StripeRepository;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when the plan of an account may have changed. */
  changed(accountId: number): Promise<void>;
}

/**
 * Brings what is known of a customer up to what Stripe knows now. It is always the whole customer that is read, and never the
 * contents of an event that count; so it does not matter in which order events come, how often, or whether one is lost.
 */
export class StripeSync {
  readonly #deps: StripeSyncDeps;

  constructor(deps: StripeSyncDeps) {
    this.#deps = deps;
  }

  /** Reads a customer and keeps the response, together with the event that requested it. */
  async run(accountId: number, customerId: string, event: StripeEvent | null = null): Promise<StripeState> {
    const reading = await this.#read(accountId, customerId);
    await this.#deps.repository.save(reading, event);
    await this.#deps.changed(accountId);
    return reading.state;
  }

  /** Gives a customer the address of its account, to which Stripe sends receipts and invoices; false when there is no such customer any more. */
  async updateEmail(customerId: string, email: string): Promise<boolean> {
    const { customers } = this.#deps.stripe;
    const found = await customers.retrieve(customerId).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
    if (!found || found.deleted) return false;
    if (found.email !== email) await customers.update(customerId, { email });
    return true;
  }

  /** What Stripe has of a customer. One that was deleted there has nothing any more. */
  async recordsOf(customerId: string): Promise<CustomerRecords> {
    const [subscriptions, invoices] = await Promise.all([
      this.subscriptionsOf(customerId).catch(noneIfMissing<Stripe.Subscription>),
      this.#deps.stripe.invoices
        .list({ customer: customerId, limit: perList })
        .then(({ data }) => data)
        .catch(noneIfMissing<Stripe.Invoice>),
    ]);
    return { subscriptions, invoices };
  }

  /** The customers with a subscription that was not cancelled, whether or not they belong to an account. */
  async listCustomers(): Promise<string[]> {
    const customers = new Set<string>();
    for await (const { customer } of this.#deps.stripe.subscriptions.list({ limit: 100 })) {
      customers.add(typeof customer === 'string' ? customer : customer.id);
    }
    return [...customers];
  }

  /** All subscriptions of a customer, newest first, with what `stateOfCustomer` needs. */
  async subscriptionsOf(customerId: string): Promise<Stripe.Subscription[]> {
    const { data } = await this.#deps.stripe.subscriptions.list({
      customer: customerId,
      status: 'all',
      limit: perList,
      expand: ['data.latest_invoice', 'data.default_payment_method'],
    });
    return data;
  }

  async #read(accountId: number, customerId: string): Promise<StripeReading> {
    const readAt = this.#deps.clock.now();
    const planOfPrice = (priceId: string) => planOf(this.#deps.prices, priceId);
    const records = await this.recordsOf(customerId);
    const state = stateOfCustomer(records, planOfPrice);
    if (state.plan === null && state.status !== 'ended') {
      const { subscriptionId } = state;
      this.#deps.log.error({ accountId, subscriptionId }, unknownPrice);
    }
    return {
      accountId,
      customerId,
      readAt,
      state,
      invoices: records.invoices.flatMap((invoice) => readInvoice(invoice) ?? []),
    };
  }
}

function noneIfMissing<Item>(error: unknown): Item[] {
  if (isMissing(error)) return [];
  throw error;
}

const planOf = (prices: StripeSettings['prices'], priceId: string): PaidPlanId | undefined =>
  priceId === prices.maker ? 'maker' : priceId === prices.pro ? 'pro' : undefined;
