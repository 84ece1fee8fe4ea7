import { expect, test } from './support/test.ts';
import { product } from './support/users.ts';

const docs = `${product.http}/docs/`;

test.describe('the documentation', () => {
  // The index is away once, and one address is none.
  test.use({ allowErrors: /503|404/ });

  test('is searched by keyboard, copied from, read in the theme of the system, and requests nothing from elsewhere', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ colorScheme: 'light' });
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    const options = page.getByRole('option');
    const field = page.getByRole('combobox');

    await test.step('a search that cannot be loaded shows it, and works when it can', async () => {
      let isAway = true;
      await page.route('**/search-index.json', (route) => (isAway ? route.fulfill({ status: 503 }) : route.continue()));
      await page.goto(docs);
      await page.waitForLoadState('networkidle');
      expect(requested.filter((url) => /search-index|minisearch/.test(url))).toEqual([]);
      await page.keyboard.press('/');
      // With each letter it is loaded that no attempt before it is still loading.
      await page.keyboard.type('p');
      await expect(page.getByText('The search cannot be loaded. Try again.')).toBeVisible();
      isAway = false;
      await page.keyboard.type('orts');
      await expect(options.first()).toBeVisible();
    });

    await test.step('what it finds is gone through and opened with the keyboard alone', async () => {
      await field.fill('');
      await page.keyboard.type('connection key');
      await expect(options.first()).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('ArrowDown');
      await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
      await expect(field).toHaveAttribute('aria-activedescendant', 'search-result-1');
      await page.keyboard.press('ArrowUp');
      await expect(options.first()).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/docs\/boards\/pairing\/#the-connection-key$/);
      await page.waitForLoadState('load');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('zzzz');
      await expect(page.getByText('Nothing found for “zzzz”.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    });

    await test.step('code is copied', async () => {
      const response = await page.goto(`${docs}start/install/`);
      expect(response?.headers()['content-security-policy']).toContain("script-src 'self';");
      await page.locator('.code').first().hover();
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await expect(page.getByText('Copied')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start\n');
    });

    await test.step('the theme is that of the system until somebody chooses, here or in the app', async () => {
      const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await background();
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(background).not.toBe(light);
      const dark = await background();
      await page.getByRole('button', { name: 'Change between light and dark' }).click();
      await expect.poll(background).toBe(light);
      await page.reload();
      await expect.poll(background).toBe(light);
      expect(await page.evaluate(() => JSON.parse(localStorage.getItem('appearance') ?? '{}').theme)).toBe('light');
      await page.evaluate(() => localStorage.setItem('appearance', JSON.stringify({ theme: 'dark', scale: 15 })));
      await page.reload();
      await expect.poll(background).toBe(dark);
    });

    await test.step('on a phone the pages are behind a button, and one leads to the next', async () => {
      await page.setViewportSize({ width: 360, height: 780 });
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await expect(pages).toBeHidden();
      await page.getByRole('button', { name: 'Pages' }).click();
      await expect(pages).toBeVisible();
      await expect(pages.getByRole('link', { name: 'Install and start' })).toHaveAttribute('aria-current', 'page');
      await pages.getByRole('link', { name: 'Connect a board' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Connect a board' })).toBeVisible();
      await page.getByRole('link', { name: /^Next/ }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'With the Arduino IDE' })).toBeVisible();
    });

    await test.step('an unknown address shows a page of its own, and no page of the app', async () => {
      const response = await page.goto(`${docs}no/such/page/`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
      await page.getByRole('link', { name: 'The front page of the documentation' }).click();
      await expect(page).toHaveURL(docs);
    });
    expect(requested.filter((url) => !url.startsWith(product.http))).toEqual([]);
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything of the documentation but the search and the copying is there', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${docs}boards/connect/`);
    await expect(page.getByRole('heading', { level: 1, name: 'Connect a board' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Search' })).toBeHidden();
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Security' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  });
});
