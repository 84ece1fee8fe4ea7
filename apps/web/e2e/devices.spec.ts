import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test('search, filter, sort, table and the saved order', async ({ page, boards }) => {
  const user = await newUser();
  for (const name of ['Alpha', 'Beta', 'Gamma']) boards.push(await user.board({ name }));
  await openAs(page, user);
  const main = page.getByRole('main');
  await expect(main.getByText('3 devices')).toBeVisible();

  await page.getByRole('searchbox', { name: /search/i }).fill('bet');
  await expect(main.getByText('Beta')).toBeVisible();
  await expect(main.getByText('Alpha')).toBeHidden();
  await page.getByRole('searchbox', { name: /search/i }).fill('');

  await page.getByText('Table', { exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /name/i })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('columnheader', { name: /name/i })).toBeVisible();
  await page.getByText('Cards', { exact: true }).click();

  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/device/update-order/') && response.ok(),
  );
  const handle = main.getByRole('button', { name: /(move|reorder|drag).*alpha/i }).first();
  await handle.focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await saved;
  const devices = (await user.api('GET', '/api/device/')) as { name: string }[];
  expect(devices.map((device) => device.name)).not.toEqual(['Alpha', 'Beta', 'Gamma']);
});

test('live values reach the cards, and names from strangers are text', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: '<img src=x onerror=alert(1)>', intervalMs: 60_000 });
  boards.push(board);
  await openAs(page, user);
  await expect(page.getByRole('main').getByText('<img src=x onerror=alert(1)>')).toBeVisible();
  board.update({ temp: 77.25 });
  await expect(
    page
      .getByRole('main')
      .getByText(/77\.[23]/)
      .first(),
  ).toBeVisible();
});

test('a device is renamed, deleted, and taken back with what it had', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse' });
  boards.push(board);
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Nursery');
  await page.locator('#name').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nursery');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/device$/);
  await expect(page.getByRole('article', { name: 'Nursery' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article', { name: 'Nursery' })).toBeVisible();
});
