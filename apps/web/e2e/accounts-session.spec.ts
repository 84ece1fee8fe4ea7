import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { newUser, openAs, product, sessionKnown } from './support/users.ts';

test.use({ allowErrors: /401/ });

const storedKeys = (page: Page) =>
  page.evaluate(() => ['accessToken', 'userId', 'member'].map((key) => localStorage.getItem(key)));

/** Leads to another page of the app as its links do, without loading it again. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('pages need a session, guest pages need none', async ({ page }) => {
  const user = await newUser();
  await test.step('a session that is revoked on the server shows it on the open page', async () => {
    const known = sessionKnown(page);
    await openAs(page, user, '/code');
    await known;
    await expect(page.getByRole('heading', { name: 'Code', exact: true })).toBeVisible();
    await user.api('POST', '/api/auth/logout');
    const dialog = page.getByRole('alertdialog', { name: 'Your session ended' });
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    expect(await storedKeys(page)).toEqual([null, null, null]);
    await dialog.getByRole('button', { name: 'Use another account' }).click();
    await expect(page).toHaveURL(/\/auth\/login\?next=%2Fcode$/);
    await expect(page.getByText(/session ended/i)).toBeVisible();
  });

  await test.step('one that ended before opens the login page with a note, and its keys are forgotten', async () => {
    await page.evaluate(
      ([token, email]) => {
        localStorage.setItem('member', 'user');
        localStorage.setItem('userId', email ?? '');
        localStorage.setItem('accessToken', token ?? '');
      },
      [user.token, user.email],
    );
    await page.goto(`${product.http}/device`);
    await expect(page).toHaveURL(/\/auth\/login$/);
    await expect(page.getByText(/session ended/i)).toBeVisible();
    expect(await storedKeys(page)).toEqual([null, null, null]);
  });

  await test.step('without one every page leads to the login page', async () => {
    for (const path of ['/profile', '/bill', '/code', '/admin/logs', '/admin/users', '/device/x/Overview', '/device']) {
      await follow(page, path);
      await expect(page).toHaveURL(/\/auth\/login/);
    }
  });

  await test.step('with one guest pages lead to the devices, and those of administrators nowhere', async () => {
    // The worker's product is visited by a number, and passkeys are for names.
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0);
    await page.getByLabel('E-mail').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'All devices' })).toBeVisible();
    await follow(page, '/auth/login');
    await expect(page).toHaveURL(/\/device$/);
    for (const path of ['/admin/logs', '/admin/users', '/admin/audit', '/admin/server']) {
      await follow(page, path);
      await expect(page).toHaveURL(/\/auth\/access$/);
      await page.goBack();
    }
    await page.goto(`${product.http}/admin/logs`);
    await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
  });
});

test('a session that ends requests a login over every open page, and one login restores all of them', async ({
  page,
  context,
  boards,
}) => {
  const user = await newUser();
  // It sends nothing by itself meanwhile, so that what is sent below stays to be seen.
  const board = await user.board({ name: 'Nursery', intervalMs: 3_600_000 });
  boards.push(board);
  const known = sessionKnown(page);
  await openAs(page, user, `/device/${board.espid}/Overview`);
  await known;
  await expect(page.getByRole('banner').getByText('Online')).toBeVisible();
  const other = await context.newPage();
  const knownThere = sessionKnown(other);
  await other.goto(`${product.http}/profile`);
  await knownThere;
  await other.getByLabel('Name', { exact: true }).fill('Narin of the greenhouse');
  await other.getByLabel('Another address').fill('half-typed@exa');

  await user.api('POST', '/api/auth/logout');
  const dialog = other.getByRole('alertdialog', { name: 'Your session ended' });
  await expect(page.getByRole('alertdialog', { name: 'Your session ended' })).toBeVisible();
  await expect(dialog.getByLabel('E-mail')).toHaveValue(user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('alertdialog')).toBeHidden();

  await expect(other.getByLabel('Another address')).toHaveValue('half-typed@exa');
  await expect(other.getByLabel('Name', { exact: true })).toHaveValue('Narin of the greenhouse');
  await other.locator('#profile').getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Profile saved')).toBeVisible();
  // A board drops what comes too soon after its last values.
  await expect
    .poll(() => {
      board.update({ temp: 41.5 });
      return page.getByText('41.5').count();
    })
    .toBeGreaterThan(0);

  await other.getByLabel('Another address').fill('');
  await other.getByRole('button', { name: /profile/i }).click();
  await expect(other.getByText('User Profile', { exact: true })).toBeVisible();
  await expect(other.locator('.topbar-panel-who')).toHaveText(user.email);
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(other).toHaveURL(/\/auth\/login$/);
  await expect(page).toHaveURL(/\/auth\/login$/);
});
