import type { Page, Request } from '@playwright/test';
import { totpAt } from '../../server/test/people/totp.ts';
import {
  furnishProvider,
  type ProductWithServices,
  passProvider,
  startProductWithServices,
} from './support/services.ts';
import { expect, test } from './support/test.ts';
import { newUser } from './support/users.ts';

test.use({ allowErrors: /status of (400|403|409)/ });

let product: ProductWithServices;

test.beforeAll(async () => {
  product = await startProductWithServices({
    ann: { email: 'ann@example.com', email_verified: true, name: 'Ann' },
    unproved: { email: 'somebody@example.com', email_verified: false, name: 'Som' },
  });
});
test.afterAll(() => product.stop());
test.beforeEach(({ page }) => furnishProvider(page, product));

const continueWith = (page: Page, name = 'Example ID') => page.getByRole('button', { name: `Continue with ${name}` });
const userId = (page: Page) => page.evaluate(() => localStorage.getItem('userId'));

async function start(page: Page, name?: string, path = '/auth/login') {
  await page.goto(product.http + path);
  await continueWith(page, name).click();
}

test('who logs in through the provider gets an account and the page that was requested', async ({ page }) => {
  const requested: Request[] = [];
  page.on('request', (request) => requested.push(request));
  await page.goto(`${product.http}/bill`);
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fbill$/);
  await continueWith(page).click();
  await passProvider(page, 'ann', { cancel: true });
  await expect(page.getByRole('heading', { name: 'Login cancelled' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/callback$/);
  await expect(page.getByText('You did not allow Example ID to share who you are')).toBeVisible();

  await start(page, undefined, '/auth/login?next=%2Fbill');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page).toHaveURL(/\/bill$/);
  await expect(page.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible();
  expect(await userId(page)).toBe('ann@example.com');

  // The code stands in one address only: that of the page which the provider leads to.
  const withCode = requested.filter((request) => request.url().includes('code='));
  expect(withCode.map((request) => request.resourceType())).toEqual(['document']);
  const starts = requested.filter((request) => request.url().endsWith('/api/auth/oidc/start'));
  expect(starts.map((request) => request.method())).toEqual(['POST', 'POST']);
});

test('logins of other services are linked in the profile, let in, also with a two-factor step, and are unlinked', async ({
  page,
}) => {
  const user = await newUser(product, { name: 'linking' });
  const card = page.getByRole('region', { name: 'Linked logins' });
  await test.step('LINE is linked first and lets in then', async () => {
    await start(page, 'LINE');
    await expect(page).toHaveURL(/\/line-oauth-callback$/);
    await expect(page.getByRole('heading', { name: 'LINE is not linked yet' })).toBeVisible();
    await page.getByRole('link', { name: 'Log in' }).click();
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/profile#identities$/);
    await card.getByRole('button', { name: 'Link LINE' }).click();
    await expect(page.getByText('LINE is linked to your account')).toBeVisible();
    await expect(card.getByText(/สมชาย, linked/)).toBeVisible();
    await page.evaluate(() => localStorage.clear());
    await start(page, 'LINE', '/auth/login?next=%2Fprofile%23identities');
    await expect(card.getByText(/สมชาย, linked/)).toBeVisible();
    expect(await userId(page)).toBe(user.email);
  });

  await test.step('an address that is not verified is linked in the profile', async () => {
    await card.getByRole('button', { name: 'Link Example ID' }).click();
    await passProvider(page, 'unproved');
    await expect(page.getByText('Example ID is linked to your account')).toBeVisible();
    await expect(page).toHaveURL(/\/profile#identities$/);
    await expect(card.getByText(/somebody@example\.com, linked .+, never used/)).toBeVisible();
  });

  await test.step('a two-factor step is requested after the provider, and leads on', async () => {
    const { secret } = (await user.api('POST', '/api/second-step/totp')) as { secret: string };
    await user.api('POST', '/api/second-step/totp/confirm', { code: totpAt(secret, Date.now()) });
    await page.evaluate(() => localStorage.clear());
    await start(page, undefined, '/auth/login?next=%2Fprofile');
    await expect(page).toHaveURL(/\/auth\/second-step\?next=%2Fprofile$/);
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
    // No code works twice; that of the next step is right, too.
    await page.getByLabel('Code from the app').fill(totpAt(secret, Date.now() + 30_000));
    await expect(page).toHaveURL(/\/profile$/);
    expect(await userId(page)).toBe(user.email);
  });

  await card.getByRole('button', { name: 'Unlink Example ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Example ID is no longer linked')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Link Example ID' })).toBeVisible();
});
