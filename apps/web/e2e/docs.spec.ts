import { axeFindings, expect, lookFindings, test } from './support/test.ts';
import { product } from './support/users.ts';

const docs = `${product.http}/docs/`;
/** Of each kind one: the front, prose, wide tables, long code, the generated reference, Thai. */
const kinds = [
  '',
  'boards/connect/',
  'boards/troubleshooting/',
  'running/proxy/',
  'running/configuration/',
  'th/start/',
];

test('the documentation is accessible and fits from 360 to 1440 px in both themes', async ({ page }) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  const findings: string[] = [];
  for (const path of kinds) {
    await page.goto(docs + path);
    findings.push(...(await lookFindings(page, path)));
  }
  expect(findings).toEqual([]);
});

test('the strict policy holds, and nothing comes from elsewhere', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(product.http)) foreign.push(request.url());
  });
  const answer = await page.goto(`${docs}start/install/`);
  expect(answer?.headers()['content-security-policy']).toContain("script-src 'self';");
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox').fill('ports');
  await expect(page.getByRole('option').first()).toBeVisible();
  expect(foreign).toEqual([]);
});

test('the search is worked with the keyboard alone', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(docs);
  await page.waitForLoadState('networkidle');
  expect(loaded.filter((url) => /search-index|minisearch/.test(url))).toEqual([]);

  await page.keyboard.press('/');
  await page.keyboard.type('connection key');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('combobox')).toHaveAttribute('aria-activedescendant', 'search-result-1');
  await page.keyboard.press('ArrowUp');
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/boards\/pairing\/#the-connection-key$/);
  await page.waitForLoadState('load');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await expect(page.getByText('Nothing found for “zzzz”.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test.describe('while the index is away', () => {
  test.use({ allowErrors: /503/ });

  test('a search that cannot be loaded says so, and works when it can', async ({ page }) => {
    let isAway = true;
    await page.route('**/search-index.json', (route) => (isAway ? route.fulfill({ status: 503 }) : route.continue()));
    await page.goto(docs);
    await page.keyboard.press('/');
    await page.keyboard.type('po');
    await expect(page.getByText('The search cannot be loaded. Try again.')).toBeVisible();
    isAway = false;
    await page.keyboard.type('rts');
    await expect(page.getByRole('option').first()).toBeVisible();
  });
});

test('the theme is that of the system until somebody chooses, here or in the app', async ({ page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(docs);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.getByRole('button', { name: 'Change between light and dark' }).click();
  expect(await background()).toBe(light);
  await page.reload();
  expect(await background()).toBe(light);
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('appearance') ?? '{}').theme)).toBe('light');
  await page.evaluate(() => localStorage.setItem('appearance', JSON.stringify({ theme: 'dark', scale: 15 })));
  await page.reload();
  expect(await background()).toBe(dark);
});

test('code is copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${docs}start/install/`);
  await page.locator('.code').first().hover();
  await page.getByRole('button', { name: 'Copy' }).first().click();
  await expect(page.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm start\n');
});

test('on a phone the pages are behind a button, and one leads to the next', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${docs}start/install/`);
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

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('everything but the search and the copying is there', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto(`${docs}boards/connect/`);
    await expect(page.getByRole('heading', { level: 1, name: 'Connect a board' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Search' })).toBeHidden();
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Security' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible();
  });
});

test.describe('an address that is none', () => {
  test.use({ allowErrors: /404/ });

  test('is a page that says so, and no page of the app', async ({ page }) => {
    const answer = await page.goto(`${docs}no/such/page/`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await page.getByRole('link', { name: 'The front page of the documentation' }).click();
    await expect(page).toHaveURL(docs);
  });
});
