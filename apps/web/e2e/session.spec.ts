import { expect, test } from './support/test.ts';
import { newUser, openAs, product, sessionKnown } from './support/users.ts';

test.use({ allowErrors: /401|net::ERR/ });

test('pages need a session, guest pages need none', async ({ page }) => {
  for (const path of ['/device', '/profile', '/bill', '/code', '/admin/logs', '/device/x/Overview']) {
    await page.goto(product.http + path);
    await expect(page).toHaveURL(/\/auth\/login/);
  }
  const user = await newUser();
  await openAs(page, user, '/auth/login');
  await expect(page).toHaveURL(/\/device$/);
  await page.goto(`${product.http}/auth/reset-password`);
  await expect(page).toHaveURL(/\/device$/);
  await page.goto(`${product.http}/admin/logs`);
  await expect(page).toHaveURL(/\/auth\/access/);
});

test('a server that cannot be reached at the start gives the specified toast and keeps the session', async ({
  page,
}) => {
  const user = await newUser();
  await page.route('**/api/auth/session', (route) => route.abort());
  await openAs(page, user);
  const toast = page.getByText("Can't connect to server");
  await expect(toast).toBeVisible();
  await expect(page.getByText('Error', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(user.token);
});

test('an ended session opens the log-in page with a note and forgets the three keys', async ({ page }) => {
  const user = await newUser();
  await user.api('POST', '/api/auth/logout');
  await openAs(page, user);
  await expect(page).toHaveURL(/\/auth\/login/);
  await expect(page.getByText(/session (has )?ended/i)).toBeVisible();
  const keys = await page.evaluate(() => ['accessToken', 'userId', 'member'].map((key) => localStorage.getItem(key)));
  expect(keys).toEqual([null, null, null]);
});

test('logging out in one tab logs the other out', async ({ page, context }) => {
  const user = await newUser();
  await openAs(page, user);
  await expect(page.getByRole('heading', { name: 'All devices' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`${product.http}/device`);
  await expect(other.getByRole('heading', { name: 'All devices' })).toBeVisible();
  await other.getByRole('button', { name: /profile/i }).click();
  await expect(other.getByText('User Profile', { exact: true })).toBeVisible();
  await expect(other.getByText(user.email)).toBeVisible();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/auth\/login/);
  await expect(page).toHaveURL(/\/auth\/login/);
});

test('a session that is revoked on the server says so on the open page within a moment, and leads to the log-in page', async ({
  page,
}) => {
  const user = await newUser();
  const known = sessionKnown(page);
  await openAs(page, user, '/code');
  await known;
  await expect(page.getByRole('heading', { name: 'Code', exact: true })).toBeVisible();
  await user.api('POST', '/api/auth/logout');
  const dialog = page.getByRole('alertdialog', { name: 'Your session ended' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  await dialog.getByRole('button', { name: 'Use another account' }).click();
  await expect(page).toHaveURL(/\/auth\/login\?next=%2Fcode$/);
  await expect(page.getByText(/session ended/i)).toBeVisible();
});

test('a log-out in another tab outweighs the end of the session', async ({ page, context }) => {
  const user = await newUser();
  const known = sessionKnown(page);
  await openAs(page, user, '/code');
  await known;
  const other = await context.newPage();
  const knownThere = sessionKnown(other);
  await other.goto(`${product.http}/code`);
  await knownThere;
  await expect(other.getByRole('heading', { name: 'Code', exact: true })).toBeVisible();
  await user.api('POST', '/api/auth/logout');
  await expect(page.getByRole('alertdialog', { name: 'Your session ended' })).toBeVisible();
  await expect(other.getByRole('alertdialog', { name: 'Your session ended' })).toBeVisible();

  // Logging in again in one tab is enough for both.
  await other.getByLabel('Password', { exact: true }).fill(user.password);
  await other.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(other.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Code', exact: true })).toBeVisible();

  await other.getByRole('button', { name: /profile/i }).click();
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/auth\/login$/);
  await expect(page).toHaveURL(/\/auth\/login$/);
});
