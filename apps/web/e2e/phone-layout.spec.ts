import type { Locator, Page } from '@playwright/test';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

type Saved = { dashboard: { version: number; widgets: { id: string; x: number; phone?: object }[] } };

const place = { width: 4, height: 2 };
const widgets = [
  { ...place, id: 'a', x: 0, y: 0, content: { type: 'value', title: 'Temperature', key: 'temp' } },
  { ...place, id: 'b', x: 4, y: 0, content: { type: 'value', title: 'Humidity', key: 'humid' } },
  { ...place, id: 'c', x: 8, y: 0, content: { type: 'clock', title: 'Time' } },
  {
    ...{ id: 'd', x: 0, y: 2, width: 12, height: 4 },
    content: { type: 'chart', title: 'Day', keys: ['temp'], minutes: 60 },
  },
];

async function dashboardOf(user: User, boards: { stop(): Promise<void> }[]) {
  const board = await user.board({ kit: 'climate', name: 'Greenhouse' });
  boards.push(board);
  const api = `/api/device/${encodeURIComponent(board.espid)}/dashboard`;
  const { dashboard } = (await user.api('GET', api)) as Partial<Saved>;
  await user.api('PUT', `${api}/widgets`, { name: 'House', basedOn: dashboard?.version ?? null, widgets });
  return {
    path: `/device/${encodeURIComponent(board.espid)}/Dashboard`,
    saved: async () => ((await user.api('GET', api)) as Saved).dashboard.widgets,
  };
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const mover = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}, `) });
const widthOf = async (place: Locator) => Math.round((await place.boundingBox())?.width ?? 0);
const topOf = async (place: Locator) => Math.round((await place.boundingBox())?.y ?? 0);

/** Ends the edit; what was changed is saved when the page can be edited again. */
async function done(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}

/** Drags with a finger, as the browser reports one. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('There is nothing to drag.');
  const client = await page.context().newCDPSession(page);
  const at = (share: number) => ({
    x: start.x + start.width / 2 + (end.x + end.width / 2 - start.x - start.width / 2) * share,
    y: start.y + start.height / 2 + (end.y + end.height / 2 - start.y - start.height / 2) * share,
  });
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] });
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(share)] });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

test('phones get a layout of their own without anybody making one, and keep the one that is made', async ({
  page,
  boards,
}) => {
  test.slow();
  const user = await newUser();
  const { path, saved } = await dashboardOf(user, boards);
  await page.setViewportSize({ width: 360, height: 800 });
  await openAs(page, user, path);
  await expect(region(page, 'Temperature')).toContainText(/\d/);
  expect(await topOf(region(page, 'Humidity'))).toBe(await topOf(region(page, 'Temperature')));
  expect(await widthOf(region(page, 'Temperature'))).toBeLessThan(170);
  expect(await widthOf(region(page, 'Time'))).toBeGreaterThan(300);
  expect(await fitsWidth(page)).toBe(true);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByText('Phone', { exact: true }).click();
  const list = page.getByRole('list', { name: 'Order on phones' });
  await expect(mover(page, 'Temperature')).toHaveAccessibleName(/place 1 of 4, half width, 2 high/);
  await mover(page, 'Temperature').focus();
  await page.keyboard.press('ArrowDown');
  await expect(mover(page, 'Temperature')).toHaveAccessibleName(/place 2 of 4/);
  await expect(mover(page, 'Temperature')).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(mover(page, 'Temperature')).toHaveAccessibleName(/full width, 3 high/);
  await mover(page, 'Time').focus();
  await page.keyboard.press('Delete');
  await expect(list.getByText('Hidden on phones')).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    expect(await axeFindings(page), theme).toEqual([]);
  }
  await page.keyboard.press('Control+z');
  await expect(list.getByText('Hidden on phones')).toBeHidden();
  await page.keyboard.press('Control+Shift+z');
  await done(page);
  await expect(region(page, 'Time')).toBeVisible();
  expect((await saved()).map(({ id, phone }) => ({ id, phone }))).toEqual([
    { id: 'b', phone: undefined },
    { id: 'a', phone: { width: 'full', height: 3, hidden: false } },
    { id: 'c', phone: { width: 'full', height: 2, hidden: true } },
    { id: 'd', phone: undefined },
  ]);

  await page.setViewportSize({ width: 360, height: 800 });
  await expect(region(page, 'Time')).toBeHidden();
  expect(await topOf(region(page, 'Humidity'))).toBeLessThan(await topOf(region(page, 'Temperature')));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  expect(await fitsWidth(page)).toBe(true);
  await page.getByRole('button', { name: 'Back to what is proposed' }).click();
  await done(page);
  await expect(region(page, 'Time')).toBeVisible();
  expect((await saved()).map(({ id, phone }) => [id, phone])).toEqual(
    ['a', 'b', 'c', 'd'].map((id) => [id, undefined]),
  );
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a finger drags by the dots, on the wide grid and on the phone', async ({ page, boards }) => {
    test.slow();
    const user = await newUser();
    const { path, saved } = await dashboardOf(user, boards);
    await page.setViewportSize({ width: 1024, height: 768 });
    await openAs(page, user, path);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const gripOf = (title: string) => page.locator('.editor-cell', { has: mover(page, title) }).locator('.editor-grip');
    await dragByFinger(page, gripOf('Temperature'), gripOf('Humidity'));
    await expect(mover(page, 'Temperature')).toHaveAccessibleName(/column 5, row 1/);
    await page.setViewportSize({ width: 360, height: 800 });
    const phoneGrip = (title: string) =>
      page.locator('.phone-cell', { has: mover(page, title) }).locator('.editor-grip');
    const before = await mover(page, 'Temperature').getAttribute('aria-label');
    await dragByFinger(page, phoneGrip('Temperature'), mover(page, 'Time'));
    await expect(mover(page, 'Temperature')).not.toHaveAccessibleName(before ?? '');
    await done(page);
    expect((await saved()).find(({ id }) => id === 'a')?.x).toBe(4);
  });
});
