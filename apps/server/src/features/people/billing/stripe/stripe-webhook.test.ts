import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs, startTestBilling, type TestBilling, type TestOwner } from '../../../../../test/billing.ts';
import type { StandInEvent, Subscription } from '../../../../../test/stand-ins/stripe/world.ts';

let bench: TestBilling;
let owner: TestOwner;
let people = 0;

beforeAll(async () => {
  bench = await startTestBilling('stripe');
});
afterAll(() => bench.stop());
beforeEach(async () => {
  people += 1;
  bench.stripe.webhooks.mode = 'hold';
  bench.stripe.webhooks.takeHeld();
  bench.stripe.world.cardsWork = true;
  // The months that pass in a test would renew all that was bought in the ones before it.
  bench.stripe.world.subscriptions.clear();
  owner = await bench.addAccount(`payer${people}@example.com`);
});

/** Pays for a plan, and returns the subscription and the events that Stripe has not sent yet. */
async function purchase(plan = 'maker'): Promise<{ subscription: Subscription; events: StandInEvent[] }> {
  const { url } = (await owner.api('POST', '/api/plan/checkout', { plan })).body;
  const session = [...bench.stripe.world.sessions.values()].find((one) => one.url === url);
  if (!session) throw new Error('No page was made');
  bench.stripe.webhooks.takeHeld();
  const subscription = bench.stripe.world.completeSession(session);
  return { subscription, events: bench.stripe.webhooks.takeHeld() };
}

const deliver = async (events: StandInEvent[]) => {
  const statuses = [];
  for (const event of events) statuses.push((await bench.stripe.webhooks.deliver(event)).status);
  return statuses;
};
const deliverHeld = () => deliver(bench.stripe.webhooks.takeHeld());
const planNow = async () => (await owner.api('GET', '/api/plan')).body;

/** Everything that is stored of the owner, but for when it was read. */
async function stored() {
  const { pool } = bench.database;
  const mine = [owner.id];
  const subscription = await pool.query('SELECT * FROM subscriptions WHERE account_id = $1', mine);
  const invoices = await pool.query('SELECT * FROM invoices WHERE account_id = $1 ORDER BY id', mine);
  return { subscription: subscription.rows, invoices: invoices.rows };
}

describe('a signature', () => {
  const change: Record<string, (event: StandInEvent) => Parameters<TestBilling['stripe']['webhooks']['deliver']>[1]> = {
    'of another secret': () => ({ secret: 'whsec_other' }),
    'that is more than five minutes old': () => ({ signedAt: bench.clock.at - 301_000 }),
    'of another body': (event) => ({ payload: JSON.stringify({ ...event, id: 'evt_mine' }) }),
  };

  test.each(Object.keys(change))('%s is refused', async (name) => {
    const { events } = await purchase();
    for (const event of events) {
      expect((await bench.stripe.webhooks.deliver(event, change[name]?.(event))).status).toBe(400);
    }
    expect((await planNow()).current.plan).toBe('free');
  });

  test('that is missing, or no signature at all, is refused', async () => {
    const { events } = await purchase();
    for (const signature of [undefined, '', 'x', 't=1,v1=', 't=NaN,v1=00']) {
      const response = await fetch(bench.stripe.webhooks.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature !== undefined && { 'stripe-signature': signature }),
        },
        body: JSON.stringify(events[0]),
      });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'bad_request']);
    }
  });

  test('over something that is no event is refused', async () => {
    const { events } = await purchase();
    const [event] = events;
    for (const text of ['', 'null', '[]', '"x"', '{']) {
      const response = await fetch(bench.stripe.webhooks.url, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'stripe-signature': 'x' },
        body: text,
      });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.status).toBeLessThan(500);
    }
    expect(event && (await bench.stripe.webhooks.deliver(event)).status).toBe(200);
  });
});

describe('the events of a purchase', () => {
  test('end in the same state in every order', async () => {
    const { events } = await purchase();
    const kinds = new Set([
      'customer.subscription.created',
      'invoice.finalized',
      'invoice.paid',
      'checkout.session.completed',
    ]);
    const relevant = events.filter(({ type }) => kinds.has(type));
    expect(relevant).toHaveLength(kinds.size);
    const empty = await stored();
    await deliver(events);
    const expected = await stored();
    expect(expected.subscription).toMatchObject([{ plan: 'maker', status: 'active' }]);
    for (const order of permutations(relevant)) {
      await bench.database.pool.query('DELETE FROM stripe_events');
      await bench.database.pool.query('DELETE FROM invoices WHERE account_id = $1', [owner.id]);
      await bench.database.pool.query(
        "UPDATE subscriptions SET plan = 'free', status = 'ended', period_end = NULL, paid_with = NULL, stripe_subscription_id = NULL WHERE account_id = $1",
        [owner.id],
      );
      await deliver(order);
      expect(await stored()).toEqual(expected);
    }
    expect(empty.invoices).toEqual([]);
  });

  test('that come all at once, each twice, end in the same state', async () => {
    const { events } = await purchase();
    const responses = await Promise.all([...events, ...events].map((event) => bench.stripe.webhooks.deliver(event)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active' });
    expect((await planNow()).invoices).toHaveLength(1);
  });

  test('count once: a replay makes no request to Stripe', async () => {
    const { events } = await purchase();
    await deliver(events);
    const calls = bench.stripe.calls.length;
    expect(new Set(await deliver(events))).toEqual(new Set([200]));
    expect(bench.stripe.calls).toHaveLength(calls);
  });

  test('are sent again after a failure between two writes, and then count', async () => {
    const { events } = await purchase();
    const { pool } = bench.database;
    await pool.query(
      `CREATE FUNCTION break_down() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken'; END $$`,
    );
    await pool.query('CREATE TRIGGER break_down BEFORE INSERT ON invoices EXECUTE FUNCTION break_down()');
    expect(await deliver(events.filter(({ type }) => type === 'invoice.paid'))).toEqual([500]);
    expect((await planNow()).current.plan).toBe('free');
    expect((await pool.query('SELECT FROM stripe_events WHERE type = $1', ['invoice.paid'])).rowCount).toBe(
      (
        await pool.query('SELECT FROM stripe_events WHERE type = $1 AND id <> ALL($2)', [
          'invoice.paid',
          events.map(({ id }) => id),
        ])
      ).rowCount,
    );
    await pool.query('DROP TRIGGER break_down ON invoices');
    await pool.query('DROP FUNCTION break_down');
    expect(await deliver(events.filter(({ type }) => type === 'invoice.paid'))).toEqual([200]);
    expect((await planNow()).current.plan).toBe('maker');
  });

  test('are sent again while Stripe itself does not respond', async () => {
    const { events } = await purchase();
    bench.stripe.setDown(true);
    expect(await deliver(events.slice(-1))).toEqual([503]);
    bench.stripe.setDown(false);
    expect(await deliver(events.slice(-1))).toEqual([200]);
    expect((await planNow()).current.plan).toBe('maker');
  });

  test('that were lost are made up for by the hourly look', async () => {
    await purchase('pro');
    expect((await planNow()).current.plan).toBe('free');
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current.plan).toBe('pro');
  });

  test('that were lost are made up for when somebody pays again whose plan had ended long ago', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    bench.stripe.world.cancel(subscription);
    await deliverHeld();
    bench.clock.at += 60 * dayMs;
    await purchase('pro');
    expect((await planNow()).current).toMatchObject({ plan: 'free', status: 'ended' });
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current).toMatchObject({ plan: 'pro', status: 'active' });
  });

  test('that were lost are made up for when an invoice is paid on its last day', async () => {
    await owner.api('POST', '/api/plan/checkout', { plan: 'maker', method: 'promptpay' });
    await deliverHeld();
    bench.clock.at += 7 * dayMs;
    const { world } = bench.stripe;
    const order = [...world.subscriptions.values()].at(-1);
    if (order) world.pay(world.invoiceOf(order));
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active', paidWith: 'PromptPay' });
  });

  test('of a customer that nobody here knows, or without a plan for long, cause no requests', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    bench.stripe.world.cancel(subscription);
    await deliverHeld();
    bench.clock.at += 60 * dayMs;
    const { world, calls } = bench.stripe;
    const stranger = { id: world.newId('cus'), object: 'customer' as const, email: '', metadata: {}, created: 0 };
    world.customers.set(stranger.id, stranger);
    const card = { card: '4242', metadata: {}, collection: 'charge_automatically' as const };
    world.subscribe({ ...card, customer: stranger.id, price: 'price_pro' });
    await bench.database.pool.query("UPDATE subscriptions SET status = 'ended'");
    calls.length = 0;
    await bench.now.stripe?.reconcile();
    expect(calls).toEqual(['GET /v1/subscriptions']);
  });

  test('an older reading never overwrites a newer one', async () => {
    const { subscription, events } = await purchase();
    bench.clock.at += 10_000;
    await deliver(events.slice(-1));
    bench.clock.at -= 10_000;
    bench.stripe.world.cancel(subscription);
    await deliverHeld();
    expect((await planNow()).current.plan).toBe('maker');
    bench.clock.at += 10_000;
    bench.stripe.world.update(subscription, {});
    await deliverHeld();
    expect((await planNow()).current).toMatchObject({ plan: 'free', status: 'ended' });
  });

  test('a reading by a clock that was days ahead does not keep out those after it was set right', async () => {
    const { subscription, events } = await purchase();
    bench.clock.at += 30 * dayMs;
    await bench.now.stripe?.reconcile();
    await deliver(events);
    bench.clock.at -= 30 * dayMs;
    bench.stripe.world.cancel(subscription);
    bench.stripe.world.invoiceOf(subscription).status = 'void';
    await deliverHeld();
    expect(await planNow()).toMatchObject({
      current: { plan: 'free', status: 'ended' },
      invoices: [{ status: 'void' }],
    });
  });
});

describe('events about others', () => {
  test('an unknown customer and an unknown kind of event are thanked for', async () => {
    const before = await stored();
    const unknown = {
      id: 'evt_unknown',
      object: 'event' as const,
      type: 'customer.subscription.updated',
      created: bench.stripe.world.seconds(),
      data: {
        object: {
          id: 'sub_x',
          object: 'subscription',
          customer: 'cus_nobody',
          metadata: { account_id: String(owner.id) },
        },
      },
    };
    expect(
      await deliver([unknown, { ...unknown, id: 'evt_other', type: 'radar.early_fraud_warning.created' }]),
    ).toEqual([200, 200]);
    for (const object of [{}, { customer: 7 }, { customer: null }, { object: 'customer', id: {} }]) {
      expect(await deliver([{ ...unknown, id: `evt_${JSON.stringify(object)}`, data: { object } }])).toEqual([200]);
    }
    expect(await stored()).toEqual(before);
  });

  test('a customer changes the plan of no account but its own, whatever its metadata say', async () => {
    const victim = owner;
    const thief = await bench.addAccount(`thief${people}@example.com`);
    owner = thief;
    const { subscription, events } = await purchase('pro');
    subscription.metadata = { account_id: String(victim.id) };
    await deliver(events);
    expect((await planNow()).current.plan).toBe('pro');
    owner = victim;
    expect((await planNow()).current.plan).toBe('free');
  });
});

describe('a payment that fails', () => {
  test('leaves the plan for seven days, then pauses devices; a later payment brings it back', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    const espids = await owner.addDevices(7);
    bench.stripe.world.cardsWork = false;
    bench.clock.at = subscription.periodEnd + 3_600_000;
    bench.stripe.world.tick();
    await deliverHeld();
    const failedAt = bench.clock.at;
    const until = Math.floor(failedAt / 1000) * 1000 + 7 * dayMs;
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'past_due', graceUntil: until });
    bench.clock.at = until - 1;
    await bench.now.billing.check();
    expect((await planNow()).current.plan).toBe('maker');
    expect(owner.paused()).toEqual([]);
    bench.clock.at = until;
    await bench.now.billing.check();
    expect((await planNow()).current).toMatchObject({
      plan: 'free',
      status: 'past_due',
      source: 'stripe',
      graceUntil: null,
    });
    expect(await owner.api('POST', '/api/plan/checkout', { plan: 'pro' })).toMatchObject({ status: 409 });
    expect((await owner.api('POST', '/api/plan/portal')).status).toBe(200);
    expect(owner.paused()).toEqual(espids.slice(5));
    bench.stripe.world.pay(bench.stripe.world.invoiceOf(subscription));
    await deliverHeld();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active', graceUntil: null });
    expect(owner.paused()).toEqual([]);
  });

  test('a further invoice that is not paid does not lengthen the grace', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    bench.stripe.world.cardsWork = false;
    bench.clock.at = subscription.periodEnd;
    bench.stripe.world.tick();
    await deliverHeld();
    const { graceUntil } = (await planNow()).current;
    bench.clock.at += 3 * dayMs;
    bench.stripe.world.invoiceOf(subscription).finalizedAt = bench.clock.at;
    bench.stripe.world.failPayment(bench.stripe.world.invoiceOf(subscription));
    await deliverHeld();
    expect((await planNow()).current.graceUntil).toBe(graceUntil);
  });

  test('missing events do not end a plan that continues, until the grace is over', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    bench.clock.at = subscription.periodEnd + 7 * dayMs - 1_000;
    expect((await planNow()).current.plan).toBe('maker');
    bench.clock.at += 1_000;
    expect((await planNow()).current.plan).toBe('free');
    bench.stripe.world.tick();
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current.plan).toBe('maker');
  });
});

describe('the end', () => {
  test('a subscription that was cancelled ends at the end of its period, also without any event', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    bench.stripe.world.update(subscription, { cancel_at_period_end: true });
    await deliverHeld();
    const { current } = await planNow();
    expect(current).toMatchObject({ plan: 'maker', cancelAtPeriodEnd: true });
    bench.clock.at = current.periodEnd - 1;
    expect((await planNow()).current.plan).toBe('maker');
    bench.clock.at = current.periodEnd;
    expect((await planNow()).current.plan).toBe('free');
  });

  test('of the customer ends the plan', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    const customer = bench.stripe.world.customers.get(subscription.customer);
    if (customer) bench.stripe.world.deleteCustomer(customer);
    await deliver(bench.stripe.webhooks.takeHeld().reverse());
    expect((await planNow()).current).toMatchObject({ plan: 'free', status: 'ended' });
  });
});

describe('a price that is not configured', () => {
  const mistype = (subscription: Subscription) => bench.stripe.world.update(subscription, { price: 'price_other' });
  const paidAlready = { status: 409, body: { code: 'conflict' } };

  test('ends no plan that is paid, and sells no other', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    mistype(subscription);
    await deliverHeld();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', source: 'stripe', status: 'active' });
    expect(await owner.api('POST', '/api/plan/checkout', { plan: 'pro' })).toMatchObject(paidAlready);
    bench.stripe.world.cancel(subscription);
    await deliverHeld();
    expect((await planNow()).current).toMatchObject({ plan: 'free', status: 'ended' });
  });

  test('continues a plan that was ended by that, however long ago', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    mistype(subscription);
    await bench.database.pool.query(
      "UPDATE subscriptions SET status = 'ended', stripe_subscription_id = NULL, period_end = NULL WHERE account_id = $1",
      [owner.id],
    );
    await bench.now.billing.changed(owner.id);
    expect((await planNow()).current).toMatchObject({ plan: 'free', status: 'ended' });
    bench.clock.at += 20 * dayMs;
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active' });
  });

  test('takes no plan from an administrator, and of something else that was sold at Stripe it counts for nothing', async () => {
    const { subscription, events } = await purchase();
    await deliver(events);
    await bench.database.pool.query("UPDATE subscriptions SET source = 'manual', plan = 'pro' WHERE account_id = $1", [
      owner.id,
    ]);
    mistype(subscription);
    await deliverHeld();
    expect((await planNow()).current).toMatchObject({ plan: 'pro', source: 'manual' });
    subscription.metadata = {};
    expect((await owner.api('POST', '/api/plan/checkout', { plan: 'pro' })).status).toBe(200);
  });
});

describe('an administrator', () => {
  test('gives no plan to somebody who pays for one, and a purchase replaces a plan that was given', async () => {
    const admin = await bench.addAccount(`admin${people}@example.com`, { member: 'admin' });
    const give = () => admin.api('POST', `/api/admin/users/${owner.id}/plan`, { plan: 'pro' });
    expect((await give()).status).toBe(200);
    expect((await planNow()).current).toMatchObject({ plan: 'pro', source: 'manual' });
    const { events } = await purchase('maker');
    expect((await planNow()).current).toMatchObject({ plan: 'pro', source: 'manual' });
    await deliver(events);
    expect((await planNow()).current).toMatchObject({ plan: 'maker', source: 'stripe' });
    expect(await give()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('gives a plan that a subscription whose payment failed does not end, but one that is paid', async () => {
    const { world } = bench.stripe;
    const admin = await bench.addAccount(`admin${people}@example.com`, { member: 'admin' });
    const { subscription, events } = await purchase('maker');
    await deliver(events);
    world.cardsWork = false;
    bench.clock.at = subscription.periodEnd;
    world.tick();
    bench.clock.at += 7 * dayMs;
    world.update(subscription, { cancel_at_period_end: true });
    await deliverHeld();
    expect((await admin.api('POST', `/api/admin/users/${owner.id}/plan`, { plan: 'pro' })).status).toBe(200);
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current).toMatchObject({ plan: 'pro', source: 'manual', status: 'active' });
    world.pay(world.invoiceOf(subscription));
    await deliverHeld();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', source: 'stripe', status: 'active' });
  });
});

function* permutations<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const rest of permutations(items.toSpliced(index, 1))) yield [item, ...rest];
  }
}
