import { type Form, formOf, listOf, textOf, textsOf } from './form.ts';
import type { Customer, Session, StandInInvoice, StripeWorld, Subscription } from './world.ts';

/** An error in Stripe's own format. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly type: string;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(status: number, type: string, message: string, more: { code?: string; param?: string } = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = more.code;
    this.param = more.param;
  }
}

interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly params: Form;
}

type Handler = (world: StripeWorld, params: Form, id: string) => unknown;

const routes: [pattern: RegExp, handler: Handler][] = [
  [/^POST \/v1\/customers$/, createCustomer],
  [/^GET \/v1\/customers\/(\w+)$/, (world, _, id) => showCustomer(findCustomer(world, id))],
  [/^POST \/v1\/customers\/(\w+)$/, updateCustomer],
  [/^GET \/v1\/prices\/(\w+)$/, showPrice],
  [/^POST \/v1\/checkout\/sessions$/, createSession],
  [/^GET \/v1\/checkout\/sessions$/, listSessions],
  [/^POST \/v1\/checkout\/sessions\/(\w+)\/expire$/, expireSession],
  [/^POST \/v1\/billing_portal\/sessions$/, createPortal],
  [/^POST \/v1\/subscriptions$/, createSubscription],
  [/^GET \/v1\/subscriptions$/, listSubscriptions],
  [/^POST \/v1\/subscriptions\/(\w+)$/, updateSubscription],
  [/^DELETE \/v1\/subscriptions\/(\w+)$/, cancelSubscription],
  [/^GET \/v1\/invoices$/, listInvoices],
  [/^POST \/v1\/invoices\/(\w+)\/(?:finalize)$/, finalizeInvoice],
  [/^POST \/v1\/invoices\/(\w+)\/(?:void)$/, voidInvoice],
];

/** Returns a call of the API, or throws a StripeProblem. */
export function handleApi(world: StripeWorld, { method, path, params }: ApiRequest): unknown {
  for (const [pattern, handler] of routes) {
    const match = pattern.exec(`${method} ${path}`);
    if (match) return handler(world, params, match[1] ?? '');
  }
  throw new StripeProblem(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}

function createCustomer(world: StripeWorld, params: Form): unknown {
  const customer: Customer = {
    id: world.newId('cus'),
    object: 'customer',
    email: textOf(params, 'email') ?? '',
    metadata: textsOf(formOf(params, 'metadata')),
    created: world.seconds(),
  };
  world.customers.set(customer.id, customer);
  return showCustomer(customer);
}

function updateCustomer(world: StripeWorld, params: Form, id: string): unknown {
  const customer = usableCustomer(world, id);
  const email = textOf(params, 'email') ?? customer.email;
  if (!email.includes('.')) {
    const problem = { code: 'email_invalid', param: 'email' };
    throw new StripeProblem(400, 'invalid_request_error', `Invalid email address: ${email}`, problem);
  }
  customer.email = email;
  return showCustomer(customer);
}

function showPrice(world: StripeWorld, _params: Form, id: string): unknown {
  const price = knownPrice(world, id);
  const recurring = { interval: 'month', interval_count: 1 };
  return { id: price, object: 'price', currency: 'thb', unit_amount: world.prices[price]?.amount, recurring };
}

function createSession(world: StripeWorld, params: Form): unknown {
  if (params.payment_method_types !== undefined) {
    throw new StripeProblem(400, 'invalid_request_error', 'Received unknown parameter: payment_method_types', {
      code: 'parameter_unknown',
      param: 'payment_method_types',
    });
  }
  const [line] = listOf(params, 'line_items');
  const id = world.newId('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    customer: usableCustomer(world, textOf(params, 'customer') ?? '').id,
    status: 'open',
    url: `${world.address}/checkout/${id}`,
    mode: textOf(params, 'mode') ?? '',
    price: knownPrice(world, typeof line === 'object' ? textOf(line, 'price') : undefined),
    metadata: textsOf(formOf(params, 'metadata')),
    subscriptionMetadata: textsOf(formOf(formOf(params, 'subscription_data'), 'metadata')),
    success_url: textOf(params, 'success_url') ?? '',
    cancel_url: textOf(params, 'cancel_url') ?? '',
    client_reference_id: textOf(params, 'client_reference_id') ?? null,
    subscription: null,
    created: world.seconds(),
  };
  world.sessions.set(id, session);
  return session;
}

function listSessions(world: StripeWorld, params: Form): unknown {
  const status = textOf(params, 'status');
  const mine = newest(world.sessions).filter(({ customer }) => customer === textOf(params, 'customer'));
  return listObject(
    '/v1/checkout/sessions',
    limited(
      mine.filter((one) => !status || one.status === status),
      params,
    ),
  );
}

function expireSession(world: StripeWorld, _params: Form, id: string): unknown {
  const session = world.sessions.get(id) ?? missing('checkout session', id);
  if (session.status !== 'open') {
    throw new StripeProblem(
      400,
      'invalid_request_error',
      'Only Checkout Sessions with a status in ["open"] can be expired.',
    );
  }
  Object.assign(session, { status: 'expired', url: null });
  return session;
}

function createPortal(world: StripeWorld, params: Form): unknown {
  const customer = usableCustomer(world, textOf(params, 'customer') ?? '').id;
  const id = world.newId('bps');
  const returnUrl = textOf(params, 'return_url') ?? '';
  world.portals.set(id, { customer, returnUrl });
  return {
    id,
    object: 'billing_portal.session',
    customer,
    return_url: returnUrl,
    url: `${world.address}/portal/${id}`,
  };
}

function createSubscription(world: StripeWorld, params: Form): unknown {
  const [item] = listOf(params, 'items');
  const types = listOf(formOf(params, 'payment_settings'), 'payment_method_types').filter(
    (one) => typeof one === 'string',
  );
  const isInvoiced = textOf(params, 'collection_method') === 'send_invoice';
  if (types.includes('promptpay') && !isInvoiced) {
    throw new StripeProblem(400, 'invalid_request_error', 'promptpay needs collection_method=send_invoice.');
  }
  const subscription = world.subscribe({
    customer: usableCustomer(world, textOf(params, 'customer') ?? '').id,
    price: knownPrice(world, typeof item === 'object' ? textOf(item, 'price') : undefined),
    card: isInvoiced ? null : '4242',
    metadata: textsOf(formOf(params, 'metadata')),
    collection: isInvoiced ? 'send_invoice' : 'charge_automatically',
    daysUntilDue: Number(textOf(params, 'days_until_due')),
    paymentMethodTypes: types,
  });
  return showSubscription(world, subscription, expandOf(params, ''));
}

function listSubscriptions(world: StripeWorld, params: Form): unknown {
  const id = textOf(params, 'customer');
  const customer = id === undefined ? undefined : usableCustomer(world, id);
  const since = Number(textOf(formOf(params, 'created'), 'gte') ?? 0);
  const all = textOf(params, 'status') === 'all';
  const found = newest(world.subscriptions).filter(
    (one) =>
      (customer === undefined || one.customer === customer.id) &&
      one.created >= since &&
      (all || one.status !== 'canceled'),
  );
  const rest = limited(found, params).map((one) => showSubscription(world, one, expandOf(params, 'data.')));
  return listObject('/v1/subscriptions', rest);
}

function updateSubscription(world: StripeWorld, params: Form, id: string): unknown {
  const subscription = world.subscriptions.get(id) ?? missing('subscription', id);
  const ends = textOf(params, 'cancel_at_period_end');
  for (const [key, value] of Object.entries(textsOf(formOf(params, 'metadata')))) {
    if (value === '') delete subscription.metadata[key];
    else subscription.metadata[key] = value;
  }
  world.update(subscription, ends === undefined ? {} : { cancel_at_period_end: ends === 'true' });
  return showSubscription(world, subscription, expandOf(params, ''));
}

function cancelSubscription(world: StripeWorld, params: Form, id: string): unknown {
  const subscription = world.subscriptions.get(id) ?? missing('subscription', id);
  if (subscription.status === 'canceled') missing('subscription', id);
  world.cancel(subscription);
  return showSubscription(world, subscription, expandOf(params, ''));
}

function listInvoices(world: StripeWorld, params: Form): unknown {
  const customer = usableCustomer(world, textOf(params, 'customer') ?? '');
  const mine = newest(world.invoices).filter((one) => one.customer === customer.id);
  return listObject(
    '/v1/invoices',
    limited(mine, params).map((one) => showInvoice(world, one)),
  );
}

function finalizeInvoice(world: StripeWorld, _params: Form, id: string): unknown {
  const invoice = world.invoices.get(id) ?? missing('invoice', id);
  if (invoice.status !== 'draft')
    throw new StripeProblem(400, 'invalid_request_error', 'This invoice is already finalized.');
  world.finalize(invoice);
  return showInvoice(world, invoice);
}

function voidInvoice(world: StripeWorld, _params: Form, id: string): unknown {
  const invoice = world.invoices.get(id) ?? missing('invoice', id);
  world.beforeVoid(invoice);
  if (invoice.status !== 'open')
    throw new StripeProblem(400, 'invalid_request_error', 'You can only void open invoices.');
  world.voidInvoice(invoice);
  return showInvoice(world, invoice);
}

function findCustomer(world: StripeWorld, id: string): Customer {
  return world.customers.get(id) ?? missing('customer', id);
}

function usableCustomer(world: StripeWorld, id: string): Customer {
  const customer = findCustomer(world, id);
  return customer.deleted ? missing('customer', id) : customer;
}

const showCustomer = (customer: Customer): unknown =>
  customer.deleted ? { id: customer.id, object: 'customer', deleted: true } : customer;

function showSubscription(world: StripeWorld, one: Subscription, expand: ReadonlySet<string>): unknown {
  const { price, periodStart, periodEnd, latestInvoice, card, paymentMethodTypes, ...rest } = one;
  const item = {
    id: `si_${one.id}`,
    object: 'subscription_item',
    price: { id: price, object: 'price', currency: 'thb', unit_amount: world.prices[price]?.amount },
    quantity: 1,
    current_period_start: world.seconds(periodStart),
    current_period_end: world.seconds(periodEnd),
  };
  const method = card && {
    id: `pm_${one.id}`,
    object: 'payment_method',
    type: 'card',
    card: { brand: 'visa', last4: card },
  };
  return {
    ...rest,
    items: listObject('/v1/subscription_items', [item]),
    latest_invoice: expand.has('latest_invoice') ? showInvoice(world, world.invoiceOf(one)) : latestInvoice,
    default_payment_method: method && (expand.has('default_payment_method') ? method : method.id),
    payment_settings: { payment_method_types: paymentMethodTypes },
  };
}

function showInvoice(world: StripeWorld, one: StandInInvoice): unknown {
  const { finalizedAt, dueAt, subscription, description, ...rest } = one;
  const isOut = one.status !== 'draft';
  return {
    ...rest,
    description: null,
    due_date: dueAt === null ? null : world.seconds(dueAt),
    parent: { type: 'subscription_details', subscription_details: { subscription } },
    lines: listObject('/v1/invoices/lines', [{ id: `il_${one.id}`, object: 'line_item', description }]),
    status_transitions: { finalized_at: finalizedAt === null ? null : world.seconds(finalizedAt) },
    hosted_invoice_url: isOut ? `${world.address}/invoice/${one.id}` : null,
    invoice_pdf: isOut ? `${world.address}/invoice/${one.id}/pdf` : null,
  };
}

const listObject = (url: string, data: unknown[]) => ({ object: 'list', url, has_more: false, data });
const newest = <One>(all: Map<string, One>): One[] => [...all.values()].reverse();
const limited = <One>(all: One[], params: Form): One[] => all.slice(0, Number(textOf(params, 'limit') ?? 10));

const expandOf = (params: Form, prefix: string): Set<string> =>
  new Set(
    listOf(params, 'expand').flatMap((one) =>
      typeof one === 'string' && one.startsWith(prefix) ? [one.slice(prefix.length)] : [],
    ),
  );

function knownPrice(world: StripeWorld, price = ''): string {
  return world.prices[price] ? price : missing('price', price);
}

function missing(what: string, id: string): never {
  throw new StripeProblem(404, 'invalid_request_error', `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  });
}
