import type { VirtualBoard } from '@cyno/virtual-board';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test('before any script is there, a page shows its frame', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user);
  // Never continued.
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(`${user.http}/device`, { waitUntil: 'commit' });
  await expect(page.locator('.first-paint-cards .skeleton').first()).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('the menu, the top bar and the tabs follow the devices that come, go and are shared', async ({ page, boards }) => {
  const user = await newUser();
  const named = async (name: string, owner = user): Promise<VirtualBoard> => {
    const board = await owner.board({ name, intervalMs: 5_000 });
    boards.push(board);
    return board;
  };
  const first = await named('Board 1');
  for (const number of [2, 3, 4, 5]) await named(`Board ${number}`);
  const path = `/device/${encodeURIComponent(first.espid)}`;
  const menu = page.getByRole('navigation', { name: 'Main' });
  const bar = page.getByRole('banner');

  await test.step('devices start to load when somebody goes to the plan, and the page does not wait for them', async () => {
    let requested = 0;
    await page.route('**/api/device-list', () => {
      requested += 1;
    });
    await openAs(page, user, '/bill');
    await expect(page.getByRole('heading', { name: 'Plan' }).first()).toBeVisible();
    await expect.poll(() => requested).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('the menu lists five devices and counts the rest', async () => {
    await page.goto(`${user.http}/device`);
    await expect(menu.getByText('Board 5')).toBeVisible();
    await expect(menu.getByText(/All Devices/)).toBeHidden();
    await expect(bar.getByText('Board 1')).toHaveCount(0);
    await named('Board 6');
    await expect(menu.getByText('All Devices (6)')).toBeVisible();
    await expect(menu.getByText('Board 6')).toBeHidden();
    await expect(menu.getByRole('heading')).toHaveText(['My Devices', 'Package', 'Support']);
  });

  await test.step('what is shared has a section of its own', async () => {
    const neighbour = await newUser();
    const theirs = await named('Neighbour', neighbour);
    const request = { email: user.email, role: 'viewer', expiresAt: null };
    await neighbour.api('POST', `/api/device/${encodeURIComponent(theirs.espid)}/shares`, request);
    const { offers } = (await user.api('GET', '/api/offers')) as { offers: { id: number }[] };
    await user.api('POST', `/api/offers/${offers[0]?.id}/accept`, {});
    await expect(menu.getByRole('link', { name: /Neighbour/ })).toBeVisible();
    await expect(menu.getByRole('heading')).toHaveText(['My Devices', 'Shared Devices', 'Package', 'Support']);
  });

  await test.step('the top bar names the device that is open, and shows whether it is there', async () => {
    const entry = menu.getByRole('link', { name: /Board 1/ });
    await expect(entry).toHaveAttribute('href', path);
    await entry.click();
    await expect(page).toHaveURL(/\/device\/[^/]+\/Overview$/);
    await expect(entry).toHaveClass(/active-route/);
    await expect(bar.getByText('Board 1')).toBeVisible();
    await expect(bar.getByText('Online', { exact: true })).toBeVisible();
    await first.stop();
    await expect(bar.getByText('Offline', { exact: true })).toBeVisible();
  });

  await test.step('the palette finds another one', async () => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('neighbour');
    await expect(page.getByRole('option', { name: /Neighbour/, selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Neighbour', level: 1 })).toBeVisible();
  });

  await test.step('an unknown tab opens the overview, and an unknown address shows that it is unknown', async () => {
    await page.goto(`${user.http}${path}/no-such-tab`);
    await expect(page).toHaveURL(/\/Overview$/);
    await page.goto(`${user.http}${path}/history`);
    await expect(page).toHaveURL(/\/History$/);
    const tabs = page.getByRole('navigation', { name: 'Device pages' }).getByRole('link');
    await expect(tabs).toHaveText([
      ...['Overview', 'Dashboard', 'History', 'Control', 'Automation'],
      ...['Alerts', 'Firmware', 'Console', 'Sharing', 'Settings'],
    ]);
    await page.goto(`${user.http}/no/such/page`);
    await expect(page.getByRole('heading', { name: /not|no such/i }).first()).toBeVisible();
  });
});
