import type { Page } from '@playwright/test';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

/** So many that they could not be read on one screen: 35, four in a row, each three rows high. */
const many = Array.from({ length: 35 }, (_, index) => ({
  ...{ id: `w${index + 1}`, x: (index % 4) * 3, y: Math.floor(index / 4) * 3, width: 3, height: 3 },
  content: { type: 'value', title: `Value ${index + 1}`, key: 'temp' },
}));

const pager = (page: Page) => page.getByRole('navigation', { name: 'Pages of the dashboard' });
const current = (page: Page) => pager(page).locator('[aria-current="page"]');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The text of a widget as it is drawn, CSS px. */
const figureHeight = (page: Page, name: string) =>
  region(page, name)
    .locator('b')
    .evaluate((one) => one.getBoundingClientRect().height);

async function hall(user: User, boards: { stop(): Promise<void> }[]) {
  const espids: string[] = [];
  for (const name of ['North', 'South']) {
    const board = await user.board({ kit: 'climate', name });
    boards.push(board);
    espids.push(board.espid);
  }
  const made = { name: 'Hall', widgets: many, espids };
  const { id } = (await user.api('POST', '/api/dashboards', made)) as { id: number };
  return { id, espids };
}

test('many widgets come on pages that turn by themselves, by key and by press, for the device that is chosen', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const { id, espids } = await hall(user, boards);
  await page.clock.install();
  await openAs(page, user, `/kiosk?${new URLSearchParams({ show: `dashboard:${id}`, device: espids[1] ?? '' })}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hall' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Device' })).toHaveValue('South');
  await expect(region(page, 'Value 1')).toContainText(/\d/);
  await expect(current(page)).toHaveAccessibleName('Page 1 of 3');
  expect(await figureHeight(page, 'Value 1')).toBeGreaterThan(20);
  expect(await page.evaluate(() => document.querySelector('.kiosk-stage')?.scrollTop)).toBe(0);

  await page.clock.fastForward(21_000);
  await expect(current(page)).toHaveAccessibleName('Page 2 of 3');
  await expect(region(page, 'Value 1')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(current(page)).toHaveAccessibleName('Page 3 of 3');
  await expect(region(page, 'Value 35')).toBeVisible();
  // Somebody is there: it stands still for a minute.
  await page.clock.fastForward(40_000);
  await expect(current(page)).toHaveAccessibleName('Page 3 of 3');
  await page.clock.fastForward(21_000);
  await page.clock.fastForward(21_000);
  await expect(current(page)).toHaveAccessibleName('Page 1 of 3');
  await pager(page).getByRole('button', { name: 'Page 2 of 3' }).click();
  await expect(current(page)).toHaveAccessibleName('Page 2 of 3');
  await pager(page).getByRole('button', { name: 'Stay on this page' }).click();
  await page.clock.fastForward(61_000);
  await page.clock.fastForward(61_000);
  await expect(current(page)).toHaveAccessibleName('Page 2 of 3');

  await page.getByRole('button', { name: 'Next device' }).click();
  await expect(page.getByRole('combobox', { name: 'Device' })).toHaveValue('North');
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    expect(await axeFindings(page), theme).toEqual([]);
  }
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await fitsWidth(page), String(width)).toBe(true);
  }
  // A phone scrolls.
  await expect(pager(page)).toBeHidden();
});

test('a public link fills the screen, for the device that is chosen', async ({ page, boards }) => {
  const user = await newUser();
  const { id } = await hall(user, boards);
  const wish = { name: 'Wall', expiresAt: null, exposed: [], origins: [], password: null };
  const { token } = (await user.api('POST', `/api/dashboards/${id}/links`, wish)) as { token: string };
  await page.goto(new URL(`/view/${token}?kiosk&theme=dark`, user.http).href);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('main', { name: 'Hall' })).toBeVisible();
  await expect(region(page, 'Value 1')).toContainText(/\d/);
  await expect(current(page)).toHaveAccessibleName('Page 1 of 3');
  await page.keyboard.press('PageDown');
  await expect(current(page)).toHaveAccessibleName('Page 2 of 3');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /Device$/ }).click();
  await page.getByRole('option', { name: 'South' }).click();
  await expect(page.getByRole('button', { name: /Device$/ })).toContainText('South');
  await expect(region(page, 'Value 20')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Leave (Esc)' }).click();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/view/${token}$`));
});
