import type { Page, Request } from '@playwright/test';
import { totpAt } from '../../server/test/totp.ts';
import {
  furnishProvider,
  type ProductWithServices,
  passProvider,
  startProductWithServices,
} from './support/services.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test.use({ allowErrors: /status of (400|403|409|503)|ERR_FAILED/ });

const callback = /\/auth\/callback$/;
let product: ProductWithServices;

test.beforeAll(async () => {
  product = await startProductWithServices({
    ann: { email: 'ann@example.com', email_verified: true, name: 'Ann' },
    ben: { email: 'ben@example.com', email_verified: true, name: 'Ben' },
    unproved: { email: 'somebody@example.com', email_verified: false, name: 'Som' },
  });
});
test.afterAll(() => product.stop());
test.beforeEach(({ page }) => furnishProvider(page, product));

const continueWith = (page: Page, name = 'Example ID') => page.getByRole('button', { name: `Continue with ${name}` });

async function start(page: Page, name?: string, path = '/auth/login') {
  await page.goto(product.http + path);
  await continueWith(page, name).click();
}

test('who logs in through the provider gets an account and the page that was asked for', async ({ page }) => {
  const asked: Request[] = [];
  page.on('request', (request) => asked.push(request));
  await page.goto(`${product.http}/bill`);
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fbill$/);
  await continueWith(page).click();
  await passProvider(page, 'ann');
  await expect(page).toHaveURL(/\/bill$/);
  await expect(page.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe('ann@example.com');

  // The code stands in one address only: that of the page which the provider leads to.
  const withCode = asked.filter((request) => request.url().includes('code='));
  expect(withCode.map((request) => request.resourceType())).toEqual(['document']);
  const starts = asked.filter((request) => request.url().endsWith('/api/auth/oidc/start'));
  expect(starts.map((request) => request.method())).toEqual(['POST']);
});

test('a path of another site is not followed after the log-in', async ({ page }) => {
  await start(page, undefined, `/auth/login?next=${encodeURIComponent('//evil.example/device')}`);
  await passProvider(page, 'ann');
  await expect(page).toHaveURL(`${product.http}/device`);
});

for (const theme of ['light', 'dark'] as const) {
  test(`a cancelled consent leads back, ${theme}`, async ({ page }) => {
    await page.addInitScript((wanted) => localStorage.setItem('appearance', JSON.stringify({ theme: wanted })), theme);
    await start(page);
    await passProvider(page, 'ben', { cancel: true });
    await expect(page).toHaveURL(callback);
    await expect(page.getByRole('heading', { name: 'Log-in cancelled' })).toBeVisible();
    await expect(page.getByText('You did not allow Example ID to say who you are')).toBeVisible();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await fitsWidth(page)).toBe(true);
      expect(await axeFindings(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Back to log in' }).click();
    await expect(continueWith(page)).toBeVisible();
    await page.goBack();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Nothing to finish here' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });
}

test('an address that is not verified is linked in the profile, used, and unlinked', async ({ page }) => {
  test.slow();
  const user = await newUser(product, { name: 'linking' });
  await start(page);
  await passProvider(page, 'unproved');
  await expect(page.getByRole('heading', { name: 'Your address is not verified' })).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/profile#identities$/);

  const card = page.getByRole('region', { name: 'Linked log-ins' });
  await card.getByRole('button', { name: 'Link Example ID' }).click();
  await expect(page.getByText('Example ID is linked to your account')).toBeVisible();
  await expect(page).toHaveURL(/\/profile#identities$/);
  await expect(card.getByText(/somebody@example\.com, linked .+, not used yet/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await start(page);
  await expect(page).toHaveURL(/\/device$/);
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(user.email);

  await page.goto(`${product.http}/profile#identities`);
  await card.getByRole('button', { name: 'Unlink Example ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep' }).click();
  await card.getByRole('button', { name: 'Unlink Example ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Example ID is not linked any more')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Link Example ID' })).toBeVisible();
});

test('the last way into an account stays', async ({ page }) => {
  await start(page);
  await passProvider(page, 'ben');
  await expect(page).toHaveURL(/\/device$/);
  await page.goto(`${product.http}/profile#identities`);
  const card = page.getByRole('region', { name: 'Linked log-ins' });
  await card.getByRole('button', { name: 'Unlink Example ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('Nothing else would let you into your account')).toBeVisible();
  await expect(card.getByText('ben@example.com')).toBeVisible();
});

test('LINE is linked first and lets in then', async ({ page }) => {
  const user = await newUser(product, { name: 'line' });
  await start(page, 'LINE');
  await expect(page).toHaveURL(/\/line-oauth-callback$/);
  await expect(page.getByRole('heading', { name: 'LINE is not linked yet' })).toBeVisible();
  await openAs(page, user, '/profile#identities');
  await page.getByRole('button', { name: 'Link LINE' }).click();
  await expect(page.getByText('LINE is linked to your account')).toBeVisible();
  await expect(page.getByText(/สมชาย, linked/)).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await start(page, 'LINE');
  await expect(page).toHaveURL(/\/device$/);
  expect(await page.evaluate(() => localStorage.getItem('userId'))).toBe(user.email);
});

test('a second step is asked for after the provider, and leads on', async ({ page }) => {
  const user = await newUser(product, { name: 'two-step' });
  product.provider.people.set('two-step', {});
  await openAs(page, user, '/profile#identities');
  await page.getByRole('button', { name: 'Link Example ID' }).click();
  await passProvider(page, 'two-step');
  await expect(page.getByText('Example ID is linked to your account')).toBeVisible();
  const { secret } = (await user.api('POST', '/api/second-step/totp')) as { secret: string };
  await user.api('POST', '/api/second-step/totp/confirm', { code: totpAt(secret, Date.now()) });

  await page.evaluate(() => localStorage.clear());
  await start(page, undefined, '/auth/login?next=%2Fcode');
  await expect(page).toHaveURL(/\/auth\/second-step\?next=%2Fcode$/);
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  // No code works twice; that of the next step is right, too.
  await page.getByLabel('Code of the app').fill(totpAt(secret, Date.now() + 30_000));
  await expect(page).toHaveURL(/\/code$/);
});

test('an answer that is brought by another browser is refused there', async ({ page, browser }) => {
  const address = page.waitForRequest((request) => request.url().includes('/auth/callback?'));
  // The answer does not reach the server from here, so that it is not used up.
  await page.route('**/api/auth/oidc/finish', (route) => route.abort());
  await start(page);
  await passProvider(page, 'ann');
  await expect(page.getByText("Can't connect to server")).toBeVisible();
  const other = await browser.newContext();
  const victim = await other.newPage();
  await victim.goto((await address).url());
  await expect(victim.getByRole('heading', { name: 'Started in another browser' })).toBeVisible();
  await expect(victim).toHaveURL(callback);
  expect(await victim.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await other.close();
});

test('an answer that did not reach the server is brought again', async ({ page }) => {
  await page.route('**/api/auth/oidc/finish', (route) => route.abort(), { times: 1 });
  await start(page);
  await passProvider(page, 'ann');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/device$/);
});

test('a provider that goes down during the visit is said to be', async ({ page }) => {
  const sentence = page.getByText('Example ID does not answer at the moment. Try again in a minute.');
  await page.route(
    '**/api/auth/oidc/finish',
    async (route) => {
      await product.provider.stop();
      await route.continue();
    },
    { times: 1 },
  );
  await start(page);
  await passProvider(page, 'ann');
  await expect(sentence).toBeVisible();
  await product.provider.start();
  await page.getByRole('link', { name: 'Start again' }).click();
  await continueWith(page).click();
  await expect(page).toHaveURL(/\/device$/);
});

test('a provider that was never there is said to be on the log-in page', async ({ page }) => {
  const lonely = await startProductWithServices({});
  await lonely.provider.stop();
  await page.goto(`${lonely.http}/auth/login`);
  await continueWith(page).click();
  await expect(page.getByRole('alert')).toHaveText('Example ID does not answer at the moment. Try again in a minute.');
  expect(await axeFindings(page)).toEqual([]);
  await lonely.stop();
});
