import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { totpAt } from '../../server/test/totp.ts';
import { confirmBy, type MailServer, startMailServer } from './support/mail.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, sessionKnown, type User } from './support/users.ts';

// Refused log-ins and dead links are part of these stories.
test.use({ allowErrors: /40[0139]|429|50[023]|net::ERR|WebSocket/ });

const confirmPage = '/auth/confirmEmail';
const password = 'Green-house-77';
let mail: MailServer;
let product: Product;
let directory: string;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-journeys-'));
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
test.afterEach(() => mail.refuse(false));

/** Somebody whose address is confirmed. */
function person(name: string, setupCode?: string): Promise<User> {
  return newUser(product, { name, confirm: confirmBy(mail, product.http), ...(setupCode && { setupCode }) });
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto(`${product.http}/auth/login?mode=signup`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
}

async function logIn(page: Page, email: string, secret = password): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const dialogOf = (page: Page, name: string) => page.getByRole('alertdialog', { name });

test('sign up, confirm by the mail, log in', async ({ page }) => {
  const email = 'new-here@example.com';
  await signUp(page, email);
  await logIn(page, email);
  await expect(page.getByText(/Confirm your e-mail address first/)).toBeVisible();
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(/a new link was sent/)).toBeVisible();

  await page.goto(await mail.linkTo(email, confirmPage, 2));
  await expect(heading(page, 'Address confirmed')).toBeVisible();
  await expect(page.getByText('your account is ready')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, email);
  await expect(page).toHaveURL(/\/device$/);
});

test('a link that does not work leads to the failed page, from which another one is sent', async ({ page }) => {
  const email = 'late@example.com';
  await signUp(page, email);
  const link = await mail.linkTo(email, confirmPage);
  await page.goto(`${link.slice(0, -4)}AAAA`);
  await expect(page).toHaveURL(/\/auth\/confirmEmail\/failed$/);
  await expect(heading(page, 'The link did not work')).toBeVisible();

  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(heading(page, 'Request received')).toBeVisible();
  const second = await mail.linkTo(email, confirmPage, 2);
  await page.goto(second);
  await expect(heading(page, 'Address confirmed')).toBeVisible();

  await page.goto(second);
  await expect(page).toHaveURL(/\/auth\/confirmEmail\/failed$/);
});

test('a resend that fails says so on its own page', async ({ page }) => {
  const email = 'unlucky@example.com';
  await signUp(page, email);
  await mail.linkTo(email, confirmPage);
  mail.refuse(true);
  await page.goto(`${product.http}/auth/confirmEmail/failed`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page).toHaveURL(/\/auth\/confirmEmail\/resentfailed$/, { timeout: 30_000 });
  await expect(heading(page, 'The mail was not sent')).toBeVisible();
  mail.refuse(false);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page).toHaveURL(/\/auth\/confirmEmail\/failed$/);
});

test('a reset by mail ends the other sessions', async ({ page, browser }) => {
  const user = await person('forgetful');
  await openAs(page, user);
  await expect(heading(page, 'All devices')).toBeVisible();

  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto(`${product.http}/auth/login`);
  await elsewhere.getByRole('link', { name: 'Forgot it?' }).click();
  // The page of the log-in has a field of this name too.
  await expect(heading(elsewhere, 'Reset the password')).toBeVisible();
  await elsewhere.getByLabel('E-mail').fill(user.email);
  await elsewhere.getByRole('button', { name: 'Send the link' }).click();
  await expect(heading(elsewhere, 'Request received')).toBeVisible();
  const link = await mail.linkTo(user.email, '/auth/reset-password');
  await elsewhere.goto(link);
  await elsewhere.getByLabel('New password').fill('password1');
  await elsewhere.getByRole('button', { name: 'Change the password' }).click();
  await expect(elsewhere.getByText(/commonest/)).toBeVisible();
  await elsewhere.getByLabel('New password').fill('Blue-house-88');
  await elsewhere.getByRole('button', { name: 'Change the password' }).click();
  await expect(heading(elsewhere, 'Password changed')).toBeVisible();

  const dialog = dialogOf(page, 'Your session ended');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog.getByText('Wrong password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('Blue-house-88');
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toBeHidden();

  await elsewhere.goto(link);
  await elsewhere.getByLabel('New password').fill('Blue-house-99');
  await elsewhere.getByRole('button', { name: 'Change the password' }).click();
  await expect(elsewhere.getByRole('link', { name: 'Get a new link' })).toBeVisible();
  await elsewhere.context().close();
});

test('a new e-mail address counts when its mail is confirmed', async ({ page, browser }) => {
  const user = await person('mover');
  const newEmail = 'moved@example.com';
  await openAs(page, user, '/profile#email');
  const card = page.getByRole('region', { name: 'E-mail', exact: true });
  await card.getByLabel('New e-mail').fill('mistyped@example.com');
  await card.getByRole('button', { name: 'Change the e-mail' }).click();
  await expect(card.getByText('Waiting for confirmation')).toBeVisible();
  await card.getByRole('button', { name: 'Cancel the change' }).click();
  await expect(card.getByText('Waiting for confirmation')).toBeHidden();

  await card.getByLabel('New e-mail').fill(newEmail);
  await card.getByRole('button', { name: 'Change the e-mail' }).click();
  await expect(card.getByText(newEmail)).toBeVisible();
  await card.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Mail sent').first()).toBeVisible();

  const phone = await (await browser.newContext()).newPage();
  await phone.goto(await mail.linkTo(newEmail, confirmPage, 2));
  await expect(heading(phone, 'Address changed')).toBeVisible();
  await phone.getByRole('link', { name: 'Log in' }).click();
  await logIn(phone, newEmail);
  await expect(phone).toHaveURL(/\/device$/);
  await phone.context().close();

  await page.reload();
  await expect(card.getByText(newEmail)).toBeVisible();
  await expect(card.getByText('Waiting for confirmation')).toBeHidden();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userId'))).toBe(newEmail);
});

test('a deleted account is logged out everywhere, and kept by its owner who logs in again', async ({ page }) => {
  const user = await person('leaver');
  await openAs(page, user, '/profile#delete');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = dialogOf(page, 'Delete your account?');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText(`Type ${user.email}.`)).toBeVisible();
  await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email);
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Wrong password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/auth\/login$/);
  await expect(page.getByText(/will be deleted in 14 days/)).toBeVisible();

  await logIn(page, user.email);
  await expect(heading(page, 'Keep your account?')).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(heading(page, 'Your account stays')).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, user.email);
  await expect(page).toHaveURL(/\/device$/);
});

test('the link of the mail takes a deletion back, once', async ({ page }) => {
  const user = await person('undecided');
  await user.api('POST', '/api/profile/delete', { email: user.email, password: user.password });
  const link = await mail.linkTo(user.email, '/auth/keep');
  await page.goto(link);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(heading(page, 'Your account stays')).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(heading(page, 'The link did not work')).toBeVisible();
});

test('a session that ends loses nothing of a half-filled form', async ({ page }) => {
  const user = await person('writer');
  await openAs(page, user, '/profile');
  await page.getByLabel('Name', { exact: true }).fill('Narin of the greenhouse');
  await page.getByLabel('Another address').fill('half-typed@exa');
  await user.api('POST', '/api/auth/logout');
  const dialog = dialogOf(page, 'Your session ended');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('E-mail')).toHaveValue(user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByLabel('Another address')).toHaveValue('half-typed@exa');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Narin of the greenhouse');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
});

test('a button that was pressed as the session ended does its work after the log-in', async ({ page }) => {
  const user = await person('presser');
  // Without the live connection the page hears of the end only from the answer to its next call.
  await page.routeWebSocket('**/api/live', () => undefined);
  await openAs(page, user, '/profile');
  await page.getByLabel('Name', { exact: true }).fill('Pressed once');
  await user.api('POST', '/api/auth/logout');
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = dialogOf(page, 'Your session ended');
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
});

test('a session that ends under two-step log-in asks for both over the page', async ({ page }) => {
  const user = await person('doubly-safe');
  const { secret } = (await user.api('POST', '/api/second-step/totp')) as { secret: string };
  const answer = await user.api('POST', '/api/second-step/totp/confirm', { code: totpAt(secret, Date.now()) });
  const { recoveryCodes } = answer as { recoveryCodes: string[] };
  await openAs(page, user, '/profile');
  await page.getByLabel('Name', { exact: true }).fill('Safe and sound');
  await user.api('POST', '/api/auth/logout');
  const dialog = dialogOf(page, 'Your session ended');
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Safe and sound');
});

test('values are live again after a log-in over the page', async ({ page, boards }) => {
  const user = await person('watcher');
  // It sends little by itself, so that what is sent below stays to be seen.
  const board = await user.board({ name: 'Nursery', intervalMs: 30_000 });
  boards.push(board);
  const known = sessionKnown(page);
  await openAs(page, user, `/device/${board.espid}/Overview`);
  await known;
  await expect(page.getByRole('banner').getByText('Online')).toBeVisible();
  await user.api('POST', '/api/auth/logout');
  const dialog = dialogOf(page, 'Your session ended');
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toBeHidden();
  board.update({ temp: 41.5 });
  await expect(page.getByText('41.5').first()).toBeVisible();
});
