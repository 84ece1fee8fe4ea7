import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

// What the product specification says word by word, and no journey shows in passing.
test.use({ allowErrors: /401|500|net::ERR|HTTP error/ });

const links = {
  LINK_PROJECTS: 'https://projects.example.com/',
  LINK_LIBRARY: 'https://library.example.com/',
  LINK_FEEDBACK: 'https://feedback.example.com/',
  LINK_VIDEO: 'https://video.example.com/',
  LINK_CONTACT: 'https://contact.example.com/',
  LINK_SOCIAL: 'https://social.example.com/',
  LINK_CHAT: 'https://chat.example.com/',
  LINK_MAIL: 'help@example.com',
};
const wrapper = '.layout-wrapper';
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

let own: Product;
let directory: string;
let admin: User;
let user: User;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-specification-'));
  own = await startProduct(directory, undefined, { ...links, TEAM_NAME: 'The Greenhouse Team' });
  const setupCode = new URL(own.setup ?? '').searchParams.get('setup') ?? '';
  admin = await newUser(own, { setupCode, name: 'spec-admin' });
  user = await newUser(own);
});
test.afterAll(async () => {
  await own.stop();
  await rm(directory, { recursive: true, force: true });
});

test('the layout starts static, light, at 14 px and with ripple', async ({ page }) => {
  await openAs(page, user);
  const shell = page.locator(wrapper);
  await expect(shell).toHaveAttribute('class', 'layout-wrapper layout-theme-light layout-static');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('14px');

  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByText('Ripple on press').click();
  await expect(shell).toHaveClass(/layout-ripple-disabled/);
  await page.getByRole('button', { name: 'Larger' }).click();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('15px');
  await page.reload();
  await expect(shell).toHaveClass(/layout-ripple-disabled/);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('15px');
});

test('a menu that was put away shows itself at the edge, and goes when one clicks elsewhere', async ({ page }) => {
  await openAs(page, user);
  const shell = page.locator(wrapper);
  await page.getByRole('button', { name: 'Hide the menu' }).click();
  await page.mouse.move(400, 400);
  await page.mouse.move(1, 400);
  await expect(shell).toHaveClass(/layout-hover-active/);
  await page.mouse.click(900, 600);
  await expect(shell).not.toHaveClass(/layout-hover-active/);
  await expect(shell).toHaveClass(/layout-static-inactive/);
});

test('the side menu has its sections in the specified order, for administrators and others', async ({ page }) => {
  const sectionsOf = () => menuOf(page).getByRole('heading').allTextContents();
  await openAs(page, admin);
  await expect(menuOf(page).getByRole('link', { name: 'Logs' })).toHaveAttribute('href', '/admin/logs');
  expect(await sectionsOf()).toEqual(['My Devices', 'Admin', 'Package', 'Support']);
  await expect(menuOf(page).getByRole('link', { name: 'Plan' })).toHaveAttribute('href', '/bill');
});

test('a menu entry of a device leads to its overview, and shared devices have a section', async ({ page, boards }) => {
  const owner = await newUser(own);
  const board = await owner.board({ name: 'Nursery' });
  boards.push(board);
  const neighbour = await newUser(own);
  const theirs = await neighbour.board({ name: 'Neighbour' });
  boards.push(theirs);
  const wish = { email: owner.email, role: 'viewer', expiresAt: null };
  await neighbour.api('POST', `/api/device/${encodeURIComponent(theirs.espid)}/shares`, wish);
  const { offers } = (await owner.api('GET', '/api/offers')) as { offers: { id: number }[] };
  await owner.api('POST', `/api/offers/${offers[0]?.id}/accept`, {});
  await openAs(page, owner);
  await expect(menuOf(page).getByText('Shared Devices')).toBeVisible();
  expect(await menuOf(page).getByRole('heading').allTextContents()).toEqual([
    'My Devices',
    'Shared Devices',
    'Package',
    'Support',
  ]);
  const entry = menuOf(page).getByRole('link', { name: /Nursery/ });
  await expect(entry).toHaveAttribute('href', `/device/${encodeURIComponent(board.espid)}`);
  await entry.click();
  await expect(page).toHaveURL(/\/device\/[^/]+\/Overview$/);
  await expect(entry).toHaveClass(/active-route/);
});

test('the menu waits until it is known which devices there are, and comes also when they do not load', async ({
  page,
}) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/device/', async (route) => {
    await asked;
    await route.fulfill({ status: 500, json: { error: 'The shed is on fire.', code: 'internal' } });
  });
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await openAs(page, user);
  await expect(page.getByText('Loading the menu')).toBeAttached();
  await expect(menuOf(page)).toBeHidden();
  answer();
  await expect(menuOf(page).getByText('Package')).toBeVisible({ timeout: 20_000 });
  await expect(menuOf(page).getByText('Your devices did not load.')).toBeVisible();
  expect(lines).toContain('The shed is on fire.');
});

test('devices start to load when somebody goes to the plan, and the page does not wait for them', async ({ page }) => {
  let asked = 0;
  await page.route('**/api/device/', () => {
    asked += 1;
  });
  await openAs(page, user, '/bill');
  await expect(page.getByRole('heading', { name: 'Plan' }).first()).toBeVisible();
  expect(asked).toBe(1);
});

test('links of the support menu open in a new tab, and the footer names the team', async ({ page }) => {
  await openAs(page, user);
  const menu = menuOf(page);
  await menu.getByRole('button', { name: 'Contact' }).click();
  const expected = {
    Library: links.LINK_LIBRARY,
    Documentation: '/docs',
    Feedback: links.LINK_FEEDBACK,
    Videos: links.LINK_VIDEO,
    Contact: links.LINK_CONTACT,
    'Social page': links.LINK_SOCIAL,
    Chat: links.LINK_CHAT,
    'E-mail': `mailto:${links.LINK_MAIL}`,
  };
  for (const [name, href] of Object.entries(expected)) {
    const link = menu.getByRole('link', { name: `${name} (opens in a new tab)`, exact: true });
    await expect(link, name).toHaveAttribute('href', href);
    await expect(link, name).toHaveAttribute('target', '_blank');
    await expect(link, name).toHaveAttribute('rel', 'noopener noreferrer');
  }
  const footer = page.locator('.layout-footer');
  await expect(footer).toContainText('by The Greenhouse Team');
  await expect(footer.getByRole('img', { name: 'Cyno' })).toHaveAttribute('src', '/layout/images/logo-dark.svg');
  await page.goto(`${own.http}/code`);
  await expect(page.getByRole('link', { name: 'Example projects' })).toHaveAttribute('href', links.LINK_PROJECTS);
});

test('the documentation opens beside the app', async ({ page, context }) => {
  await openAs(page, user);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: /How to use/ }).click();
  const docs = await opened;
  await expect(docs).toHaveURL(/\/docs\/$/);
  await expect(docs.getByRole('navigation', { name: 'Pages' })).toBeAttached();
});

test('the top bar names the open device and whether it is there, and closes the profile on a click outside', async ({
  page,
  boards,
}) => {
  const owner = await newUser(own);
  const board = await owner.board({ name: 'Chip board' });
  await openAs(page, owner);
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: /Cyno/ })).toHaveAttribute('href', '/device');
  await expect(bar.getByText('Chip board')).toHaveCount(0);

  await page.goto(`${own.http}/device/${encodeURIComponent(board.espid)}/Overview`);
  await expect(bar.getByText('Chip board')).toBeVisible();
  await expect(bar.getByText('Online', { exact: true })).toBeVisible();
  await board.stop();
  await expect(bar.getByText('Offline', { exact: true })).toBeVisible();
  boards.length = 0;

  await bar.getByRole('button', { name: 'User profile' }).click();
  const panel = page.getByRole('region', { name: 'User Profile' });
  await expect(panel).toContainText(owner.email);
  await page.mouse.click(600, 700);
  await expect(panel).toBeHidden();
  await bar.getByRole('button', { name: 'User profile' }).click();
  await panel.getByRole('link', { name: 'Edit Profile' }).click();
  await expect(page).toHaveURL(/\/profile$/);
});

test('logging in writes the three keys, logging out takes them and those of the devices away', async ({ page }) => {
  const keys = ['accessToken', 'userId', 'member', 'device', 'isLoaded', 'isChange'];
  const kept = () => page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);
  await page.goto(`${own.http}/auth/login`);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(user.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/device$/);
  expect(await kept()).toEqual([expect.stringMatching(/^[\w-]{43}$/), user.email, 'user', null, null, null]);

  await page.evaluate(() => {
    for (const name of ['device', 'isLoaded', 'isChange']) localStorage.setItem(name, '1');
  });
  await page.getByRole('button', { name: 'User profile' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  expect(await kept()).toEqual(keys.map(() => null));
});

test('a failed log-in and shared devices that do not load are noted in the console', async ({ page }) => {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(message.text()));
  await page.goto(`${own.http}/auth/login`);
  await page.getByLabel('E-mail').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect.poll(() => lines).toContain('Wrong e-mail or password');

  await page.route('**/api/device/shared', (route) => route.abort());
  await openAs(page, user);
  await expect.poll(() => lines, { timeout: 20_000 }).toContain('Failed to authenticate. Check your login data.');
});

test('toasts stand at the top right, overlays at 1000 and dialogs at 1100', async ({ page }) => {
  await page.route('**/api/auth/session', (route) => route.abort());
  await openAs(page, user);
  const toast = await page.getByText("Can't connect to server").boundingBox();
  expect(toast?.y).toBeLessThan(200);
  expect(toast?.x).toBeGreaterThan(1440 - 400);

  await page.getByRole('button', { name: 'Add device' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add device' });
  await expect(dialog).toBeVisible();
  const layers = await page.evaluate(() => {
    const layerOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    return { overlay: layerOf('--z-overlay'), modal: layerOf('--z-modal') };
  });
  expect(layers).toEqual({ overlay: '1000', modal: '1100' });
  const zIndex = await dialog.evaluate((element) => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { zIndex: layer } = getComputedStyle(at);
      if (layer !== 'auto') return layer;
    }
    return 'auto';
  });
  expect(zIndex).toBe('1100');
});

test('the assets of the brand are at the root of the site', async ({ page }) => {
  await page.goto(`${own.http}/auth/login`);
  await expect(page.getByRole('img', { name: 'Cyno' }).first()).toHaveAttribute(
    'src',
    '/layout/images/cyno_banner.svg',
  );
  for (const path of [
    '/layout/images/cyno_banner.svg',
    '/layout/images/logo-dark.svg',
    '/layout/images/logo-white.svg',
    '/favicon.svg',
  ]) {
    const answer = await page.request.get(own.http + path);
    expect(answer.headers()['content-type'], path).toContain('image/svg+xml');
  }
});

test('an unknown tab of a device opens its overview, and an address that is none says so', async ({ page, boards }) => {
  const owner = await newUser(own);
  const board = await owner.board({ name: 'Tabs' });
  boards.push(board);
  const path = `${own.http}/device/${encodeURIComponent(board.espid)}`;
  await openAs(page, owner, `/device/${encodeURIComponent(board.espid)}`);
  await expect(page).toHaveURL(/\/Overview$/);
  await page.goto(`${path}/no-such-tab`);
  await expect(page).toHaveURL(/\/Overview$/);
  await page.goto(`${path}/history`);
  await expect(page).toHaveURL(/\/History$/);
  const tabs = page.getByRole('navigation', { name: /device/i }).getByRole('link');
  expect((await tabs.allTextContents()).map((text) => text.trim())).toEqual([
    'Overview',
    'Dashboard',
    'History',
    'Control',
    'Automation',
    'Alerts',
    'Firmware',
    'Console',
    'Sharing',
    'Settings',
  ]);
  await page.goto(`${own.http}/no/such/page`);
  await expect(page.getByRole('heading', { name: /not|no such/i }).first()).toBeVisible();
});
