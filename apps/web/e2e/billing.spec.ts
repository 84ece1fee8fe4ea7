import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type StripeStandIn, startStripeStandIn } from '../../server/test/stand-ins/stripe-stand-in.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const settings = {
  secretKey: 'sk_test_1',
  webhookSecret: 'whsec_1',
  prices: { maker: 'price_maker', pro: 'price_pro' },
};
const limitOfFree = 5;

let stripe: StripeStandIn;
let product: Product;
let directory: string;
let admin: User;

test.beforeAll(async () => {
  stripe = await startStripeStandIn(settings);
  directory = await mkdtemp(join(tmpdir(), 'cyno-billing-'));
  product = await startProduct(directory, undefined, {
    BILLING: 'stripe',
    STRIPE_SECRET_KEY: settings.secretKey,
    STRIPE_WEBHOOK_SECRET: settings.webhookSecret,
    STRIPE_PRICE_MAKER: settings.prices.maker,
    STRIPE_PRICE_PRO: settings.prices.pro,
    STRIPE_API_URL: stripe.url,
  });
  stripe.webhooks.url = `${product.http}/api/plan/stripe-webhook`;
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  admin = await newUser(product, { setupCode, name: 'admin' });
});
test.afterAll(async () => {
  await product.stop();
  await stripe.stop();
  await rm(directory, { recursive: true, force: true });
});

const use = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your usage' }).getByRole('listitem').filter({ hasText: name }).first();

// The pages of the payment service have no icon.
test.use({ allowErrors: /status of 404/ });

test('a plan is bought, changed, cancelled, and its devices are paused and chosen', async ({ page, boards }) => {
  const user = await newUser(product, { name: 'narin' });
  await openAs(page, user, '/bill');
  const goToPayment = async () => {
    await page.getByRole('button', { name: 'Change plan' }).click();
    await page.getByRole('radio', { name: /^Maker/ }).check();
    await page.getByRole('button', { name: 'Go to payment' }).click();
  };

  await test.step('the free plan with nothing used; a declined card changes nothing', async () => {
    await expect(page.getByRole('heading', { name: 'Free' })).toBeVisible();
    await expect(use(page, 'Devices')).toContainText(`0 of ${limitOfFree}`);
    await expect(page.getByText('No invoices yet.', { exact: false })).toBeVisible();
    await goToPayment();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page.getByText('Payment cancelled.', { exact: false })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Free' })).toBeVisible();
  });

  await test.step('Maker is bought, although Stripe notifies the server late', async () => {
    stripe.webhooks.mode = 'hold';
    await goToPayment();
    await page.getByRole('button', { name: 'Pay' }).click();
    await expect(page.getByText('Waiting for the confirmation of your payment')).toBeVisible();
    for (const event of stripe.webhooks.takeHeld()) await stripe.webhooks.deliver(event);
    stripe.webhooks.mode = 'send';
    await expect(page.getByText('You are on Maker now.')).toBeVisible();
    await expect(use(page, 'Devices')).toContainText('0 of 25');
    await expect(page.getByText('99 THB').first()).toBeVisible();
    await expect(page.getByRole('link', { name: /as PDF$/ })).toBeVisible();
  });

  const espids: string[] = [];
  await test.step('seven devices join', async () => {
    for (let index = 1; index <= limitOfFree + 2; index++) {
      const board = await user.board({ name: `Board ${index}`, intervalMs: 60_000 });
      boards.push(board);
      espids.push(board.espid);
    }
  });

  await test.step('the subscription is ended at Stripe: two devices are paused, and the owner chooses which', async () => {
    await page.getByRole('button', { name: 'Payment' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByRole('button', { name: 'Do not cancel' })).toBeVisible();
    await stripe.webhooks.sent();
    await page.getByRole('button', { name: 'Return to Cyno' }).click();
    await expect(page.getByText('Ends soon')).toBeVisible();
    const [subscription] = [...stripe.world.subscriptions.values()];
    if (!subscription) throw new Error('There is no subscription.');
    stripe.world.cancel(subscription);
    await stripe.webhooks.sent();
    await page.reload();
    await expect(page.getByRole('heading', { name: '2 devices are paused' })).toBeVisible();
    await expect(use(page, 'Devices')).toContainText(`of ${limitOfFree}`);
    await page.getByRole('button', { name: 'Choose devices' }).click();
    await page.getByRole('checkbox', { name: /^Board 7/ }).check();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.getByRole('checkbox', { name: /^Board 1/ }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto(`${product.http}/device/${encodeURIComponent(espids[0] ?? '')}/Overview`);
    await expect(page.getByText('Paused: your plan has no room for this device', { exact: false })).toBeVisible();
    await page.goto(`${product.http}/device/${encodeURIComponent(espids[6] ?? '')}/Overview`);
    await expect(page.getByRole('banner').getByText('Board 7')).toBeVisible();
    await expect(page.getByText('Paused: your plan has no room for this device', { exact: false })).toBeHidden();
  });

  await test.step('an administrator gives Pro, and everything continues', async () => {
    const { users } = (await admin.api('GET', `/api/admin/users?q=${encodeURIComponent(user.email)}`)) as {
      users: { id: number }[];
    };
    await admin.api('POST', `/api/admin/users/${users[0]?.id}/plan`, { plan: 'pro', until: null });
    await page.goto(`${product.http}/bill`);
    await expect(page.getByRole('heading', { name: 'Pro' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /paused$/ })).toBeHidden();
  });
});
