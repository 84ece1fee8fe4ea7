import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { connectAsync } from 'mqtt';
import { expect, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function statusWith(token: string): Promise<number> {
  return (await fetch(`${product.http}/api/device/`, { headers: { authorization: `Bearer ${token}` } })).status;
}

async function loginElsewhere(user: User, userAgent: string): Promise<string> {
  const response = await fetch(`${product.http}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
}

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';
const tablet = 'Mozilla/5.0 (Linux; Android 14) Chrome/148.0.0.0 Safari/537.36';

test('name, zone, format and language are saved, shown at once, and asked about when one leaves', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user, '/profile');
  const card = section(page, 'Profile');
  const name = card.getByLabel('Name', { exact: true });
  const zone = card.getByRole('combobox', { name: 'Time zone' });
  await name.fill('Narin Suwannarat');
  await zone.fill('tokyo');
  await page.getByRole('option', { name: /Asia\/Tokyo, UTC\+09:00/ }).click();
  await card.getByRole('button', { name: /Dates/ }).click();
  await page.getByRole('option', { name: /yyyy-mm-dd/ }).click();
  await expect(card.getByText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/)).toBeVisible();

  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Device', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(name).toHaveValue('Narin Suwannarat');
  await section(page, 'Notification addresses').getByLabel('Another address').fill('half-typed');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();
  await expect(section(page, 'Notification addresses').getByLabel('Another address')).toHaveValue('half-typed');
  await menu.getByRole('link', { name: 'Device', exact: true }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/device$/);

  await page.goto(`${product.http}/profile`);
  await expect(zone).toHaveValue('Asia/Tokyo, UTC+09:00');
  const saved = { name: 'Narin Suwannarat', timeZone: 'Asia/Tokyo', dateFormat: 'yyyy-mm-dd', language: 'en' };
  expect(await user.api('GET', '/api/profile')).toMatchObject(saved);
  // The worker's product is visited by a number, and passkeys are for names.
  await expect(section(page, 'Passkeys').getByText('Passkeys need a domain name.')).toBeVisible();

  const index = page.getByRole('navigation', { name: 'Sections of the profile' });
  await index.getByRole('link', { name: 'Access tokens' }).click();
  await expect(page).toHaveURL(/\/profile#tokens$/);
  await expect(section(page, 'Access tokens')).toBeInViewport();
  await expect(index.getByRole('link', { name: 'Access tokens' })).toHaveAttribute('aria-current', 'location');
  await index.getByRole('link', { name: 'Delete' }).click();
  await expect(section(page, 'Delete account')).toBeInViewport();

  await page.setViewportSize({ width: 768, height: 800 });
  await index.getByRole('link', { name: 'Security' }).click();
  await expect(section(page, 'Two-factor authentication')).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 800 });
  await expect(index).toBeHidden();
  await page.goto(`${product.http}/profile`);
  await expect(page.getByText('Security', { exact: true })).toBeVisible();
  await expect(section(page, 'Access tokens')).toBeHidden();
  await page.getByText('Security', { exact: true }).click();
  await expect(section(page, 'Access tokens')).toBeVisible();
  await page.evaluate(() => {
    location.hash = 'delete';
  });
  await expect(section(page, 'Delete account')).toBeInViewport();
});

test('sessions are named and ended, one by one, and by a new password', async ({ page }) => {
  const user = await newUser();
  const onPhone = await loginElsewhere(user, phone);
  const onTablet = await loginElsewhere(user, tablet);
  await openAs(page, user, '/profile#sessions');
  const sessions = section(page, 'Active sessions');
  await expect(sessions.getByRole('listitem')).toHaveCount(3);
  await expect(sessions.getByRole('listitem').first()).toContainText('This browser');
  await sessions.getByRole('button', { name: 'End the session: Safari on iOS' }).click();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  expect([await statusWith(onPhone), await statusWith(onTablet)]).toEqual([401, 200]);

  const card = section(page, 'Password');
  await card.getByLabel('New password').fill('Blue-house-88');
  await card.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect([await statusWith(onTablet), await statusWith(user.token)]).toEqual([401, 200]);
});

test('an access token is shown once and works as Bearer token and as MQTT password until it is revoked', async ({
  page,
}) => {
  const user = await newUser();
  await openAs(page, user, '/profile#tokens');
  const card = section(page, 'Access tokens');
  await expect(card.getByText('No tokens yet')).toBeVisible();
  await card.getByRole('button', { name: 'New token' }).click();
  const dialog = page.getByRole('dialog', { name: 'New access token' });
  await dialog.getByLabel('Name', { exact: true }).fill('Grafana');
  await dialog.getByRole('button', { name: 'Create token' }).click();
  await expect(dialog).toBeHidden();

  const use = page.getByRole('region', { name: 'The token Grafana' });
  const token = (await use.locator('code').first().textContent()) ?? '';
  expect(token.length).toBeGreaterThan(30);
  await expect(use.getByText(`curl -H 'Authorization: Bearer ${token}' ${product.http}/api/device/`)).toBeVisible();
  await expect(
    use.getByText(new RegExp(`mosquitto_sub .* --cafile cert.pem --insecure -u ${user.email} -P ${token}`)),
  ).toBeVisible();
  expect(await statusWith(token)).toBe(200);
  const app = await connectAsync(product.mqtt, { username: user.email, password: token });
  await app.endAsync();

  await page.reload();
  await expect(card.getByText('Grafana')).toBeVisible();
  await expect(page.getByText(token)).toBeHidden();
  await card.getByRole('button', { name: 'Revoke the token Grafana' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(card.getByText('No tokens yet')).toBeVisible();
  expect(await statusWith(token)).toBe(401);

  await test.step('the export is made and downloaded', async () => {
    const exports = section(page, 'Export your data');
    await exports.getByRole('button', { name: 'Export data' }).click();
    const button = exports.getByRole('button', { name: 'Download' });
    await expect(button).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    const file = await readFile(await download.path());
    expect(file.subarray(0, 2).toString()).toBe('PK');
    expect(download.suggestedFilename()).toMatch(/\.zip$/);
  });
});
