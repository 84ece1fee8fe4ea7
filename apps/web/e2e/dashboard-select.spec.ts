import type { Locator, Page } from '@playwright/test';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

type Placed = { id: string; x: number; y: number; width: number; height: number };

const tile = (id: string, title: string, place: Omit<Placed, 'id'>) => ({
  ...{ id, ...place },
  content: { type: 'value', title, key: 'temp' },
});
const start = [
  tile('a', 'First', { x: 0, y: 0, width: 3, height: 2 }),
  tile('b', 'Second', { x: 3, y: 0, width: 4, height: 2 }),
  tile('c', 'Third', { x: 0, y: 2, width: 2, height: 2 }),
  tile('d', 'Fourth', { x: 8, y: 4, width: 3, height: 3 }),
];

type Saved = { dashboard: { version: number; widgets: Placed[] } };

async function greenhouse(user: User, boards: { stop(): Promise<void> }[], name = 'Greenhouse') {
  const board = await user.board({ kit: 'climate', name });
  boards.push(board);
  const path = `/device/${encodeURIComponent(board.espid)}`;
  await user.api('PUT', `/api${path}/dashboard`, { template: 'dht' });
  await user.api('PUT', `/api${path}/dashboard/widgets`, { name, widgets: start, basedOn: 1 });
  const saved = async () => ((await user.api('GET', `/api${path}/dashboard`)) as Saved).dashboard.widgets;
  return { path: `${path}/Dashboard`, saved };
}

const widget = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}, value`) });
const selected = (page: Page) => page.locator('[data-widget][aria-pressed="true"]');
const status = (page: Page) => page.locator('.editor-root > [role="status"]');
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected widgets' });
const act = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
const done = (page: Page) => page.getByRole('button', { name: 'Done', exact: true }).click();
/** Where a widget stands, from its name: column, row, width and height. */
const placeOf = async (one: Locator) => ((await one.getAttribute('aria-label')) ?? '').match(/\d+/g)?.map(Number) ?? [];

async function middleOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function expectNoOverlap(widgets: readonly Placed[]) {
  const taken = widgets.flatMap(({ x, y, width, height }) =>
    Array.from({ length: width * height }, (_, index) => `${x + (index % width)} ${y + Math.floor(index / width)}`),
  );
  expect(new Set(taken).size).toBe(taken.length);
}

test('several widgets are selected by mouse, moved together, arranged and removed', async ({ page, boards }) => {
  const user = await newUser();
  const { path, saved } = await greenhouse(user, boards);
  await openAs(page, user, path);
  await edit(page);
  await widget(page, 'First').click();
  await expect(bar(page)).toBeHidden();
  await widget(page, 'Second').click({ modifiers: ['Shift'] });
  await widget(page, 'Third').click({ modifiers: ['ControlOrMeta'] });
  await expect(status(page)).toHaveText('3 widgets selected.');
  expect(await axeFindings(page)).toEqual([]);

  const from = await middleOf(widget(page, 'Second'));
  const column = ((await page.locator('.editor-grid').boundingBox())?.width ?? 0) / 12;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + column, from.y + 58, { steps: 4 });
  await page.mouse.up();
  expect(await placeOf(widget(page, 'First'))).toEqual([2, 2, 3, 2]);
  expect(await placeOf(widget(page, 'Second'))).toEqual([5, 2, 4, 2]);
  expect(await placeOf(widget(page, 'Third'))).toEqual([2, 4, 2, 2]);
  await expect(selected(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await placeOf(widget(page, 'Third'))).toEqual([1, 3, 2, 2]);
  expect(await placeOf(widget(page, 'First'))).toEqual([1, 1, 3, 2]);

  await act(page, 'Same width').click();
  expect(await placeOf(widget(page, 'Third'))).toEqual([1, 5, 4, 2]);
  await act(page, 'Align right').click();
  const right = async (title: string) => {
    const [x = 0, , width = 0] = await placeOf(widget(page, title));
    return x + width;
  };
  expect(await right('First')).toBe(await right('Third'));
  expect(await right('First')).toBe(await right('Second'));
  // First back to the widgets, then nothing is selected.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(0);

  const grid = await page.locator('.editor-grid').boundingBox();
  const fourth = await widget(page, 'Fourth').boundingBox();
  if (!grid || !fourth) throw new Error('The grid is gone.');
  await page.mouse.move(grid.x + grid.width - 4, fourth.y + fourth.height + 10);
  await page.mouse.down();
  await page.mouse.move(fourth.x + 40, fourth.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect(status(page)).toHaveText('Fourth selected.');
  await widget(page, 'First').click({ modifiers: ['Shift'] });
  await act(page, 'Remove').click();
  await expect(page.locator('[data-widget]')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('[data-widget]')).toHaveCount(4);
  await done(page);
  await expect(page.getByRole('region', { name: 'Fourth', exact: true })).toBeVisible();
  expectNoOverlap(await saved());
});

test('several widgets are selected, moved, copied to another device and cut by keyboard', async ({
  page,
  boards,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await newUser();
  const { path } = await greenhouse(user, boards);
  const other = await greenhouse(user, boards, 'Cellar');
  await openAs(page, user, path);
  await edit(page);
  await widget(page, 'First').focus();
  await page.keyboard.press('Space');
  await expect(status(page)).toHaveText('First selected.');
  await widget(page, 'Third').focus();
  await page.keyboard.press('Space');
  await expect(status(page)).toHaveText('2 widgets selected.');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(status(page)).toHaveText('2 widgets: Column 3, row 1, 3 wide, 4 high.');
  await expect(widget(page, 'Third')).toBeFocused();
  await page.keyboard.press('Control+z');
  expect(await placeOf(widget(page, 'First'))).toEqual([1, 1, 3, 2]);
  expect(await placeOf(widget(page, 'Third'))).toEqual([1, 3, 2, 2]);
  await page.keyboard.press('Shift+ArrowRight');
  expect(await placeOf(widget(page, 'First'))).toEqual([1, 1, 4, 2]);
  expect(await placeOf(widget(page, 'Third'))).toEqual([1, 3, 3, 2]);

  await page.keyboard.press('t');
  await expect(act(page, 'Align left')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(widget(page, 'First')).toBeFocused();
  await page.keyboard.press('Control+d');
  await expect(page.locator('[data-widget]')).toHaveCount(6);
  await expect(selected(page)).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(page.locator('[data-widget]')).toHaveCount(4);
  await page.keyboard.press('Control+a');
  await expect(status(page)).toHaveText('4 widgets selected.');
  await page.keyboard.press('Control+x');
  await expect(page.getByText('No widgets yet.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.locator('[data-widget]')).toHaveCount(4);
  await done(page);

  await page.goto(new URL(other.path, user.http).href);
  await edit(page);
  await expect(page.locator('[data-widget]')).toHaveCount(4);
  await page.keyboard.press('Control+v');
  await expect(page.locator('[data-widget]')).toHaveCount(8);
  await expect(selected(page)).toHaveCount(4);
  await done(page);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  expectNoOverlap(await other.saved());
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });

  test('taps select several widgets, on a tablet and on a phone', async ({ page, boards }) => {
    const user = await newUser();
    const { path, saved } = await greenhouse(user, boards);
    await openAs(page, user, path);
    await edit(page);
    await page.getByRole('button', { name: 'Select several' }).tap();
    await expect(bar(page)).toContainText('Tap widgets to select them');
    await widget(page, 'First').tap();
    await widget(page, 'Second').tap();
    await widget(page, 'Third').tap();
    await widget(page, 'Second').tap();
    await expect(status(page)).toHaveText('2 widgets selected.');
    await act(page, 'Same width').tap();
    expect((await placeOf(widget(page, 'Third')))[2]).toBe(3);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await fitsWidth(page)).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await act(page, 'Duplicate').tap();
    await expect(page.locator('[data-widget]')).toHaveCount(6);
    await act(page, 'Remove').tap();
    await act(page, 'End').tap();
    await expect(bar(page)).toBeHidden();
    await done(page);
    await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
    const widgets = await saved();
    expect(widgets).toHaveLength(4);
    expectNoOverlap(widgets);
  });
});
