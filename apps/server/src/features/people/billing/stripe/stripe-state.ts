import type { PaidPlanId } from '@cyno/contract';
import type Stripe from 'stripe';
import { graceMs } from '../plan-table.ts';

/** What the subscriptions of a customer come to; instants in ms since the epoch. */
export interface StripeState {
  /** Null: nothing new is known of it. */
  readonly plan: PaidPlanId | null;
  readonly status: 'active' | 'past_due' | 'ended';
  readonly subscriptionId: string | null;
  readonly periodEnd: number | null;
  readonly graceUntil: number | null;
  readonly cancelAtPeriodEnd: boolean;
  /** True when it is not renewed because the account waits to be removed, and not because its owner cancelled it. */
  readonly endsWithAccount: boolean;
  readonly paidWith: string | null;
}

const storedStatuses = ['open', 'paid', 'uncollectible', 'void'] as const;

/** An invoice as it is stored. */
export interface StripeInvoice {
  readonly id: string;
  readonly number: string | null;
  readonly description: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly status: (typeof storedStatuses)[number];
  readonly issuedAt: number;
  readonly pageUrl: string | null;
  readonly pdfUrl: string | null;
}

/** What Stripe has of a customer, newest first; subscriptions with `latest_invoice` and `default_payment_method`. */
export interface CustomerRecords {
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly invoices: readonly Stripe.Invoice[];
}

const nothing: StripeState = {
  plan: null,
  status: 'ended',
  subscriptionId: null,
  periodEnd: null,
  graceUntil: null,
  cancelAtPeriodEnd: false,
  endsWithAccount: false,
  paidWith: null,
};

/** The key in the metadata of a subscription that was ordered here, and not by hand at Stripe. */
export const accountKey = 'account_id';
/** The key in the metadata of a subscription that is not renewed because its account waits to be removed. */
export const endsWithAccountKey = 'ends_with_account';

const longestDescription = 200;
const planRank = { maker: 1, pro: 2 };
const statusRank = { ended: 0, past_due: 1, active: 2 };

/** What a customer has, read from all of its subscriptions. Should there be several, the best one counts. */
export function stateOfCustomer(
  { subscriptions, invoices }: CustomerRecords,
  planOfPrice: (priceId: string) => PaidPlanId | undefined,
): StripeState {
  const states = subscriptions.map((subscription) =>
    isUnpaidOrder(subscription, invoices) ? nothing : readSubscription(subscription, planOfPrice),
  );
  states.sort((a, b) => statusRank[b.status] - statusRank[a.status] || rankOf(b.plan) - rankOf(a.plan));
  return states[0] ?? nothing;
}

const rankOf = (plan: StripeState['plan']): number => (plan === null ? 0 : planRank[plan]);

/** A plan that is paid does not end with a mistake in the configured prices: of another price only the plan is unknown. */
function readSubscription(
  subscription: Stripe.Subscription,
  planOfPrice: (priceId: string) => PaidPlanId | undefined,
): StripeState {
  const { data } = subscription.items;
  const known = data.find(({ price }) => planOfPrice(price.id) !== undefined);
  const item = known ?? (subscription.metadata[accountKey] === undefined ? undefined : data[0]);
  if (!item) return nothing;
  const status = statusOf(subscription);
  return {
    plan: planOfPrice(item.price.id) ?? null,
    status,
    subscriptionId: subscription.id,
    periodEnd: item.current_period_end * 1000,
    graceUntil: status === 'past_due' ? graceOf(subscription) : null,
    cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endsWithAccount: subscription.metadata[endsWithAccountKey] === 'true',
    paidWith: payerOf(subscription),
  };
}

function statusOf(subscription: Stripe.Subscription): StripeState['status'] {
  switch (subscription.status) {
    case 'active':
    case 'trialing':
      return 'active';
    case 'past_due':
      return 'past_due';
    default:
      return 'ended';
  }
}

/** True while no invoice of a subscription that is paid by invoices was ever paid: Stripe calls it active from the start. */
export const isUnpaidOrder = (subscription: Stripe.Subscription, invoices: readonly Stripe.Invoice[]): boolean =>
  subscription.collection_method === 'send_invoice' &&
  !invoices.some((invoice) => invoice.status === 'paid' && isInvoiceOf(subscription, invoice));

export function isInvoiceOf({ id }: Stripe.Subscription, { parent }: Stripe.Invoice): boolean {
  const subscription = parent?.subscription_details?.subscription;
  return (typeof subscription === 'object' ? subscription.id : subscription) === id;
}

/** The grace runs from the invoice that was not paid, so that it does not depend on when its webhook came. */
function graceOf({ latest_invoice: invoice, created }: Stripe.Subscription): number {
  const issued = typeof invoice === 'object' && invoice !== null ? issuedAt(invoice) : created * 1000;
  return issued + graceMs;
}

const issuedAt = (invoice: Stripe.Invoice): number =>
  (invoice.status_transitions.finalized_at ?? invoice.created) * 1000;

function payerOf(subscription: Stripe.Subscription): string | null {
  if (subscription.payment_settings?.payment_method_types?.includes('promptpay')) return 'PromptPay';
  const method = subscription.default_payment_method;
  if (typeof method !== 'object' || method === null) return null;
  return method.card ? `${capitalized(method.card.brand)} ${method.card.last4}` : capitalized(method.type);
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** An invoice as it is stored; undefined for a draft, which may still change and which nobody can pay. */
export function readInvoice(invoice: Stripe.Invoice): StripeInvoice | undefined {
  const { id, number, total, currency } = invoice;
  const status = storedStatuses.find((candidate) => candidate === invoice.status);
  if (!status) return undefined;
  const description = invoice.lines.data[0]?.description ?? invoice.description ?? 'Subscription';
  return {
    id,
    number,
    description: description.slice(0, longestDescription),
    amountMinor: total,
    currency,
    status,
    issuedAt: issuedAt(invoice),
    pageUrl: invoice.hosted_invoice_url ?? null,
    pdfUrl: invoice.invoice_pdf ?? null,
  };
}
