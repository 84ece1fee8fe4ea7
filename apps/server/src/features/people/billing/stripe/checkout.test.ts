import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startTestBilling, type TestBilling, type TestOwner } from '../../../../../test/billing.ts';
import { StripeSync } from './stripe-sync.ts';

let bench: TestBilling;
let owner: TestOwner;
let people = 0;

beforeAll(async () => {
  bench = await startTestBilling('stripe');
});
afterAll(() => bench.stop());
beforeEach(async () => {
  people += 1;
  bench.stripe.calls.length = 0;
  owner = await bench.addAccount(`buyer${people}@example.com`);
});

const buy = (plan: unknown, method?: unknown) => owner.api('POST', '/api/plan/checkout', { plan, method });
const press = (url: string, action: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
const planNow = async () => (await owner.api('GET', '/api/plan')).body;
const sessionsOf = (customer: string) =>
  [...bench.stripe.world.sessions.values()].filter((session) => session.customer === customer);
const customerId = async () => {
  const { rows } = await bench.database.pool.query<{ id: string }>(
    'SELECT stripe_customer_id AS id FROM subscriptions WHERE account_id = $1',
    [owner.id],
  );
  return rows[0]?.id ?? '';
};

describe('a card', () => {
  test('buys a plan on the page of Stripe, which comes back to ours', async () => {
    const { status, body } = await buy('maker');
    expect(status).toBe(200);
    const paid = await press(body.url, 'pay');
    expect(paid.headers.get('location')).toBe('https://cyno.test/bill?checkout=success');
    await bench.stripe.webhooks.sent();
    const plan = await planNow();
    expect(plan.current).toMatchObject({ plan: 'maker', source: 'stripe', status: 'active', paidWith: 'Visa 4242' });
    expect(plan.current.periodEnd).toBe(bench.clock.at + 30 * 86_400_000);
    expect(plan.limits.devices).toBe(25);
    expect(plan.invoices).toEqual([
      expect.objectContaining({
        status: 'paid',
        amountMinor: 9_900,
        currency: 'thb',
        paidWith: 'Visa 4242',
        issuedAt: bench.clock.at,
        description: '1 × Maker (at ฿99.00 / month)',
        pageUrl: expect.stringContaining(bench.stripe.url),
      }),
    ]);
    const customer = bench.stripe.world.customers.get(await customerId());
    expect(customer).toMatchObject({ email: owner.email, metadata: { account_id: String(owner.id) } });
  });

  test('is not requested twice: while a plan is paid the portal is the way', async () => {
    await press((await buy('maker')).body.url, 'pay');
    await bench.stripe.webhooks.sent();
    expect(await buy('pro')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await buy('pro', 'promptpay')).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body } = await owner.api('POST', '/api/plan/portal');
    expect(body.url).toMatch(/\/portal\/bps_/);
    expect((await press(body.url, 'return')).headers.get('location')).toBe('https://cyno.test/bill');
  });

  test('changes of the portal arrive: another plan, its end, and the end cancelled', async () => {
    await press((await buy('maker')).body.url, 'pay');
    const { url } = (await owner.api('POST', '/api/plan/portal')).body;
    await press(url, 'price price_pro');
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: false });
    await press(url, 'cancel');
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: true });
    await press(url, 'resume');
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'pro', cancelAtPeriodEnd: false });
  });

  test('that is declined buys nothing', async () => {
    const { url } = (await buy('maker')).body;
    bench.stripe.world.cardsWork = false;
    expect((await press(url, 'pay')).status).toBe(200);
    bench.stripe.world.cardsWork = true;
    expect((await planNow()).current.plan).toBe('free');
    expect((await press(url, 'back')).headers.get('location')).toBe('https://cyno.test/bill?checkout=cancelled');
  });

  test('of several purchases at once only one page stays open', async () => {
    const responses = await Promise.all([buy('maker'), buy('maker'), buy('pro'), buy('maker')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(responses[1]?.body.url).toBe(responses[0]?.body.url);
    const sessions = sessionsOf(await customerId());
    expect(sessions.filter(({ status }) => status === 'open').map(({ url }) => url)).toEqual([responses[3]?.body.url]);
    expect(bench.stripe.calls.filter((call) => call === 'POST /v1/customers')).toHaveLength(1);
  });

  test('the page is made only once also when two servers request it at the same time', async () => {
    await buy('maker');
    const sessions = sessionsOf(await customerId());
    const count = bench.stripe.calls.filter((call) => call === 'POST /v1/checkout/sessions').length;
    await buy('maker');
    expect(sessionsOf(await customerId())).toEqual(sessions);
    expect(bench.stripe.calls.filter((call) => call === 'POST /v1/checkout/sessions')).toHaveLength(count);
  });
});

describe('PromptPay', () => {
  const waiting = () => [...bench.stripe.world.subscriptions.values()].filter(({ status }) => status === 'active');

  test('buys a plan by an invoice; the plan begins when that is paid, not before', async () => {
    const { body } = await buy('maker', 'promptpay');
    expect(body.url).toContain('/invoice/in_');
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'free', source: 'default' });
    expect((await planNow()).invoices).toMatchObject([{ status: 'open', paidWith: null }]);
    await press(body.url, 'pay');
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active', paidWith: 'PromptPay' });
    expect((await planNow()).invoices).toMatchObject([{ status: 'paid', paidWith: 'PromptPay' }]);
  });

  test('requested again, shows the same invoice; another choice cancels the order', async () => {
    const first = (await buy('maker', 'promptpay')).body.url;
    expect((await buy('maker', 'promptpay')).body.url).toBe(first);
    const before = waiting().length;
    const second = (await buy('pro', 'promptpay')).body.url;
    expect(second).not.toBe(first);
    expect(waiting()).toHaveLength(before);
    expect((await buy('pro', 'card')).body.url).toContain('/checkout/');
    expect(waiting()).toHaveLength(before - 1);
    await bench.stripe.webhooks.sent();
    expect((await planNow()).invoices.map((one: { status: string }) => one.status)).toEqual(['void', 'void']);
    expect((await buy('maker', 'promptpay')).body.url).not.toBe(first);
  });

  test('an order that is paid at the moment in which another choice takes it back stays', async () => {
    const { url } = (await buy('maker', 'promptpay')).body;
    await bench.stripe.webhooks.sent();
    bench.stripe.world.beforeVoid = (invoice) => bench.stripe.world.pay(invoice);
    const response = await buy('maker', 'card');
    bench.stripe.world.beforeVoid = () => undefined;
    expect(response).toMatchObject({ status: 503, body: { error: expect.stringContaining('did not take this') } });
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active' });
    expect((await fetch(url)).status).toBe(200);
  });

  test('an order that is never paid gives no plan and keeps nobody from another, however many invoices follow', async () => {
    const { world, webhooks } = bench.stripe;
    const { url } = (await buy('pro', 'promptpay')).body;
    const order = waiting().at(-1);
    if (!order) throw new Error('No order was made');
    bench.clock.at = order.periodEnd;
    world.tick();
    await webhooks.sent();
    const { current, invoices } = await planNow();
    expect(current).toMatchObject({ plan: 'free', source: 'default', status: 'active' });
    expect(invoices.map((one: { status: string }) => one.status)).toEqual(['open', 'open']);
    const admin = await bench.addAccount(`admin${people}@example.com`, { member: 'admin' });
    expect((await admin.api('POST', `/api/admin/users/${owner.id}/plan`, { plan: 'maker' })).status).toBe(200);

    const second = await buy('pro', 'promptpay');
    expect([second.status, second.body.url === url]).toEqual([200, false]);
    await webhooks.sent();
    expect(order.status).toBe('canceled');
    const statuses = (await planNow()).invoices.map((one: { status: string }) => one.status);
    expect(statuses.toSorted()).toEqual(['open', 'void', 'void']);
    await press(second.body.url, 'pay');
    await webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'pro', source: 'stripe', status: 'active' });
  });

  test('an invoice that is not paid within seven days ends the plan', async () => {
    await press((await buy('maker', 'promptpay')).body.url, 'pay');
    const { periodEnd } = [...bench.stripe.world.subscriptions.values()].at(-1) ?? { periodEnd: 0 };
    bench.clock.at = periodEnd;
    bench.stripe.world.tick();
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active' });
    expect((await planNow()).invoices[0]).toMatchObject({ status: 'open' });
    bench.clock.at = periodEnd + 7 * 86_400_000;
    bench.stripe.world.tick();
    await bench.stripe.webhooks.sent();
    expect((await planNow()).current).toMatchObject({ plan: 'free', status: 'past_due', source: 'stripe' });
  });
});

describe('what cannot work', () => {
  test('gets a sentence while Stripe is not there', async () => {
    bench.stripe.setDown(true);
    const response = await buy('maker');
    bench.stripe.setDown(false);
    expect(response).toMatchObject({
      status: 503,
      body: { code: 'unavailable', error: expect.stringContaining('Nothing was charged') },
    });
    expect((await buy('maker')).status).toBe(200);
  });

  test.each([
    ['the customer', 'POST /v1/customers', 'card'],
    ['the page', 'POST /v1/checkout/sessions', 'card'],
    ['the order', 'POST /v1/subscriptions', 'promptpay'],
  ])('is bought some minutes after Stripe failed to make %s', async (_, call, method) => {
    bench.stripe.failing.add(call);
    const { status } = await buy('maker', method);
    bench.stripe.failing.clear();
    expect(status).toBe(503);
    bench.clock.at += 5 * 60_000;
    expect((await buy('maker', method)).status).toBe(200);
  });

  test.each([['free'], ['self_hosted'], ['__proto__'], [null], [{}]])('the plan %j cannot be bought', async (plan) => {
    expect((await buy(plan)).status).toBe(400);
  });

  test.each([['cash'], [1], [['card']]])('nobody pays with %j', async (method) => {
    expect((await buy('maker', method)).status).toBe(400);
  });

  test('there is no portal for somebody who never paid', async () => {
    expect(await owner.api('POST', '/api/plan/portal')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  test('an access token neither buys nor chooses nor sees invoices', async () => {
    await press((await buy('maker')).body.url, 'pay');
    await bench.stripe.webhooks.sent();
    const token = await bench.addAccount(`token${people}@example.com`, {
      sessionId: null,
      tokenScope: 'control',
      provedAt: null,
    });
    for (const path of ['checkout', 'portal', 'active-devices']) {
      expect((await token.api('POST', `/api/plan/${path}`, { plan: 'maker', espids: [] })).status).toBe(403);
    }
    expect((await token.api('GET', '/api/plan')).body.invoices).toEqual([]);
  });

  test('an account causes at most 20 requests to Stripe in ten minutes', async () => {
    const responses = [];
    for (let n = 0; n < 21; n++) responses.push((await owner.api('POST', '/api/plan/portal')).status);
    expect(responses.at(-2)).toBe(409);
    expect(responses.at(-1)).toBe(429);
  });

  test('a customer that was deleted at Stripe is recreated', async () => {
    await buy('maker');
    const first = await customerId();
    const customer = bench.stripe.world.customers.get(first);
    if (customer) bench.stripe.world.deleteCustomer(customer);
    await bench.stripe.webhooks.sent();
    expect((await buy('maker')).status).toBe(200);
    expect(await customerId()).not.toBe(first);
  });
});

describe('an account that waits to be removed', () => {
  beforeEach(async () => {
    await press((await buy('maker')).body.url, 'pay');
    await bench.stripe.webhooks.sent();
    await bench.database.pool.query("UPDATE accounts SET delete_after = now() + '14 days' WHERE id = $1", [owner.id]);
  });
  const expectNoRenewal = async () => {
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active', cancelAtPeriodEnd: true });
  };

  test('is not renewed, and its deletion can still be cancelled', expectNoRenewal);

  test('is not renewed, though Stripe refuses its address', async () => {
    const setEmail = 'UPDATE accounts SET email = $2 WHERE id = $1';
    await bench.database.pool.query(setEmail, [owner.id, 'owner@localhost']);
    onTestFinished(async () => void (await bench.database.pool.query(setEmail, [owner.id, owner.email])));
    await expectNoRenewal();
  });

  test('is not renewed, though the list of subscriptions could not be read', async () => {
    const list = vi.spyOn(StripeSync.prototype, 'listCustomers').mockRejectedValueOnce(new Error('Stripe is away.'));
    onTestFinished(() => list.mockRestore());
    await expectNoRenewal();
  });
});

test('a customer who gets another address is known by it at Stripe within the hour', async () => {
  await press((await buy('maker')).body.url, 'pay');
  await bench.stripe.webhooks.sent();
  const email = `moved${people}@example.com`;
  await bench.database.pool.query('UPDATE accounts SET email = $2 WHERE id = $1', [owner.id, email]);
  await bench.now.stripe?.reconcile();
  expect(bench.stripe.world.customers.get(await customerId())?.email).toBe(email);
  bench.stripe.calls.length = 0;
  await bench.now.stripe?.reconcile();
  expect(bench.stripe.calls.filter((call) => call.startsWith('POST'))).toEqual([]);
});

describe('an account that is not removed after all', () => {
  const waitForRemoval = async (isWaiting: boolean) => {
    const set = isWaiting ? "now() + '14 days'" : 'null';
    await bench.database.pool.query(`UPDATE accounts SET delete_after = ${set} WHERE id = $1`, [owner.id]);
    await bench.now.stripe?.reconcile();
  };

  beforeEach(async () => {
    await press((await buy('maker')).body.url, 'pay');
    await bench.stripe.webhooks.sent();
  });

  test('is renewed again, and its subscription ends when its owner cancels it', async () => {
    await waitForRemoval(true);
    await waitForRemoval(false);
    expect((await planNow()).current).toMatchObject({ plan: 'maker', status: 'active', cancelAtPeriodEnd: false });
    await press((await owner.api('POST', '/api/plan/portal')).body.url, 'cancel');
    await bench.now.stripe?.reconcile();
    expect((await planNow()).current).toMatchObject({ plan: 'maker', cancelAtPeriodEnd: true });
  });

  test('is not renewed when its owner had cancelled the subscription before', async () => {
    bench.stripe.webhooks.mode = 'drop';
    await press((await owner.api('POST', '/api/plan/portal')).body.url, 'cancel');
    bench.stripe.webhooks.mode = 'send';
    await waitForRemoval(true);
    await waitForRemoval(false);
    expect((await planNow()).current).toMatchObject({ plan: 'maker', cancelAtPeriodEnd: true });
  });
});

test('an account that is removed pays no longer', async () => {
  await press((await buy('maker')).body.url, 'pay');
  const id = await customerId();
  await bench.now.stripe?.checkout.endAll(owner.id);
  const mine = [...bench.stripe.world.subscriptions.values()].filter(({ customer }) => customer === id);
  expect(mine.map(({ status }) => status)).toEqual(['canceled']);
  await bench.now.stripe?.checkout.endAll(owner.id);
});
