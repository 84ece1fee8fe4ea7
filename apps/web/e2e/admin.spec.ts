import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { expect, lookFindings, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

let product: Product;
let directory: string;
let ann: User;
let bob: User;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-admin-'));
  product = await startProduct(directory, undefined, { BILLING: 'manual' });
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  ann = await newUser(product, { setupCode, name: 'ann' });
  bob = await newUser(product, { name: 'bob' });
});
test.afterAll(async () => {
  await product.stop();
  await rm(directory, { recursive: true, force: true });
});

async function actOn(page: Page, user: User, act: string) {
  await page.getByRole('button', { name: `Actions for ${user.email}` }).click();
  await page.getByRole('menuitem', { name: act }).click();
}

const row = (page: Page, user: User) => page.getByRole('row').filter({ hasText: user.email });

test.describe('an account that may not go on', () => {
  test.use({ allowErrors: /401|403|409/ });

  test('an administrator disables somebody, whose open page ends, and enables them again', async ({
    page,
    browser,
  }) => {
    const context = await browser.newContext();
    const theirs = await context.newPage();
    await openAs(theirs, bob);
    await expect(theirs.getByRole('heading', { name: 'All devices' })).toBeVisible();

    await openAs(page, ann, '/admin/users');
    await expect(page.getByText('2 people')).toBeVisible();
    await actOn(page, bob, 'Disable');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Nothing is deleted');
    await question.getByLabel('Reason').fill('Sends spam');
    await question.getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByText(`${bob.email} is disabled.`)).toBeVisible();
    await expect(row(page, bob)).toContainText('Disabled');
    await expect(theirs.getByRole('alertdialog', { name: 'Your session ended' })).toBeVisible();

    await page.getByRole('button', { name: bob.email, exact: true }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByText('Disabled the account').click();
    await expect(sheet.getByText('Sends spam')).toBeVisible();
    await sheet.getByRole('button', { name: 'Close' }).click();

    await actOn(page, bob, 'Enable');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click();
    await expect(row(page, bob)).toContainText('Active');
    bob = await logInAgain(bob);
    await context.close();
  });

  test('somebody who loses the rights while the page is open sees it with the next call', async ({ page }) => {
    const carla = await newUser(product, { name: 'carla' });
    await ann.api('POST', `/api/admin/users/${await idOf(carla)}/member`, { member: 'admin' });
    await openAs(page, { ...carla, member: 'admin' }, '/admin/users');
    await expect(row(page, ann)).toBeVisible();
    await ann.api('POST', `/api/admin/users/${await idOf(carla)}/member`, { member: 'user' });
    await page.getByRole('searchbox', { name: 'Search people' }).fill('ann');
    await expect(page).toHaveURL(/\/auth\/access$/);
    await page.goto(new URL('/device', product.http).href);
    await expect(page.getByRole('link', { name: 'Plan' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Users' })).toBeHidden();
  });

  test('the last administrator cannot give the rights up, and is told so', async ({ page }) => {
    await openAs(page, ann, '/admin/users');
    await actOn(page, ann, 'Take the rights away');
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Give up rights' }).click();
    await expect(question.getByRole('alert')).toContainText('is the only administrator');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(page, ann)).toBeVisible();
  });
});

async function idOf({ email }: User): Promise<number> {
  const page = (await ann.api('GET', `/api/admin/users?q=${email}`)) as { users: { id: number }[] };
  return page.users[0]?.id ?? 0;
}

async function logInAgain(user: User): Promise<User> {
  const response = await fetch(new URL('/api/auth/login', product.http), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  const { access_token: token } = (await response.json()) as { access_token: string };
  return { ...user, token };
}

test('everybody else sees neither the menu nor the pages', async ({ page }) => {
  await openAs(page, bob);
  await expect(page.getByRole('link', { name: 'Plan' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Users' })).toBeHidden();
  for (const path of ['/admin/users', '/admin/audit']) {
    await page.goto(new URL(path, product.http).href);
    await expect(page).toHaveURL(/\/auth\/access$/);
  }
});

test('the list is searched, filtered and kept in the address, and a plan is given', async ({ page }) => {
  await openAs(page, ann, '/admin/users');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Users' })).toHaveClass(/active-route/);
  await page.getByRole('searchbox', { name: 'Search people' }).fill('bob');
  await expect(row(page, ann)).toBeHidden();
  await expect(page).toHaveURL(/\?q=bob$/);
  await page.reload();
  await expect(row(page, bob)).toBeVisible();
  await expect(page.getByText('1 person')).toBeVisible();

  await actOn(page, bob, 'Change the plan');
  await page.getByRole('button', { name: /Plan$/ }).click();
  await page.getByRole('option', { name: 'Maker' }).click();
  await page.getByRole('button', { name: 'Change plan' }).click();
  await expect(page.getByText(`${bob.email} is on Maker now.`)).toBeVisible();
  await expect(row(page, bob)).toContainText('Maker');

  await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody at all');
  await expect(page.getByRole('heading', { name: 'Nobody fits' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search and filters' }).click();
  await expect(row(page, ann)).toBeVisible();
});

test('the audit log says who did what, and is filtered', async ({ page }) => {
  await ann.api('POST', `/api/admin/users/${await idOf(bob)}/end-sessions`);
  bob = await logInAgain(bob);
  await openAs(page, ann, '/admin/audit');
  const entry = page.getByRole('listitem').filter({ hasText: 'Logged out everywhere' }).first();
  await expect(entry).toContainText(bob.email);
  await entry.getByText('Logged out everywhere').click();
  await expect(entry.getByText('127.0.0.1')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Whom it was about' }).fill('nobody');
  await expect(page.getByRole('heading', { name: 'No entry fits' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the filters' }).click();
  await page.getByRole('button', { name: 'Act' }).click();
  await page.getByRole('option', { name: 'Disabled the account' }).click();
  await expect(entry).toBeHidden();
});

test('a list that does not load says so and is asked for again', async ({ page }) => {
  const answer = { status: 200, body: '{}' };
  await page.route('**/api/admin/users**', (route) => route.fulfill(answer));
  await openAs(page, ann, '/admin/users');
  await expect(page.getByRole('heading', { name: 'The list did not load' })).toBeVisible();
  await page.unroute('**/api/admin/users**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(row(page, ann)).toBeVisible();
});

test('the pages are accessible and fit from 360 to 1440 px in both themes', async ({ page }) => {
  test.setTimeout(240_000);
  const findings: string[] = [];
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const look = async (what: string) => {
    findings.push(...(await lookFindings(page, what)));
  };
  await openAs(page, ann, '/admin/users');
  await expect(row(page, bob)).toBeVisible();
  await look('Users');
  await page.getByRole('button', { name: bob.email, exact: true }).click();
  await expect(page.getByRole('dialog').getByText('What administrators did')).toBeVisible();
  await look('Details');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await actOn(page, bob, 'Disable');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await look('Disable');
  await page.goto(new URL('/admin/audit', product.http).href);
  await page.getByRole('listitem').filter({ hasText: 'Disabled the account' }).first().click();
  await look('Audit log');
  expect(findings).toEqual([]);
});
