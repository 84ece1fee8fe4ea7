import { randomBytes } from 'node:crypto';

const dayMs = 24 * 3_600_000;
const monthMs = 30 * dayMs;

export interface Customer {
  id: string;
  object: 'customer';
  email: string;
  metadata: Record<string, string>;
  created: number;
  deleted?: true;
}

export interface Session {
  id: string;
  object: 'checkout.session';
  customer: string;
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  mode: string;
  price: string;
  metadata: Record<string, string>;
  subscriptionMetadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  client_reference_id: string | null;
  subscription: string | null;
  created: number;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: 'active' | 'past_due' | 'canceled' | 'unpaid';
  collection_method: 'charge_automatically' | 'send_invoice';
  days_until_due: number | null;
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  created: number;
  metadata: Record<string, string>;
  price: string;
  periodStart: number;
  periodEnd: number;
  latestInvoice: string;
  /** The last four digits of the card; null: paid by invoice. */
  card: string | null;
  paymentMethodTypes: string[] | null;
}

export interface StandInInvoice {
  id: string;
  object: 'invoice';
  number: string | null;
  customer: string;
  subscription: string;
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  total: number;
  currency: string;
  description: string;
  created: number;
  finalizedAt: number | null;
  dueAt: number | null;
}

export interface StandInEvent {
  readonly id: string;
  readonly object: 'event';
  readonly type: string;
  readonly created: number;
  readonly data: { readonly object: unknown };
}

/** What Stripe knows, and what happens in it. Instants in ms, but `created` in s as Stripe has it. */
export class StripeWorld {
  readonly customers = new Map<string, Customer>();
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, StandInInvoice>();
  readonly portals = new Map<string, { customer: string; returnUrl: string }>();
  readonly prices: Record<string, { name: string; amount: number }>;
  readonly clock: { now(): number };
  /** Whether cards can be charged. */
  cardsWork = true;
  address = '';
  /** What happens just before an invoice would be voided. */
  beforeVoid: (invoice: StandInInvoice) => void = () => undefined;
  onEvent: (event: StandInEvent) => void = () => undefined;
  #numbers = 0;

  constructor({ clock, prices }: { clock: { now(): number }; prices: { maker: string; pro: string } }) {
    this.clock = clock;
    this.prices = { [prices.maker]: { name: 'Maker', amount: 99_00 }, [prices.pro]: { name: 'Pro', amount: 490_00 } };
  }

  newId = (prefix: string): string => `${prefix}_${randomBytes(9).toString('hex')}`;
  seconds = (at = this.clock.now()): number => Math.floor(at / 1000);

  emit(type: string, object: { id: string; object: string; customer?: string }): void {
    const data = { object: { ...object } };
    this.onEvent({ id: this.newId('evt'), object: 'event', type, created: this.seconds(), data });
  }

  /** Somebody paid on the page of a checkout session. The events are those of Stripe, in its order. */
  completeSession(session: Session, card = '4242'): Subscription {
    const subscription = this.subscribe({
      customer: session.customer,
      price: session.price,
      card,
      metadata: session.subscriptionMetadata,
      collection: 'charge_automatically',
    });
    const invoice = this.invoiceOf(subscription);
    this.finalize(invoice);
    this.pay(invoice);
    Object.assign(session, { status: 'complete', url: null, subscription: subscription.id });
    this.emit('checkout.session.completed', session);
    return subscription;
  }

  subscribe(order: {
    customer: string;
    price: string;
    card: string | null;
    metadata: Record<string, string>;
    collection: Subscription['collection_method'];
    daysUntilDue?: number;
    paymentMethodTypes?: string[];
  }): Subscription {
    const now = this.clock.now();
    const subscription: Subscription = {
      id: this.newId('sub'),
      object: 'subscription',
      customer: order.customer,
      status: 'active',
      collection_method: order.collection,
      days_until_due: order.daysUntilDue ?? null,
      cancel_at_period_end: false,
      cancel_at: null,
      created: this.seconds(),
      metadata: order.metadata,
      price: order.price,
      periodStart: now,
      periodEnd: now + monthMs,
      latestInvoice: '',
      card: order.card,
      paymentMethodTypes: order.paymentMethodTypes ?? null,
    };
    this.subscriptions.set(subscription.id, subscription);
    this.#issue(subscription, 'subscription_create');
    this.emit('customer.subscription.created', subscription);
    return subscription;
  }

  invoiceOf(subscription: Subscription): StandInInvoice {
    const invoice = this.invoices.get(subscription.latestInvoice);
    if (!invoice) throw new Error('This subscription has no invoice');
    return invoice;
  }

  finalize(invoice: StandInInvoice): void {
    const { days_until_due: days } = this.#subscriptionOf(invoice);
    this.#numbers += 1;
    invoice.status = 'open';
    invoice.number = `CYNO-${String(this.#numbers).padStart(4, '0')}`;
    invoice.finalizedAt = this.clock.now();
    invoice.dueAt = days === null ? null : this.clock.now() + days * dayMs;
    this.emit('invoice.finalized', invoice);
  }

  pay(invoice: StandInInvoice): void {
    const subscription = this.#subscriptionOf(invoice);
    invoice.status = 'paid';
    this.emit('invoice.paid', invoice);
    if (subscription.status === 'past_due') subscription.status = 'active';
    this.emit('customer.subscription.updated', subscription);
  }

  failPayment(invoice: StandInInvoice): void {
    const subscription = this.#subscriptionOf(invoice);
    this.emit('invoice.payment_failed', invoice);
    subscription.status = 'past_due';
    this.emit('customer.subscription.updated', subscription);
  }

  voidInvoice(invoice: StandInInvoice): void {
    invoice.status = 'void';
    this.emit('invoice.voided', invoice);
  }

  update(subscription: Subscription, change: Partial<Pick<Subscription, 'cancel_at_period_end' | 'price'>>): void {
    Object.assign(subscription, change);
    this.emit('customer.subscription.updated', subscription);
  }

  cancel(subscription: Subscription): void {
    subscription.status = 'canceled';
    this.emit('customer.subscription.deleted', subscription);
  }

  deleteCustomer(customer: Customer): void {
    customer.deleted = true;
    for (const subscription of this.#ofCustomer(customer.id)) {
      if (subscription.status !== 'canceled') this.cancel(subscription);
    }
    this.emit('customer.deleted', customer);
  }

  /** Does what falls due by now: renewals, ends of periods, invoices that nobody paid. To be called after the clock was moved. */
  tick(): void {
    const now = this.clock.now();
    for (const subscription of this.subscriptions.values()) {
      if (subscription.status === 'canceled') continue;
      while (subscription.periodEnd <= now && !subscription.cancel_at_period_end) this.#renew(subscription);
      if (subscription.periodEnd <= now && subscription.cancel_at_period_end) this.cancel(subscription);
      const invoice = this.invoiceOf(subscription);
      const isLate = invoice.status === 'open' && invoice.dueAt !== null && invoice.dueAt <= now;
      if (isLate && subscription.status === 'active') {
        subscription.status = 'past_due';
        this.emit('invoice.overdue', invoice);
        this.emit('customer.subscription.updated', subscription);
      }
    }
  }

  #renew(subscription: Subscription): void {
    subscription.periodStart = subscription.periodEnd;
    subscription.periodEnd += monthMs;
    const invoice = this.#issue(subscription, 'subscription_cycle');
    this.finalize(invoice);
    if (subscription.collection_method === 'send_invoice') return;
    if (this.cardsWork) this.pay(invoice);
    else this.failPayment(invoice);
  }

  #issue(subscription: Subscription, reason: StandInInvoice['billing_reason']): StandInInvoice {
    const { name, amount } = this.prices[subscription.price] ?? { name: '?', amount: 0 };
    const invoice: StandInInvoice = {
      id: this.newId('in'),
      object: 'invoice',
      number: null,
      customer: subscription.customer,
      subscription: subscription.id,
      billing_reason: reason,
      status: 'draft',
      total: amount,
      currency: 'thb',
      description: `1 × ${name} (at ฿${(amount / 100).toFixed(2)} / month)`,
      created: this.seconds(),
      finalizedAt: null,
      dueAt: null,
    };
    this.invoices.set(invoice.id, invoice);
    subscription.latestInvoice = invoice.id;
    this.emit('invoice.created', invoice);
    return invoice;
  }

  #subscriptionOf(invoice: StandInInvoice): Subscription {
    const subscription = this.subscriptions.get(invoice.subscription);
    if (!subscription) throw new Error('This invoice has no subscription');
    return subscription;
  }

  #ofCustomer(id: string): Subscription[] {
    return [...this.subscriptions.values()].filter(({ customer }) => customer === id);
  }
}
