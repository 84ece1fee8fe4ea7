import type { Locator, Page } from '@playwright/test';
import { saveDashboard } from './support/saved-dashboard.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

type Placed = { id: string; x: number; y: number; width: number; height: number };
type Saved = { dashboard: { widgets: (Placed & { content: { title: string } })[] } };

const tile = (id: string, title: string, place: Omit<Placed, 'id'>) => ({
  id,
  ...place,
  content: { type: 'value', title, key: 'temp' },
});
const start = [
  tile('a', 'First', { x: 0, y: 0, width: 3, height: 2 }),
  tile('b', 'Second', { x: 3, y: 0, width: 4, height: 2 }),
  tile('c', 'Third', { x: 0, y: 2, width: 2, height: 2 }),
  tile('d', 'Fourth', { x: 8, y: 4, width: 3, height: 3 }),
];

async function greenhouse(user: User, boards: { stop(): Promise<void> }[]) {
  const board = await user.board({ kit: 'climate', name: 'Greenhouse', intervalMs: 2_000 });
  boards.push(board);
  const path = `/device/${encodeURIComponent(board.espid)}`;
  const api = `/api${path}/dashboard`;
  // Its first values bring the variables from which the editor lets choose.
  const device = () => user.api('GET', `/api${path}`);
  await expect.poll(async () => ((await device()) as { variables: unknown[] }).variables.length).toBeGreaterThan(2);
  const { template } = await saveDashboard(user, board.espid, { name: 'House', widgets: start });
  const saved = async () => ((await user.api('GET', api)) as Saved).dashboard.widgets;
  return { path: `${path}/Dashboard`, template, saved };
}

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const widget = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}, `) });
const selected = (page: Page) => page.locator('[data-widget][aria-pressed="true"]');
const status = (page: Page) => page.locator('.editor-root > [role="status"]');
const action = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Selected widgets' }).getByRole('button', { name, exact: true });
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
/** Where a widget stands: column, row, width and height. */
const expectPlace = (one: Locator, [column, row, width, height]: readonly number[]) =>
  expect(one).toHaveAccessibleName(new RegExp(`: column ${column}, row ${row}, ${width} wide, ${height} high$`));

/** Ends the edit; what was changed is saved when the page can be edited again. */
async function done(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
}

async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not on the page.');
  return box;
}

async function middleOf(one: Locator) {
  const box = await boxOf(one);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

async function dragBy(page: Page, one: Locator, by: { x: number; y: number }) {
  const from = await middleOf(one);
  await drag(page, from, { x: from.x + by.x, y: from.y + by.y });
}

/** Drags with a finger, as the browser reports one. */
async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [start, end] = [await middleOf(from), await middleOf(to)];
  const client = await page.context().newCDPSession(page);
  const at = (share: number) => ({ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share });
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0)] });
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(share)] });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

function expectNoOverlap(widgets: readonly Placed[]) {
  const taken = widgets.flatMap(({ x, y, width, height }) =>
    Array.from({ length: width * height }, (_, index) => `${x + (index % width)} ${y + Math.floor(index / width)}`),
  );
  expect(new Set(taken).size).toBe(taken.length);
}

test('an own dashboard is made, arranged with the mouse, undone, saved, and brought back', async ({ page, boards }) => {
  const user = await newUser();
  const { path, template, saved } = await greenhouse(user, boards);
  await openAs(page, user, path);
  await edit(page);
  await page.getByRole('textbox', { name: 'Dashboard name' }).fill('My greenhouse');
  await page.getByRole('button', { name: 'Add widget', exact: true }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Gauge/ }).click();
  await sheet.getByRole('button', { name: /Value$/ }).click();
  await page.getByRole('option', { name: /Light/ }).click();
  await sheet.getByRole('textbox', { name: 'Maximum' }).fill('500');
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  const light = widget(page, 'Light');
  await expect(light).toBeFocused();

  const place = await light.getAttribute('aria-label');
  await light.scrollIntoViewIfNeeded();
  await dragBy(page, light, { x: 0, y: 116 });
  await expect(light).not.toHaveAccessibleName(place ?? '');
  const moved = await light.getAttribute('aria-label');
  const corner = page.locator('.editor-cell', { has: light }).locator('.editor-corner');
  await corner.scrollIntoViewIfNeeded();
  await dragBy(page, corner, { x: 100, y: 60 });
  await expect(light).not.toHaveAccessibleName(moved ?? '');
  const size = /(\d+) wide, (\d+) high/.exec((await light.getAttribute('aria-label')) ?? '') ?? [];

  // Three are dragged together by one of them.
  await widget(page, 'First').click();
  await widget(page, 'Second').click({ modifiers: ['Shift'] });
  await widget(page, 'Third').click({ modifiers: ['ControlOrMeta'] });
  await expect(status(page)).toHaveText('3 widgets selected');
  const column = (await boxOf(page.locator('.editor-grid'))).width / 12;
  await dragBy(page, widget(page, 'Second'), { x: column, y: 58 });
  await expectPlace(widget(page, 'First'), [2, 2, 3, 2]);
  await expectPlace(widget(page, 'Second'), [5, 2, 4, 2]);
  await expectPlace(widget(page, 'Third'), [2, 4, 2, 2]);
  await expect(selected(page)).toHaveCount(3);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expectPlace(widget(page, 'First'), [1, 1, 3, 2]);
  await expectPlace(widget(page, 'Third'), [1, 3, 2, 2]);
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(0);

  // A frame is drawn around one.
  const fourth = widget(page, 'Fourth');
  await fourth.scrollIntoViewIfNeeded();
  const [grid, one] = [await boxOf(page.locator('.editor-grid')), await boxOf(fourth)];
  const outside = { x: grid.x + grid.width - 4, y: one.y + one.height + 10 };
  await drag(page, outside, { x: one.x + 40, y: one.y + 40 });
  await expect(status(page)).toHaveText('Fourth selected');

  await done(page);
  await expect(page.getByRole('heading', { name: 'My greenhouse' })).toBeVisible();
  await page.reload();
  await expect(region(page, 'Light')).toBeVisible();
  const widgets = await saved();
  expectNoOverlap(widgets);
  expect(widgets.find(({ content }) => content.title === 'Light')).toMatchObject({
    width: Number(size[1]),
    height: Number(size[2]),
    content: { type: 'gauge', key: 'light', min: 0, max: 500 },
  });

  await page.getByRole('button', { name: 'More about this dashboard' }).click();
  await page.getByRole('menuitem', { name: 'Earlier versions' }).click();
  await page.getByRole('button', { name: `Restore version ${template}`, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Temperature and humidity', level: 2 })).toBeVisible();
  await expect(region(page, 'Light')).toBeHidden();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1024, height: 768 } });

  test('taps select several widgets and a finger drags by the dots, on a tablet and on a phone', async ({
    page,
    boards,
  }) => {
    const user = await newUser();
    const { path, saved } = await greenhouse(user, boards);
    await openAs(page, user, path);
    await edit(page);
    await page.getByRole('button', { name: 'Select several' }).tap();
    await widget(page, 'First').tap();
    await widget(page, 'Second').tap();
    await widget(page, 'Third').tap();
    await widget(page, 'Second').tap();
    await expect(status(page)).toHaveText('2 widgets selected');
    await action(page, 'Same width').tap();
    await expectPlace(widget(page, 'Third'), [1, 3, 3, 2]);
    await page.setViewportSize({ width: 360, height: 800 });
    await action(page, 'Duplicate').tap();
    await expect(page.locator('[data-widget]')).toHaveCount(6);
    await action(page, 'Remove').tap();
    await action(page, 'Stop selecting').tap();
    await expect(page.locator('[data-widget]')).toHaveCount(4);

    await page.setViewportSize({ width: 1024, height: 768 });
    const gripOf = (title: string) =>
      page.locator('.editor-cell', { has: widget(page, title) }).locator('.editor-grip');
    await dragByFinger(page, gripOf('First'), gripOf('Second'));
    await expect(widget(page, 'First')).toHaveAccessibleName(/column 4, row 1/);
    await page.setViewportSize({ width: 360, height: 800 });
    const phoneGrip = page.locator('.phone-cell', { has: widget(page, 'First') }).locator('.editor-grip');
    await expect(phoneGrip).toBeVisible();
    const before = await widget(page, 'First').getAttribute('aria-label');
    await dragByFinger(page, phoneGrip, widget(page, 'Third'));
    await expect(widget(page, 'First')).not.toHaveAccessibleName(before ?? '');
    await done(page);
    const widgets = await saved();
    expect(widgets).toHaveLength(4);
    expectNoOverlap(widgets);
    expect(widgets.find(({ id }) => id === 'a')?.x).toBe(3);
  });
});
