import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

let product: Product;
let directory: string;
let ann: User;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-admin-'));
  product = await startProduct(directory, undefined, { BILLING: 'manual', SIGNUP: 'invite' });
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  ann = await newUser(product, { setupCode, name: 'ann' });
});
test.afterAll(async () => {
  await product.stop();
  await rm(directory, { recursive: true, force: true });
});

// Somebody is not let in without an invitation, and is thrown out.
test.use({ allowErrors: /401|403/ });

const bob = 'bob@example.com';

async function signup(page: Page, email: string) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('an administrator invites somebody, gives them a plan, disables and enables them, as the audit log shows', async ({
  page,
  browser,
}) => {
  const theirs = await (await browser.newContext()).newPage();
  const row = page.getByRole('row').filter({ hasText: bob });
  const runAction = async (action: string) => {
    await page.getByRole('button', { name: `Actions for ${bob}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  let invitation = '';
  await test.step('where signup is by invitation, its link lets somebody in', async () => {
    await openAs(page, ann, '/admin/users');
    await expect(page.getByText('1 person')).toBeVisible();
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const { pathname, search } = new URL((await page.getByText(/^http.*invite=/).textContent()) ?? '');
    invitation = product.http + pathname + search;
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await theirs.goto(invitation);
    await expect(theirs.getByLabel('Invitation code')).not.toHaveValue('');
    await signup(theirs, bob);
    await expect(theirs.getByText(/Account created/)).toBeVisible();
    await theirs.getByLabel('Password', { exact: true }).fill('Green-house-77');
    await theirs.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(theirs.getByRole('heading', { name: 'All devices' })).toBeVisible();
  });

  await test.step('the list is searched, and a plan is given', async () => {
    await page.getByRole('searchbox', { name: 'Search people' }).fill('bob');
    await expect(page).toHaveURL(/\?q=bob$/);
    await runAction('Change plan');
    await page.getByRole('button', { name: /Plan$/ }).click();
    await page.getByRole('option', { name: 'Maker' }).click();
    await page.getByRole('button', { name: 'Change plan' }).click();
    await expect(row).toContainText('Maker');
  });

  await test.step('somebody who is disabled is thrown out of the open page, and is enabled again', async () => {
    await runAction('Disable');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Nothing is deleted');
    await question.getByLabel('Reason').fill('Sends spam');
    await question.getByRole('button', { name: 'Disable' }).click();
    await expect(row).toContainText('Disabled');
    await expect(theirs.getByRole('alertdialog', { name: 'Your session ended' })).toBeVisible();
    await runAction('Enable');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enable' }).click();
    await expect(row).toContainText('Active');
  });

  await test.step('the link of the invitation lets in nobody else', async () => {
    await theirs.goto(invitation);
    await signup(theirs, 'another@example.com');
    await expect(theirs.getByText(/accepts invited people only\. Open the link/)).toBeVisible();
    await theirs.context().close();
  });

  await test.step('the audit log shows who did what, and is filtered', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
    const entries = page.getByRole('listitem').filter({ hasText: bob });
    await expect(entries).toHaveCount(3);
    await page.getByRole('button', { name: /Action$/ }).click();
    await page.getByRole('option', { name: 'Disabled the account' }).click();
    await expect(entries).toHaveCount(1);
    await expect(entries).toContainText(ann.email);
    await entries.getByText('Disabled the account').click();
    await expect(entries.getByText('Sends spam')).toBeVisible();
    await expect(entries.getByText('127.0.0.1')).toBeVisible();
  });
});
