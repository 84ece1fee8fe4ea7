import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const wrapper = '.layout-wrapper';

test('the menu is static or overlay on the desktop, and a drawer from 991 px down', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user);
  const shell = page.locator(wrapper);
  const menuButton = page.getByRole('button', { name: /menu/i }).first();
  await expect(shell).toHaveClass(/layout-theme-light/);
  await expect(shell).toHaveClass(/layout-static(?!-)/);
  await expect(page.getByRole('link', { name: 'Device', exact: true })).toHaveClass(/active-route/);

  await menuButton.click();
  await expect(shell).toHaveClass(/layout-static-inactive/);
  await menuButton.click();
  await expect(shell).not.toHaveClass(/layout-static-inactive/);

  await page.setViewportSize({ width: 991, height: 800 });
  await menuButton.click();
  await expect(shell).toHaveClass(/layout-mobile-active/);
  await page.mouse.click(900, 400);
  await expect(shell).not.toHaveClass(/layout-mobile-active/);

  await page.setViewportSize({ width: 992, height: 800 });
  await page
    .getByRole('button', { name: /appearance|settings/i })
    .first()
    .click();
  await page.getByText('Overlay', { exact: true }).click();
  await expect(shell).toHaveClass(/layout-overlay(?!-)/);
  await page.getByText('Dark', { exact: true }).click();
  await expect(shell).toHaveClass(/layout-theme-dark/);
  await page.keyboard.press('Escape');
  await menuButton.click();
  await expect(shell).toHaveClass(/layout-overlay-active/);
  await page.mouse.click(900, 600);
  await expect(shell).not.toHaveClass(/layout-overlay-active/);

  await page.reload();
  await expect(shell).toHaveClass(/layout-theme-dark/);
  await expect(shell).toHaveClass(/layout-overlay(?!-)/);
});

test('the side menu lists five devices and counts the rest', async ({ page, boards }) => {
  const user = await newUser();
  for (let i = 1; i <= 5; i++) boards.push(await user.board({ name: `Board ${i}` }));
  await openAs(page, user);
  const menu = page.getByRole('navigation').first();
  await expect(menu.getByText('Board 5')).toBeVisible();
  await expect(menu.getByText(/All Devices/)).toBeHidden();
  boards.push(await user.board({ name: 'Board 6' }));
  await expect(menu.getByText('All Devices (6)')).toBeVisible();
  await expect(menu.getByText('Board 6')).toBeHidden();
  await expect(menu.getByText('Admin')).toBeHidden();
  await expect(menu.getByText('Shared Devices')).toBeHidden();
});

test('the top bar has the Thai links with English names, and the palette finds a device', async ({ page, boards }) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'Nursery tank' }));
  await openAs(page, user);
  await expect(page.getByText('โค้ด').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^code/i })).toHaveAttribute('href', '/code');
  const howTo = page.getByRole('link', { name: /how to use/i });
  await expect(howTo).toHaveAttribute('target', '_blank');
  await expect(howTo).toHaveAttribute('href', '/docs');
  await page.keyboard.press('Control+k');
  await expect(
    page.getByRole('dialog').getByRole('combobox').or(page.getByRole('dialog').getByRole('searchbox')),
  ).toBeFocused();
  await page.keyboard.type('nursery');
  await expect(page.getByRole('option', { name: /Nursery tank/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/Overview/);
  await expect(page.getByRole('heading', { name: 'Nursery tank' })).toBeVisible();
});

test('every address shows a page, never a blank', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user);
  for (const path of [
    '/profile',
    '/bill',
    '/code',
    '/auth/confirmEmail',
    '/auth/confirmEmail/failed',
    '/auth/confirmEmail/resentfailed',
    '/auth/access',
    '/auth/error',
    '/auth/callback',
    '/line-oauth-callback',
    '/no/such/page',
  ]) {
    await page.goto(user.http + path);
    await expect(page.getByRole('heading').first(), path).toBeVisible();
    await expect(page).toHaveTitle(/Cyno/);
  }
});
