import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { connectAsync } from 'mqtt';
import { confirmBy, type MailServer, startMailServer } from './support/mail.ts';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

// Refused passwords, proofs that are asked for, and one section that is made to fail.
test.use({ allowErrors: /40[0-4]|net::ERR/ });

let mail: MailServer;
let product: Product;
let directory: string;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-profile-'));
  mail = await startMailServer();
  product = await startProduct(directory, undefined, { SMTP_URL: mail.url });
  await person('admin', new URL(product.setup ?? '').searchParams.get('setup') ?? '');
});
test.afterAll(async () => {
  await product.stop();
  await mail.stop();
  await rm(directory, { recursive: true, force: true });
});

const person = (name: string, setupCode?: string): Promise<User> =>
  newUser(product, { name, confirm: confirmBy(mail, product.http), ...(setupCode && { setupCode }) });

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function statusWith(token: string, path = '/api/device/'): Promise<number> {
  return (await fetch(product.http + path, { headers: { authorization: `Bearer ${token}` } })).status;
}

async function logInElsewhere(user: User, userAgent: string): Promise<string> {
  const response = await fetch(`${product.http}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test('name, zone, format and language are saved, shown at once, and asked about when one leaves', async ({ page }) => {
  const user = await person('narin');
  await openAs(page, user, '/profile');
  const card = section(page, 'Profile');
  await card.getByLabel('Name', { exact: true }).fill('Narin Suwannarat');
  const zone = card.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('tokyo');
  await page.getByRole('option', { name: /Asia\/Tokyo, UTC\+09:00/ }).click();
  await card.getByRole('button', { name: /Dates/ }).click();
  await page.getByRole('option', { name: /yyyy-mm-dd/ }).click();
  const tokyo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format();
  await expect(card.getByText(new RegExp(`${tokyo} \\d\\d:\\d\\d:\\d\\d`))).toBeVisible();
  await card.getByRole('button', { name: /Language of mails/ }).click();
  await page.getByRole('option', { name: /Thai/ }).click();

  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Device', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(card.getByLabel('Name', { exact: true })).toHaveValue('Narin Suwannarat');

  await section(page, 'Notification addresses').getByLabel('Another address').fill('half-typed');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(section(page, 'Notification addresses').getByLabel('Another address')).toHaveValue('half-typed');
  await menu.getByRole('link', { name: 'Device', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/device$/);

  await page.goto(`${product.http}/profile`);
  await expect(zone).toHaveValue('Asia/Tokyo, UTC+09:00');
  const saved = (await user.api('GET', '/api/profile')) as Record<string, unknown>;
  expect(saved).toMatchObject({
    name: 'Narin Suwannarat',
    timeZone: 'Asia/Tokyo',
    dateFormat: 'yyyy-mm-dd',
    language: 'th',
  });
});

test('the password changes after a proof, and other sessions end', async ({ page }) => {
  const user = await person('careful');
  const elsewhere = await logInElsewhere(user, phone);
  await openAs(page, user, '/profile#password');
  // As if the log-in were more than ten minutes old: the server's own words, and then its real routes.
  let proved = false;
  await page.route('**/api/auth/proof', async (route) => {
    const response = await route.fetch();
    proved ||= response.ok();
    await route.fulfill({ response });
  });
  await page.route('**/api/profile/password', (route) =>
    proved
      ? route.continue()
      : route.fulfill({ status: 403, json: { error: 'Prove that it is you.', code: 'proof_needed' } }),
  );
  const card = section(page, 'Password');
  await card.getByLabel('New password').fill('password1');
  await card.getByRole('button', { name: 'Change the password' }).click();
  await expect(card.getByText(/commonest/)).toBeVisible();
  await card.getByLabel('New password').fill('Blue-house-88');
  await expect(card.getByText('Strong', { exact: true })).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
  await card.getByRole('button', { name: 'Change the password' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(card.getByLabel('New password')).toHaveValue('Blue-house-88');
  expect(await statusWith(elsewhere)).toBe(200);

  await card.getByRole('button', { name: 'Change the password' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByText('Wrong password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  expect(await statusWith(elsewhere)).toBe(401);
  await expect(card.getByLabel('New password')).toHaveValue('');
});

test('sessions are named and ended, one or all others', async ({ page }) => {
  const user = await person('wanderer');
  const onPhone = await logInElsewhere(user, phone);
  const onTablet = await logInElsewhere(user, 'Mozilla/5.0 (Linux; Android 14) Chrome/148.0.0.0 Safari/537.36');
  await openAs(page, user, '/profile#sessions');
  const rows = section(page, 'Active sessions').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  await expect(rows.first()).toContainText('This browser');
  await section(page, 'Active sessions').getByRole('button', { name: 'End the session: Safari on iOS' }).click();
  await expect(rows).toHaveCount(2);
  expect(await statusWith(onPhone)).toBe(401);
  await section(page, 'Active sessions').getByRole('button', { name: 'End all others' }).click();
  await expect(rows).toHaveCount(1);
  expect(await statusWith(onTablet)).toBe(401);
  expect(await statusWith(user.token)).toBe(200);
});

test('an access token is shown once and works as Bearer token and as MQTT password until it is revoked', async ({
  page,
}) => {
  const user = await person('scripter');
  await openAs(page, user, '/profile#tokens');
  const card = section(page, 'Access tokens');
  await expect(card.getByText('You have no tokens')).toBeVisible();
  await card.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New access token' });
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  await expect(dialog.getByText('Type a name')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Grafana');
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  await expect(dialog).toBeHidden();

  const use = page.getByRole('region', { name: 'The token Grafana' });
  const token = (await use.locator('code').first().textContent()) ?? '';
  expect(token.length).toBeGreaterThan(30);
  await expect(use.getByText(`curl -H 'Authorization: Bearer ${token}' ${product.http}/api/device/`)).toBeVisible();
  await expect(
    use.getByText(new RegExp(`mosquitto_sub .* --cafile cert.pem --insecure -u ${user.email} -P ${token}`)),
  ).toBeVisible();
  expect(await statusWith(token)).toBe(200);
  const app = await connectAsync(product.mqtt ?? '', { username: user.email, password: token });
  await app.endAsync();

  await page.reload();
  await expect(card.getByText('Grafana')).toBeVisible();
  await expect(page.getByText(token)).toBeHidden();
  await card.getByRole('button', { name: 'Revoke the token Grafana' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(card.getByText('You have no tokens')).toBeVisible();
  expect(await statusWith(token)).toBe(401);
});

test('an address for alerts counts when it is confirmed', async ({ page, context }) => {
  const user = await person('alerted');
  const address = 'team@example.com';
  await openAs(page, user, '/profile#notifications');
  const card = section(page, 'Notification addresses');
  await card.getByLabel('Another address').fill(address);
  await card.getByRole('button', { name: 'Add the address' }).click();
  await expect(card.getByText('Waiting for confirmation')).toBeVisible();
  await card.getByRole('button', { name: `Send the mail to ${address} again` }).click();
  await expect(page.getByText('Mail sent')).toBeVisible();

  const other = await context.newPage();
  await other.goto(await mail.linkTo(address, '/auth/confirmEmail', 2));
  await expect(other.getByText('Alerts can be sent to this address')).toBeVisible();
  await other.getByRole('link', { name: 'Your profile' }).click();
  await expect(section(other, 'Notification addresses').getByText(address)).toBeVisible();
  await expect(section(other, 'Notification addresses').getByText('Waiting for confirmation')).toBeHidden();
  await section(other, 'Notification addresses')
    .getByRole('button', { name: `Remove ${address}` })
    .click();
  await expect(section(other, 'Notification addresses').getByText(address)).toBeHidden();
});

test('the export is made and downloaded', async ({ page }) => {
  const user = await person('keeper');
  await openAs(page, user, '/profile#export');
  const card = section(page, 'Export of your data');
  await card.getByRole('button', { name: 'Export my data' }).click();
  const button = card.getByRole('button', { name: 'Download' });
  await expect(button).toBeVisible({ timeout: 20_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const file = await readFile(await download.path());
  expect(file.subarray(0, 2).toString()).toBe('PK');
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
});

test('a section that fails says so and is tried again; the index leads to every section', async ({ page }) => {
  const user = await person('reader');
  await page.route('**/api/profile/sessions', (route) => route.abort());
  await openAs(page, user, '/profile');
  const card = section(page, 'Active sessions');
  await expect(card.getByText('Your sessions did not load.')).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/api/profile/sessions');
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByText('This browser')).toBeVisible();

  const index = page.getByRole('navigation', { name: 'Sections of the profile' });
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await index.getByRole('link', { name: 'Access tokens' }).click();
    await expect(page).toHaveURL(/\/profile#tokens$/);
    await expect(section(page, 'Access tokens')).toBeInViewport();
    await expect(index.getByRole('link', { name: 'Access tokens' })).toHaveAttribute('aria-current', 'location');
    await index.getByRole('link', { name: 'Delete' }).click();
    await expect(section(page, 'Delete the account')).toBeInViewport();
  }
});
