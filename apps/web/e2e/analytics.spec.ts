import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

const measurementId = 'G-TEST123456';
const foreignHosts = /^https:\/\/[^/]*\.(googletagmanager|google-analytics|analytics\.google)\.com\//;

/** Does with the queue what the real tag does with it: an event becomes a request that carries the page of the event. */
const standIn = `
  const shared = {};
  const send = (entry) => {
    const [name, what, parameters] = entry;
    if (name === 'config' || name === 'set') Object.assign(shared, name === 'set' ? what : parameters);
    if (name !== 'event') return;
    const page = { ...shared, ...parameters, en: what };
    const address = 'https://region1.google-analytics.com/g/collect?' + new URLSearchParams(page);
    fetch(address, { method: 'POST', mode: 'no-cors' });
  };
  for (const entry of window.dataLayer) send(entry);
  window.dataLayer.push = (entry) => send(entry);
`;

// One journey opens a board that does not exist, because its address must not be sent either.
test.use({ allowErrors: /404/ });

let measured: Product;
let directory: string;
let user: User;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-analytics-'));
  measured = await startProduct(directory, undefined, { ANALYTICS_ID: measurementId });
  const setupCode = new URL(measured.setup ?? '').searchParams.get('setup') ?? '';
  user = await newUser(measured, { setupCode });
});
test.afterAll(async () => {
  await measured.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Answers in the place of the hosts of analytics; the list grows with every request to them. */
async function watchAnalytics(context: BrowserContext): Promise<URL[]> {
  const asked: URL[] = [];
  await context.route(foreignHosts, (route) => {
    const address = new URL(route.request().url());
    asked.push(address);
    const isTag = address.pathname === '/gtag/js';
    return route.fulfill({
      status: isTag ? 200 : 204,
      body: isTag ? standIn : '',
      ...(isTag && { contentType: 'text/javascript' }),
    });
  });
  return asked;
}

const views = (asked: URL[]) =>
  asked.flatMap(({ pathname, searchParams }) =>
    pathname === '/g/collect' && searchParams.get('en') === 'page_view' ? [searchParams.get('page_path')] : [],
  );

/** Both happen at the end of a page's start: the script of page views is there, and nothing is under way. */
async function settle(page: Page) {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /page-views/.test(name)),
  );
  await page.waitForLoadState('networkidle');
}

test('one page view for each change of the route, with an anonymised address and without identifiers', async ({
  page,
  context,
}) => {
  const asked = await watchAnalytics(context);
  await openAs(page, user, '/device?q=secret-words');
  await expect.poll(() => views(asked)).toEqual(['/device']);
  expect(asked[0]?.href).toBe(`https://www.googletagmanager.com/gtag/js?id=${measurementId}`);

  await page.getByRole('link', { name: 'Plan' }).click();
  await expect.poll(() => views(asked)).toEqual(['/device', '/bill']);
  await page.goBack();
  await expect.poll(() => views(asked)).toEqual(['/device', '/bill', '/device']);
  await page.evaluate(() => history.pushState({}, '', '/device/greenhouse-7/History?token=secret-words'));
  await page.reload();
  await expect.poll(() => views(asked).at(-1)).toBe('/device/:espId/:page');

  expect(views(asked)).toEqual(['/device', '/bill', '/device', '/device/:espId/:page']);
  for (const { searchParams, pathname, href } of asked) {
    expect(href).not.toMatch(/secret-words|greenhouse|example\.com(?!\/)/);
    if (pathname !== '/g/collect') continue;
    expect(searchParams.get('anonymize_ip')).toBe('true');
    expect(searchParams.get('send_page_view')).toBe('false');
    expect(searchParams.get('page_referrer')).toBe('');
  }
});

for (const [name, property, value] of [
  ['Do Not Track', 'doNotTrack', '1'],
  ['Global Privacy Control', 'globalPrivacyControl', true],
] as const) {
  test(`nothing is loaded for a browser with ${name}`, async ({ page, context }) => {
    const asked = await watchAnalytics(context);
    await page.addInitScript(
      ([key, set]) => Object.defineProperty(Navigator.prototype, key, { get: () => set, configurable: true }),
      [property, value] as const,
    );
    await openAs(page, user);
    await expect(page.getByRole('heading', { name: 'All devices' })).toBeVisible();
    await settle(page);
    expect(asked).toEqual([]);
    expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  });
}

test('nothing is loaded without an id, and the policy admits no other host', async ({ page, context }) => {
  const asked = await watchAnalytics(context);
  const answer = await page.goto(`${product.http}/auth/login`);
  await settle(page);
  expect(asked).toEqual([]);
  expect(await page.evaluate(() => 'dataLayer' in window)).toBe(false);
  expect(answer?.headers()['content-security-policy']).not.toContain('https:');
});
