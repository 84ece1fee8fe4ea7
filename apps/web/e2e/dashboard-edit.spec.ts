import type { Locator, Page } from '@playwright/test';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const widths = [360, 768, 1440];
const wide = { width: 1440, height: 900 };

async function boardWith(user: User, boards: { stop(): Promise<void> }[]) {
  const board = await user.board({ kit: 'climate', name: 'Greenhouse' });
  boards.push(board);
  return { board, path: `/device/${encodeURIComponent(board.espid)}/Dashboard` };
}

const widget = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}, `) });
const edit = (page: Page) => page.getByRole('button', { name: 'Edit', exact: true }).click();
const done = (page: Page) => page.getByRole('button', { name: 'Done', exact: true }).click();
const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More', exact: false }).last().click();
  await page.getByRole('menuitem', { name: entry }).click();
};

async function drag(page: Page, from: Locator, by: { x: number; y: number }) {
  await from.scrollIntoViewIfNeeded();
  const box = await from.boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + by.x, box.y + box.height / 2 + by.y, { steps: 4 });
  await page.mouse.up();
}

test('an own dashboard is made, arranged by mouse and keyboard, undone, saved, and brought back', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const { board, path } = await boardWith(user, boards);
  await user.api('PUT', `/api/device/${encodeURIComponent(board.espid)}/dashboard`, { template: 'dht' });
  await page.setViewportSize(wide);
  await openAs(page, user, path);
  await edit(page);
  await page.getByRole('textbox', { name: 'Name of the dashboard' }).fill('My greenhouse');

  await page.getByRole('button', { name: 'Add widget' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Gauge/ }).click();
  await expect(sheet.getByRole('heading', { name: 'Temperature' })).toBeVisible();
  await sheet.getByRole('button', { name: /Value of the board$/ }).click();
  await expect(page.getByRole('option', { name: /Humidity/ })).toContainText('%');
  await page.getByRole('option', { name: /Light/ }).click();
  await expect(sheet.getByRole('textbox', { name: 'Title' })).toHaveValue('Light');
  await sheet.getByRole('textbox', { name: 'Highest' }).fill('x');
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(sheet.getByRole('alert')).toHaveText('The lowest value must be a number below the highest.');
  await sheet.getByRole('textbox', { name: 'Highest' }).fill('500');
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  const light = widget(page, 'Light');
  await expect(light).toBeFocused();
  const before = await light.getAttribute('aria-label');

  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(light).not.toHaveAccessibleName(before ?? '');
  await expect(light).toBeFocused();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(light).toHaveAccessibleName(before ?? '');
  await page.keyboard.press('Control+Shift+z');
  await expect(light).not.toHaveAccessibleName(before ?? '');
  await light.focus();
  await page.keyboard.press('Control+d');
  await expect(light).toHaveCount(2);
  await page.keyboard.press('Delete');
  await expect(light).toHaveCount(1);

  const place = await light.getAttribute('aria-label');
  await drag(page, light, { x: 0, y: 116 });
  await expect(light).not.toHaveAccessibleName(place ?? '');
  const moved = await light.getAttribute('aria-label');
  await drag(page, page.locator('.editor-cell', { has: light }).locator('.editor-corner'), { x: 100, y: 60 });
  await expect(light).not.toHaveAccessibleName(moved ?? '');
  const size = /(\d+) wide, (\d+) high/.exec((await light.getAttribute('aria-label')) ?? '') ?? [];

  await done(page);
  await expect(page.getByRole('heading', { name: 'My greenhouse' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Light', exact: true })).toBeVisible();
  const saved = (await user.api('GET', `/api/device/${encodeURIComponent(board.espid)}/dashboard`)) as {
    dashboard: { widgets: { width: number; height: number; content: { title: string } }[] };
  };
  expect(saved.dashboard.widgets.find(({ content }) => content.title === 'Light')).toMatchObject({
    width: Number(size[1]),
    height: Number(size[2]),
    content: { type: 'gauge', key: 'light', min: 0, max: 500 },
  });

  await more(page, 'Earlier versions');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByRole('heading', { name: 'Temperature and humidity', level: 2 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Light', exact: true })).toBeHidden();
});

test.describe('when another tab saves meanwhile', () => {
  test.use({ allowErrors: /409/ });

  test('neither version is lost', async ({ page, boards }) => {
    const user = await newUser();
    const { board, path } = await boardWith(user, boards);
    const api = `/api/device/${encodeURIComponent(board.espid)}/dashboard`;
    await user.api('PUT', api, { template: 'dht' });
    await page.setViewportSize(wide);
    await openAs(page, user, path);
    await edit(page);
    const name = page.getByRole('textbox', { name: 'Name of the dashboard' });
    await name.fill('Mine');
    await user.api('PUT', `${api}/widgets`, { name: 'Theirs', widgets: [], basedOn: 1 });
    await expect(page.getByText('You will be asked which one to keep.')).toBeVisible();
    await done(page);
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await question.getByRole('button', { name: 'Go on editing' }).click();
    await expect(name).toHaveValue('Mine');
    await done(page);
    await question.getByRole('button', { name: 'Save mine' }).click();
    await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
    await more(page, 'Earlier versions');
    await expect(page.getByRole('list', { name: 'Versions' }).getByRole('listitem')).toContainText([
      'Mine',
      'Theirs',
      'Temperature and humidity',
    ]);
  });
});

test('a dashboard goes through a file to another device, and nothing is lost by leaving', async ({ page, boards }) => {
  const user = await newUser();
  const { board, path } = await boardWith(user, boards);
  await user.api('PUT', `/api/device/${encodeURIComponent(board.espid)}/dashboard`, { template: 'dht' });
  await page.setViewportSize(wide);
  await openAs(page, user, path);
  const download = page.waitForEvent('download');
  await more(page, 'Export to a file');
  const file = await download;
  expect(file.suggestedFilename()).toBe('temperature-and-humidity.json');
  const exported = await file.path();

  const other = await user.board({ kit: 'tank', name: 'Tank' });
  boards.push(other);
  await page.goto(new URL(`/device/${encodeURIComponent(other.espid)}/Dashboard`, user.http).href);
  const choose = async (from: string | { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import from a file' }).click();
    await (await chooser).setFiles(from);
  };
  await choose({ name: 'photo.json', mimeType: 'application/json', buffer: Buffer.from('{"a":1}') });
  await expect(page.getByRole('alert')).toContainText('The file holds no dashboard.');
  await choose(exported);
  await expect(widget(page, 'Temperature')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Go on editing' }).click();
  await page.getByRole('link', { name: 'Control', exact: true }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
  await done(page);
  await expect(page.getByRole('heading', { name: 'Temperature and humidity', level: 2 })).toBeVisible();
});

test('edit mode fits each screen', async ({ page, boards }) => {
  test.slow();
  const user = await newUser();
  const { board, path } = await boardWith(user, boards);
  const api = `/api/device/${encodeURIComponent(board.espid)}/dashboard`;
  await user.api('PUT', api, { template: 'dht' });
  await openAs(page, user, path);
  await edit(page);
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      expect(await fitsWidth(page), `${theme} ${width}`).toBe(true);
      if (width !== 768) expect(await axeFindings(page), `${theme} ${width}`).toEqual([]);
    }
  }
});

test('lamps, timelines, tables and clocks say in words what they show', async ({ page, boards }) => {
  const user = await newUser();
  const { board, path } = await boardWith(user, boards);
  const place = { width: 3, height: 2, y: 0 };
  const lamp = { type: 'led', key: 'temp', onFrom: -100, tone: 'good', onWord: 'warm', offWord: 'cold' };
  await expect
    .poll(async () => ((await user.api('GET', '/api/device/')) as { variables: unknown[] }[])[0]?.variables.length)
    .toBeGreaterThan(2);
  const api = `/api/device/${encodeURIComponent(board.espid)}/dashboard`;
  const { dashboard } = (await user.api('GET', api)) as { dashboard: { version: number } | null };
  await user.api('PUT', `${api}/widgets`, {
    name: 'States',
    basedOn: dashboard?.version ?? null,
    widgets: [
      { ...place, id: 'a', x: 0, content: { ...lamp, title: 'Warm' } },
      { ...place, id: 'b', x: 3, content: { ...lamp, title: 'Hot', onFrom: 1_000 } },
      { ...place, id: 'c', x: 6, content: { type: 'clock', title: 'Now' } },
      {
        ...place,
        id: 'd',
        x: 0,
        y: 2,
        width: 6,
        content: { type: 'timeline', title: 'Since', key: 'temp', onFrom: -100, minutes: 60 },
      },
      {
        ...place,
        id: 'e',
        x: 6,
        y: 2,
        height: 4,
        content: { type: 'table', title: 'All', keys: ['temp', 'humid', 'other'] },
      },
    ],
  });
  await openAs(page, user, path);
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(region('Warm')).toContainText('warm');
  await expect(region('Hot')).toContainText('cold');
  await expect(region('Now')).toContainText(/\d\d:\d\d:\d\d/);
  await expect(region('Since').getByRole('img')).toHaveAccessibleName(/^On /);
  await expect(region('All').getByRole('row')).toHaveText([/Temperature.*°C/, /Humidity.*%/, /other–/]);
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    expect(await axeFindings(page), theme).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await fitsWidth(page)).toBe(true);
});
