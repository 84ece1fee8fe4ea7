import type { Page } from '@playwright/test';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const visibleNames = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('link').allTextContents();
const savedNames = async (user: User) =>
  ((await user.api('GET', '/api/device/')) as { name: string }[]).map((device) => device.name);
const orderSaved = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/device/update-order/') && response.ok());

async function addDevices(user: User, ...names: string[]): Promise<void> {
  for (const name of names) await (await user.board({ name, intervalMs: 60_000 })).stop();
}

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('article', { name }).boundingBox();
  if (!box) throw new Error(`No card ${name}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('cards show live values, are found, are dragged and moved with keys, and keep their order in the table', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const stranger = '<img src=x onerror=alert(1)>';
  const board = await user.board({ name: stranger, intervalMs: 3_600_000 });
  boards.push(board);
  await addDevices(user, 'Alpha', 'Beta', 'Gamma');
  await openAs(page, user);
  const main = page.getByRole('main');

  await test.step('values are live, and names from strangers are text', async () => {
    await expect(main.getByText('4 devices')).toBeVisible();
    await expect(main.getByText(stranger)).toBeVisible();
    await sendValues(board, { temp: 77.25 });
    await expect(main.getByText(/77\.[23]/).first()).toBeVisible();
  });

  await test.step('the search leaves what it finds', async () => {
    const search = page.getByRole('searchbox', { name: /search/i });
    await search.fill('bet');
    await expect(main.getByText('Beta')).toBeVisible();
    await expect(main.getByText('Alpha')).toBeHidden();
    await search.fill('');
    await expect(page.getByRole('article')).toHaveCount(4);
  });

  const [moving, dragged] = [page.locator('.device-grid-moving'), page.locator('.device-grid-dragged')];
  const drag = async (from: string, to: string) => {
    await expect(moving).toHaveCount(0);
    const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 6 });
    await expect(dragged).toHaveCount(1);
  };

  await test.step('Escape gives a drag up', async () => {
    await drag('Alpha', 'Gamma');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(moving).toHaveCount(0);
    await expect(page).toHaveURL(/\/device$/);
    await expect.poll(() => visibleNames(page)).toEqual([stranger, 'Alpha', 'Beta', 'Gamma']);
  });

  await test.step('a drag with the mouse is saved', async () => {
    await drag('Alpha', 'Gamma');
    const saved = orderSaved(page);
    await page.mouse.up();
    await saved;
    await expect.poll(() => visibleNames(page)).toEqual([stranger, 'Beta', 'Gamma', 'Alpha']);
    expect(await savedNames(user)).toEqual([stranger, 'Beta', 'Gamma', 'Alpha']);
  });

  await test.step('so is a move with the keyboard', async () => {
    const saved = orderSaved(page);
    await page.getByRole('button', { name: 'Move Beta' }).focus();
    for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key);
    await saved;
    expect(await savedNames(user)).toEqual([stranger, 'Gamma', 'Alpha', 'Beta']);
  });

  await test.step('the table and the order stay after a reload', async () => {
    await page.getByText('Table', { exact: true }).click();
    await expect(page.getByRole('columnheader', { name: /name/i })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('columnheader', { name: /name/i })).toBeVisible();
    const names = page.getByRole('table', { name: 'Devices' }).getByRole('link');
    await expect(names).toHaveText([stranger, 'Gamma', 'Alpha', 'Beta']);
    await page.getByText('Cards', { exact: true }).click();
    await expect.poll(() => visibleNames(page)).toEqual([stranger, 'Gamma', 'Alpha', 'Beta']);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('a finger moves a card by its handle, or with the buttons behind it', async ({ page }) => {
    const user = await newUser();
    await addDevices(user, 'Alpha', 'Beta', 'Gamma');
    await openAs(page, user);
    const handle = page.getByRole('button', { name: 'Move Alpha' });
    await expect(handle).toBeVisible();
    const box = await handle.boundingBox();
    if (!box) throw new Error('No handle.');
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const below = (await middleOf(page, 'Beta')).y - (await middleOf(page, 'Alpha')).y;
    const device = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number) =>
      device.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }] });
    const first = orderSaved(page);
    await touch('touchStart', 0);
    for (let step = 1; step <= 8; step++) await touch('touchMove', (below * step) / 8);
    await touch('touchEnd', below);
    await first;
    expect(await savedNames(user)).toEqual(['Beta', 'Alpha', 'Gamma']);

    const toTheStart = page.getByRole('button', { name: 'Move to start' });
    // On a busy machine a tap can last so long that the browser takes it for a long press.
    await expect(async () => {
      await page.getByRole('button', { name: 'Move Gamma' }).tap();
      await expect(toTheStart).toBeVisible({ timeout: 1000 });
    }).toPass();
    await toTheStart.tap();
    const second = orderSaved(page);
    await page.getByRole('button', { name: 'Done' }).tap();
    await second;
    expect(await savedNames(user)).toEqual(['Gamma', 'Beta', 'Alpha']);
  });
});
