import type { Page } from '@playwright/test';
import { axeFindings, expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

async function userWithDevices(...names: string[]): Promise<User> {
  const user = await newUser();
  for (const name of names) await (await user.board({ name })).stop();
  return user;
}

const shownNames = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('link').allTextContents();
const savedNames = async (user: User) =>
  ((await user.api('GET', '/api/device/')) as { name: string }[]).map((device) => device.name);
const saved = (page: Page) => page.waitForResponse((response) => response.url().endsWith('/api/device/update-order/'));

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.getByRole('article', { name }).boundingBox();
  if (!box) throw new Error(`No card ${name}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test('a card is dragged with the mouse, Escape gives it up, and the order stays after a reload', async ({ page }) => {
  const user = await userWithDevices('Alpha', 'Beta', 'Gamma');
  await openAs(page, user);
  await expect(page.getByRole('article')).toHaveCount(3);
  const drag = async (from: string, to: string) => {
    const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(end.x, end.y, { steps: 6 });
  };
  await drag('Alpha', 'Gamma');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(page).toHaveURL(/\/device$/);
  expect(await shownNames(page)).toEqual(['Alpha', 'Beta', 'Gamma']);

  await drag('Alpha', 'Gamma');
  const answer = saved(page);
  await page.mouse.up();
  expect((await answer).ok()).toBe(true);
  await expect.poll(() => shownNames(page)).toEqual(['Beta', 'Gamma', 'Alpha']);
  expect(await savedNames(user)).toEqual(['Beta', 'Gamma', 'Alpha']);
  await page.reload();
  await expect.poll(() => shownNames(page)).toEqual(['Beta', 'Gamma', 'Alpha']);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('a finger moves a card by its handle, or with the buttons behind it', async ({ page }) => {
    const user = await userWithDevices('Alpha', 'Beta', 'Gamma');
    await openAs(page, user);
    const handle = page.getByRole('button', { name: 'Move Alpha' });
    const box = await handle.boundingBox();
    if (!box) throw new Error('No handle.');
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const below = (await middleOf(page, 'Beta')).y - (await middleOf(page, 'Alpha')).y;
    const device = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dy: number) =>
      device.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + dy }] });
    const answer = saved(page);
    await touch('touchStart', 0);
    for (let step = 1; step <= 8; step++) await touch('touchMove', (below * step) / 8);
    await touch('touchEnd', below);
    expect((await answer).ok()).toBe(true);
    expect(await savedNames(user)).toEqual(['Beta', 'Alpha', 'Gamma']);

    const toTheStart = page.getByRole('button', { name: 'To the start' });
    // On a busy machine a tap can last so long that the browser takes it for a long press.
    await expect(async () => {
      await page.getByRole('button', { name: 'Move Gamma' }).tap();
      await expect(toTheStart).toBeVisible({ timeout: 1000 });
    }).toPass();
    await toTheStart.tap();
    const second = saved(page);
    await page.getByRole('button', { name: 'Done' }).tap();
    await second;
    expect(await savedNames(user)).toEqual(['Gamma', 'Beta', 'Alpha']);
  });
});

test.describe('when the server refuses', () => {
  test.use({ allowErrors: /503|HTTP error/ });

  test('an order that was not saved goes back, and the console says why', async ({ page }) => {
    await openAs(page, await userWithDevices('Alpha', 'Beta'));
    await page.route('**/api/device/update-order/', (route) =>
      route.fulfill({ status: 503, json: { error: 'Away.' } }),
    );
    const line = page.waitForEvent('console', (message) => message.text() === 'HTTP error! Status: 503');
    await page.getByRole('button', { name: 'Move Alpha' }).focus();
    for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key);
    await line;
    await expect.poll(() => shownNames(page)).toEqual(['Alpha', 'Beta']);
  });
});

test('a filter on a value selects devices and stands in the address', async ({ page, boards }) => {
  const user = await newUser();
  for (const [name, temp] of [
    ['Cold', 4.8],
    ['Warm', 41.25],
  ] as const) {
    const board = await user.board({ name, intervalMs: 60_000 });
    boards.push(board);
    board.update({ temp });
  }
  await openAs(page, user);
  await expect(page.getByRole('article', { name: 'Warm' }).getByText('41.3')).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  await page
    .getByRole('dialog', { name: 'Filter' })
    .getByRole('button', { name: /Column/ })
    .click();
  await page.getByRole('option', { name: 'Temperature', exact: true }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('40');
  await page.keyboard.press('Escape');
  await expect.poll(() => shownNames(page)).toEqual(['Warm']);
  await expect(page.getByRole('button', { name: 'Move Warm' })).toHaveCount(0);
  await expect(page).toHaveURL(/f=value/);
  await page.reload();
  await expect.poll(() => shownNames(page)).toEqual(['Warm']);
  await page.getByRole('button', { name: /^Temperature is above 40/ }).click();
  await expect.poll(() => shownNames(page)).toEqual(['Cold', 'Warm']);
});

test('the sheet writes the typed host into the build files, and shuts the window when it closes', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user, '/device?add=1');
  const sheet = page.getByRole('dialog', { name: 'Add device' });
  // The page is open at 127.0.0.1, which means the board itself to a board: the server's own address is filled in.
  await expect(sheet.getByLabel('Boards connect to')).not.toHaveValue('127.0.0.1');
  await sheet.getByLabel('Boards connect to').fill('localhost');
  await expect(sheet.getByText('No board can reach')).toBeVisible();
  await sheet.getByLabel('Boards connect to').fill('192.168.1.10');
  await expect(sheet.getByText('No board can reach')).toBeHidden();
  await sheet.getByRole('tab', { name: /globals/ }).click();
  await expect(sheet.getByRole('tabpanel')).toContainText('192.168.1.10');
  const download = page.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Zip' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);

  const windowUntil = async () =>
    ((await user.api('GET', '/api/pairing')) as { windowOpenUntil: number | null }).windowOpenUntil;
  await expect(sheet.getByText('Your boards join without asking')).toBeVisible();
  expect(await windowUntil()).toBeGreaterThan(Date.now());
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect.poll(windowUntil).toBeNull();
  await expect(page).toHaveURL(/\/device$/);
});

test('a new connection key names the boards that still use the old one', async ({ page, boards }) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'Greenhouse' }));
  await openAs(page, user);
  const { connectionKey } = (await user.api('GET', '/api/pairing')) as { connectionKey: string };
  await page.getByRole('button', { name: 'Connection key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connection key' });
  await expect(dialog.getByText(`${user.email}/${connectionKey}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'New key', exact: true }).click();
  await expect(dialog.getByText('This is the new key.')).toBeVisible();
  await expect(dialog.getByText(connectionKey)).toHaveCount(0);
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Greenhouse' })).toBeVisible();
});

test('a day is chosen as mm/dd/yyyy from weeks that begin on Sunday', async ({ page, boards }) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'Greenhouse' }));
  await openAs(page, user, '/device?view=table');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page
    .getByRole('dialog', { name: 'Filter' })
    .getByRole('button', { name: /Column/ })
    .click();
  await page.getByRole('option', { name: 'Last seen' }).click();
  await page.getByRole('button', { name: 'Choose from a calendar' }).click();
  const calendar = page.getByRole('grid');
  await expect(calendar.getByRole('columnheader', { includeHidden: true }).first()).toHaveText('Sun');
  await calendar.getByRole('gridcell').filter({ hasText: /^15$/ }).first().click();
  const parts = page.getByRole('group', { name: 'Day' }).getByRole('spinbutton');
  await expect(parts).toHaveText([/^\d\d$/, '15', /^\d{4}$/]);
  expect(await axeFindings(page)).toEqual([]);
});
