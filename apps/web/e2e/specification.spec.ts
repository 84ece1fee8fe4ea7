import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

// What the product specification requires of a server whose operator set links, a team and analytics.
const links = {
  LINK_PROJECTS: 'https://projects.example.com/',
  LINK_LIBRARY: 'https://library.example.com/',
  LINK_MAIL: 'help@example.com',
};
const measurementId = 'G-TEST123456';
const foreignHosts = /^https:\/\/[^/]*\.(googletagmanager|google-analytics|analytics\.google)\.com\//;

// A wrong password, and the address of a board that does not exist, because it must not be sent either.
test.use({ allowErrors: /40[14]/ });

let own: Product;
let directory: string;
let user: User;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-specification-'));
  const settings = { ...links, TEAM_NAME: 'The Greenhouse Team', ANALYTICS_ID: measurementId };
  own = await startProduct(directory, undefined, settings);
  const setupCode = new URL(own.setup ?? '').searchParams.get('setup') ?? '';
  user = await newUser(own, { setupCode });
});
test.afterAll(async () => {
  await own.stop();
  await rm(directory, { recursive: true, force: true });
});

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

/** Responds in the place of the hosts of analytics; the list grows with every request to them. */
async function watchAnalytics(context: BrowserContext): Promise<URL[]> {
  const requested: URL[] = [];
  await context.route(foreignHosts, (route) => {
    const address = new URL(route.request().url());
    requested.push(address);
    const isTag = address.pathname === '/gtag/js';
    return route.fulfill({
      status: isTag ? 200 : 204,
      body: isTag ? standIn : '',
      ...(isTag && { contentType: 'text/javascript' }),
    });
  });
  return requested;
}

const views = (requested: URL[]) =>
  requested.flatMap(({ pathname, searchParams }) =>
    pathname === '/g/collect' && searchParams.get('en') === 'page_view' ? [searchParams.get('page_path')] : [],
  );

test('one page view for each change of the route, with an anonymised address and without identifiers', async ({
  page,
  context,
}) => {
  const requested = await watchAnalytics(context);
  await openAs(page, user, '/device?q=secret-words');
  await expect.poll(() => views(requested)).toEqual(['/device']);
  expect(requested[0]?.href).toBe(`https://www.googletagmanager.com/gtag/js?id=${measurementId}`);

  await page.getByRole('link', { name: 'Plan' }).click();
  await expect.poll(() => views(requested)).toEqual(['/device', '/bill']);
  await page.goBack();
  await expect.poll(() => views(requested)).toEqual(['/device', '/bill', '/device']);
  await page.evaluate(() => history.pushState({}, '', '/device/greenhouse-7/History?token=secret-words'));
  await page.reload();
  await expect.poll(() => views(requested).at(-1)).toBe('/device/:espId/:page');

  expect(views(requested)).toEqual(['/device', '/bill', '/device', '/device/:espId/:page']);
  for (const { searchParams, pathname, href } of requested) {
    expect(href).not.toMatch(/secret-words|greenhouse|example\.com(?!\/)/);
    if (pathname !== '/g/collect') continue;
    expect(searchParams.get('anonymize_ip')).toBe('true');
    expect(searchParams.get('send_page_view')).toBe('false');
    expect(searchParams.get('page_referrer')).toBe('');
  }
});

test('somebody logs in, finds what the operator set, keeps the appearance that they choose, and logs out', async ({
  page,
  context,
}) => {
  await watchAnalytics(context);
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  const keys = ['accessToken', 'userId', 'member', 'device', 'isLoaded', 'isChange'];
  const stored = () => page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const shell = page.locator('#root .layout-wrapper');

  await test.step('a failed login is noted in the console; one that succeeds writes the three keys', async () => {
    await page.goto(`${own.http}/auth/login`);
    const banner = page.getByRole('img', { name: 'Cyno' }).first();
    await expect(banner).toHaveAttribute('src', '/layout/images/cyno_banner.svg');
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect.poll(() => lines).toContain('Wrong e-mail or password');
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/device$/);
    await expect.poll(stored).toEqual([expect.stringMatching(/^[\w-]{43}$/), user.email, 'admin', null, null, null]);
  });

  await test.step('the links and the team are those of the operator, and the brand is at the root of the site', async () => {
    const library = menu.getByRole('link', { name: 'Library (opens in a new tab)', exact: true });
    await expect(library).toHaveAttribute('href', links.LINK_LIBRARY);
    await expect(menu.getByRole('link', { name: /^Feedback/ })).toHaveCount(0);
    await menu.getByRole('button', { name: 'Contact' }).click();
    const mail = menu.getByRole('link', { name: 'E-mail (opens in a new tab)', exact: true });
    await expect(mail).toHaveAttribute('href', `mailto:${links.LINK_MAIL}`);
    await expect(page.locator('.layout-footer')).toContainText('by The Greenhouse Team');
    for (const path of [
      'layout/images/cyno_banner',
      'layout/images/logo-dark',
      'layout/images/logo-white',
      'favicon',
    ]) {
      const response = await page.request.get(`${own.http}/${path}.svg`);
      expect(response.headers()['content-type'], path).toContain('image/svg+xml');
    }
    await page.getByRole('link', { name: /^code/i }).click();
    await expect(page.getByRole('link', { name: 'Example projects' })).toHaveAttribute('href', links.LINK_PROJECTS);
  });

  await test.step('the documentation opens beside the app', async () => {
    const opened = context.waitForEvent('page');
    await page.getByRole('link', { name: /How to use/ }).click();
    const docs = await opened;
    await expect(docs).toHaveURL(/\/docs\/$/);
    await expect(docs.getByRole('navigation', { name: 'Pages' })).toBeAttached();
    await docs.close();
  });

  await test.step('the layout starts static, light, at 14 px and with ripple, and what is chosen outlives a reload', async () => {
    const rootSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
    await expect(shell).toHaveAttribute('class', 'layout-wrapper layout-theme-light layout-static');
    await expect.poll(rootSize).toBe('14px');
    await page.getByRole('button', { name: 'Appearance' }).click();
    await page.getByText('Ripple on press').click();
    await page.getByRole('button', { name: 'Larger' }).click();
    await page.getByText('Overlay', { exact: true }).click();
    await page.getByText('Dark', { exact: true }).click();
    const chosen = 'layout-wrapper layout-theme-dark layout-overlay layout-ripple-disabled';
    await expect(shell).toHaveAttribute('class', chosen);
    await page.reload();
    await expect(shell).toHaveAttribute('class', chosen);
    await expect.poll(rootSize).toBe('15px');
  });

  await test.step('logging out takes the three keys and those of the devices away', async () => {
    await page.evaluate(() => {
      for (const name of ['device', 'isLoaded', 'isChange']) localStorage.setItem(name, '1');
    });
    await page.getByRole('button', { name: 'User profile' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect.poll(stored).toEqual(keys.map(() => null));
  });
});
