import { createHash } from 'node:crypto';
import type { CheckoutRequest, PaidPlanId } from '@cyno/contract';
import type Stripe from 'stripe';
import type { Clock } from '../../../../platform/clock.ts';
import { AppError, because } from '../../../../platform/errors.ts';
import { KeyedQueue } from '../../../../platform/keyed-queue.ts';
import type { StripeRepository } from './stripe.repository.ts';
import { callStripe, isMissing, type StripeSettings } from './stripe-client.ts';
import { accountKey, type CustomerRecords, isInvoiceOf, isUnpaidOrder } from './stripe-state.ts';
import type { StripeSync } from './stripe-sync.ts';

/** How long the invoice of a PromptPay payment may wait; the same as the grace after a card that failed. */
const daysUntilDue = 7;
/** Stripe repeats a failure of its own to the same key for a day: people who try again some minutes later have another one. */
const sameKeyMs = 5 * 60_000;

export interface CheckoutDeps {
  readonly stripe: Stripe;
  readonly prices: StripeSettings['prices'];
  readonly repository: StripeRepository;
  readonly sync: StripeSync;
  readonly clock: Clock;
  /** The address of the web app without a slash at its end. */
  baseUrl(): string;
}

interface Buyer {
  readonly id: number;
  readonly email: string;
}

interface Purchase {
  readonly buyer: Buyer;
  readonly customerId: string;
  readonly plan: PaidPlanId;
  readonly records: CustomerRecords;
  /** Subscriptions that give nothing and could still be paid. */
  readonly leftovers: readonly Stripe.Subscription[];
}

/** Sends people to the pages of Stripe where they buy a plan and manage it. */
export class Checkout {
  readonly #deps: CheckoutDeps;
  /** One purchase of an account at a time, so that two tabs cannot buy twice. */
  readonly #queue = new KeyedQueue<number>();

  constructor(deps: CheckoutDeps) {
    this.#deps = deps;
  }

  /** The page on which the plan is paid. Throws a 409 while the account pays for one already. */
  buy(buyer: Buyer, { plan, method }: CheckoutRequest): Promise<string> {
    return this.#queue.run(buyer.id, () =>
      callStripe(async () => {
        const customerId = await this.#customerOf(buyer);
        const state = await this.#deps.sync.run(buyer.id, customerId);
        if (state.status !== 'ended') {
          throw new AppError(
            409,
            'conflict',
            'You pay for a plan already. Change or end it with the button "Payment" on the plan page.',
            because('plan_paid_already'),
          );
        }
        const records = await this.#deps.sync.recordsOf(customerId);
        const leftovers = records.subscriptions.filter((order) => isLeftover(order, records));
        const purchase = { buyer, customerId, plan, records, leftovers };
        return method === 'promptpay' ? this.#invoice(purchase) : this.#session(purchase);
      }),
    );
  }

  /** The page on which the account's subscription and way of payment are managed. */
  async manage(accountId: number): Promise<string> {
    const customer = await this.#deps.repository.customerOf(accountId);
    if (customer === null)
      throw new AppError(
        409,
        'conflict',
        'You have not paid for a plan yet. Choose one first.',
        because('plan_not_paid'),
      );
    const session = await callStripe(() =>
      this.#deps.stripe.billingPortal.sessions.create({ customer, return_url: `${this.#deps.baseUrl()}/bill` }),
    );
    return session.url;
  }

  /** Ends all subscriptions of an account that is about to be removed. Throws a 503 while Stripe cannot be reached. */
  async endAll(accountId: number): Promise<void> {
    const customerId = await this.#deps.repository.customerOf(accountId);
    if (customerId === null) return;
    await callStripe(async () => {
      const all = await this.#deps.sync.subscriptionsOf(customerId).catch((error: unknown) => {
        if (isMissing(error)) return [];
        throw error;
      });
      for (const { id, status } of all) {
        if (status !== 'canceled' && status !== 'incomplete_expired') await this.#deps.stripe.subscriptions.cancel(id);
      }
    });
  }

  async #customerOf(buyer: Buyer): Promise<string> {
    const { stripe, repository, sync } = this.#deps;
    const known = await repository.customerOf(buyer.id);
    if (known !== null && (await sync.updateEmail(known, buyer.email))) return known;
    const customer = { email: buyer.email, metadata: { account_id: String(buyer.id) } };
    const made = await stripe.customers.create(customer, { idempotencyKey: this.#keyOf(customer, known) });
    await repository.saveCustomer(buyer.id, made.id);
    return made.id;
  }

  /** A page that takes a card. One that is still open for the same plan is used again, and no other stays open. */
  async #session({ buyer, customerId: customer, plan, records, leftovers }: Purchase): Promise<string> {
    const { sessions } = this.#deps.stripe.checkout;
    await this.#drop(leftovers, records);
    const { data } = await sessions.list({ customer, limit: 10 });
    const open = data.filter(({ status }) => status === 'open');
    const same = open.find(({ metadata, url }) => metadata?.plan === plan && url !== null);
    for (const { id } of open) if (id !== same?.id) await sessions.expire(id);
    if (same?.url) return same.url;
    const page = `${this.#deps.baseUrl()}/bill?checkout=`;
    const order: Stripe.Checkout.SessionCreateParams = {
      mode: 'subscription',
      customer,
      client_reference_id: String(buyer.id),
      // PromptPay cannot be charged each month, and Checkout does not offer it for subscriptions.
      allowed_payment_method_types: ['card'],
      line_items: [{ price: this.#deps.prices[plan], quantity: 1 }],
      metadata: { plan },
      subscription_data: { metadata: { [accountKey]: String(buyer.id) } },
      success_url: `${page}success`,
      cancel_url: `${page}cancelled`,
    };
    const made = await sessions.create(order, { idempotencyKey: this.#keyOf(order, data[0]?.id) });
    if (made.url === null) throw new Error(`The checkout session ${made.id} has no page`);
    return made.url;
  }

  /** A subscription that is paid by a monthly invoice, and the page of its first one, which shows the PromptPay code. */
  async #invoice({ buyer, customerId: customer, plan, records, leftovers }: Purchase): Promise<string> {
    const { stripe, prices } = this.#deps;
    const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 10 });
    for (const { id } of data) await stripe.checkout.sessions.expire(id);
    const same = leftovers.find(
      (order) =>
        isNewOrder(order) &&
        payable.has(invoiceOf(order).status ?? '') &&
        order.items.data.some(({ price }) => price.id === prices[plan]),
    );
    await this.#drop(
      leftovers.filter(({ id }) => id !== same?.id),
      records,
    );
    const order: Stripe.SubscriptionCreateParams = {
      customer,
      items: [{ price: prices[plan] }],
      collection_method: 'send_invoice',
      days_until_due: daysUntilDue,
      payment_settings: { payment_method_types: ['promptpay'] },
      metadata: { [accountKey]: String(buyer.id) },
      expand: ['latest_invoice'],
    };
    const newest = records.subscriptions[0]?.id;
    const ordered = same ?? (await stripe.subscriptions.create(order, { idempotencyKey: this.#keyOf(order, newest) }));
    const first = invoiceOf(ordered);
    const issued = first.status === 'draft' ? await stripe.invoices.finalizeInvoice(first.id) : first;
    if (!issued.hosted_invoice_url) throw new Error(`The invoice ${issued.id} has no page`);
    return issued.hosted_invoice_url;
  }

  /** Cancels orders that were never paid. Invoices go first: when one was paid this moment, that fails and the order stays. */
  async #drop(orders: readonly Stripe.Subscription[], { invoices }: CustomerRecords): Promise<void> {
    const { stripe } = this.#deps;
    for (const order of orders) {
      const open = invoices.filter((invoice) => invoice.status === 'open' && isInvoiceOf(order, invoice));
      for (const { id } of open) await stripe.invoices.voidInvoice(id);
      await stripe.subscriptions.cancel(order.id);
    }
  }

  /** Of two servers that request the same at once, after the same thing, both get one response. */
  #keyOf(input: object, after: string | null | undefined): string {
    const time = Math.floor(this.#deps.clock.now() / sameKeyMs);
    return `cyno-${createHash('sha256')
      .update(JSON.stringify([input, after, time]))
      .digest('hex')}`;
  }
}

const isContinuing = ({ status }: Stripe.Subscription): boolean => status === 'active' || status === 'past_due';

/** Paying its invoice pays all of it; once another month was charged that is no longer so. */
const isNewOrder = (order: Stripe.Subscription): boolean =>
  isContinuing(order) && invoiceOf(order).billing_reason === 'subscription_create';

/** States of an invoice whose page takes a payment, at once or when it is finalized. */
const payable = new Set(['draft', 'open']);

/** Stripe gave up charging these, or they were never begun. */
const givenUp = new Set(['unpaid', 'incomplete', 'paused']);

const isLeftover = (subscription: Stripe.Subscription, { invoices }: CustomerRecords): boolean =>
  givenUp.has(subscription.status) || (isContinuing(subscription) && isUnpaidOrder(subscription, invoices));

function invoiceOf({ id, latest_invoice: invoice }: Stripe.Subscription): Stripe.Invoice {
  if (typeof invoice !== 'object' || invoice === null) throw new Error(`The subscription ${id} has no invoice`);
  return invoice;
}
