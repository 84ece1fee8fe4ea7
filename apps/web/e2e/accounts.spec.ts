import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { confirmBy, type MailServer, startMailServer } from './support/mail.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, sessionKnown, type User } from './support/users.ts';

// Refused logins, dead links and a mail server that is out of order are part of these stories.
test.use({ allowErrors: /40[0139]|50[023]/ });

const confirmPage = '/auth/confirmEmail';
const password = 'Green-house-77';
let mail: MailServer;
let product: Product;
let directory: string;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-accounts-'));
  mail = await startMailServer();
  product = await startProduct(directory, undefined, { SMTP_URL: mail.url, MAIL_FROM: 'Cyno <cyno@example.com>' });
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  await person('admin', setupCode);
});
test.afterAll(async () => {
  await product.stop();
  await mail.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Somebody whose address is confirmed. */
function person(name: string, setupCode?: string): Promise<User> {
  return newUser(product, { name, confirm: confirmBy(mail, product.http), ...(setupCode && { setupCode }) });
}

async function login(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole('alertdialog', { name });

test('sign up, confirm by the mail, log in', async ({ page }) => {
  const email = 'new-here@example.com';
  await test.step('the first login is refused until the address is confirmed', async () => {
    await page.goto(`${product.http}/auth/login?mode=signup`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await login(page, email);
    await expect(page.getByText(/Confirm your e-mail address first/)).toBeVisible();
    await page.getByRole('button', { name: 'Send link again' }).click();
    await expect(page.getByText(/we sent it a new link/)).toBeVisible();
  });

  await test.step('a link that does not work leads to the failed page, from which another one is sent', async () => {
    const link = await mail.linkTo(email, confirmPage, 2);
    await page.goto(`${link.slice(0, -4)}AAAA`);
    await expect(page).toHaveURL(/\/auth\/confirmEmail\/failed$/);
    await expect(heading(page, 'The link did not work')).toBeVisible();

    mail.refuse(true);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send new link' }).click();
    await expect(page).toHaveURL(/\/auth\/confirmEmail\/resentfailed$/);
    await expect(heading(page, 'The mail was not sent')).toBeVisible();
    mail.refuse(false);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveURL(/\/auth\/confirmEmail\/failed$/);
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send new link' }).click();
    await expect(heading(page, 'Request received')).toBeVisible();
  });

  const link = await mail.linkTo(email, confirmPage, 3);
  await page.goto(link);
  await expect(heading(page, 'Address confirmed')).toBeVisible();
  await expect(page.getByText('your account is ready')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await login(page, email);
  await expect(page).toHaveURL(/\/device$/);
  // It works once.
  await page.goto(link);
  await expect(page).toHaveURL(/\/auth\/confirmEmail\/failed$/);
});

test('a reset by mail ends the other sessions', async ({ page, browser }) => {
  const user = await person('forgetful');
  const known = sessionKnown(page);
  await openAs(page, user);
  await known;
  await expect(heading(page, 'All devices')).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${product.http}/auth/login`);
  await elsewhere.getByRole('link', { name: 'Forgot password?' }).click();
  // The page of the login has a field of this name too.
  await expect(heading(elsewhere, 'Reset password')).toBeVisible();
  await elsewhere.getByLabel('E-mail').fill(user.email);
  await elsewhere.getByRole('button', { name: 'Send link' }).click();
  await expect(heading(elsewhere, 'Request received')).toBeVisible();
  await elsewhere.goto(await mail.linkTo(user.email, '/auth/reset-password'));
  await elsewhere.getByLabel('New password').fill('Blue-house-88');
  await elsewhere.getByRole('button', { name: 'Change password' }).click();
  await expect(heading(elsewhere, 'Password changed')).toBeVisible();
  await elsewhere.context().close();

  const dialog = dialogOf(page, 'Your session ended');
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog.getByText('Wrong password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('Blue-house-88');
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toBeHidden();
});

test('the link of a reset works for who is logged in, as the same person or as somebody else', async ({ page }) => {
  const user = await person('reader');
  const other = await person('housemate');
  const openLink = async (count: number) => {
    await page.request.post(`${product.http}/api/auth/reset-request`, { data: { email: user.email } });
    await page.goto(await mail.linkTo(user.email, '/auth/reset-password', count));
    await expect(heading(page, 'Choose a new password')).toBeVisible();
  };
  const change = async () => {
    await page.getByLabel('New password').fill('Blue-house-88');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(heading(page, 'Password changed')).toBeVisible();
  };

  await openAs(page, other);
  await expect(heading(page, 'All devices')).toBeVisible();
  await openLink(1);
  await expect(page.getByText(`You are logged in as ${other.email}.`)).toBeVisible();
  await change();
  await page.getByRole('link', { name: 'Stay logged in' }).click();
  await expect(heading(page, 'All devices')).toBeVisible();

  await openLink(2);
  await change();
  await page.getByRole('link', { name: 'Log out and log in' }).click();
  await login(page, user.email, 'Blue-house-88');
  await expect(heading(page, 'All devices')).toBeVisible();
  await openLink(3);
  await change();
  await page.getByRole('link', { name: 'Log in' }).click();
  await login(page, user.email, 'Blue-house-88');
  await expect(heading(page, 'All devices')).toBeVisible();
});

test('a new e-mail address and one for alerts count when their mails are confirmed', async ({ page, browser }) => {
  const user = await person('mover');
  const [newEmail, team] = ['moved@example.com', 'team@example.com'];
  await openAs(page, user, '/profile#email');
  const card = section(page, 'E-mail');
  await card.getByLabel('New e-mail').fill(newEmail);
  await card.getByRole('button', { name: 'Change e-mail' }).click();
  await expect(card.getByText('Waiting for confirmation')).toBeVisible();
  await expect(card.getByText(newEmail)).toBeVisible();
  await card.getByRole('button', { name: 'Send again' }).click();
  const link = await mail.linkTo(newEmail, confirmPage, 2);

  const alerts = section(page, 'Notification addresses');
  await alerts.getByLabel('Another address').fill(team);
  await alerts.getByRole('button', { name: 'Add address' }).click();
  await expect(alerts.getByText('Waiting for confirmation')).toBeVisible();
  await alerts.getByRole('button', { name: `Send the mail to ${team} again` }).click();
  const alertsLink = await mail.linkTo(team, confirmPage, 2);

  const phone = await (await browser.newContext()).newPage();
  await phone.goto(link);
  await expect(heading(phone, 'Address changed')).toBeVisible();
  await phone.getByRole('link', { name: 'Log in' }).click();
  await login(phone, newEmail);
  await expect(phone).toHaveURL(/\/device$/);
  await phone.context().close();

  await page.goto(alertsLink);
  await expect(page.getByText('Alerts can now be sent to this address')).toBeVisible();
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(card.getByText(newEmail)).toBeVisible();
  await expect(alerts.getByText(team)).toBeVisible();
  await expect(page.getByText('Waiting for confirmation')).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userId'))).toBe(newEmail);
  await alerts.getByRole('button', { name: `Remove ${team}` }).click();
  await expect(alerts.getByText(team)).toBeHidden();
});

test('a deleted account is logged out everywhere, and kept by its owner who logs in again', async ({ page }) => {
  const user = await person('leaver');
  await openAs(page, user, '/profile#delete');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = dialogOf(page, 'Delete your account?');
  await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText(/will be deleted in 14 days/)).toBeVisible();
  await expect(user.api('GET', '/api/profile')).rejects.toThrow('401');

  await login(page, user.email);
  await expect(heading(page, 'Keep your account?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep account' }).click();
  await expect(heading(page, 'Your account stays')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await login(page, user.email);
  await expect(page).toHaveURL(/\/device$/);

  // The mail about the deletion had a link for the same, which has nothing to cancel any more.
  await page.goto(await mail.linkTo(user.email, '/auth/keep'));
  await page.getByRole('button', { name: 'Keep account' }).click();
  await expect(heading(page, 'The link did not work')).toBeVisible();
});
