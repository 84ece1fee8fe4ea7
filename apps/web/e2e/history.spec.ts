import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { fileOf } from './support/csv-file.ts';
import { sendPastDay } from './support/past-day.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

const pageOf = (espid: string, query = '') => `/device/${encodeURIComponent(espid)}/History${query}`;
const statistics = (page: Page) => page.getByRole('region', { name: 'Statistics, table' });

/** A user with two boards, of which the first has a day behind it with a gap of two hours. */
async function newGreenhouse(
  boards: { stop(): Promise<void> }[],
): Promise<{ user: User; espid: string; other: string }> {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
  const second = await user.board({ kit: 'tank', name: 'Tank', intervalMs: 3_600_000 });
  second.update({ level: 61.5 });
  boards.push(second);
  await board.stop();
  const { connectionKey } = (await user.api('GET', '/api/pairing')) as { connectionKey: string };
  await sendPastDay({
    espid: board.espid,
    kit: 'climate',
    username: `${user.email}/${connectionKey}`,
    mqtt: product.mqtt,
    stepMs: 60_000,
    utcOffsetHours: 7,
    gap: { from: 6, to: 4 },
  });
  return { user, espid: board.espid, other: second.espid };
}

async function drag(page: Page, chart: Locator, from: number, to: number) {
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not drawn.');
  await page.mouse.move(box.x + box.width * from, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 100, { steps: 4 });
  await page.mouse.up();
}

test('a range is zoomed, compared, summed up, read as a table, and opens again from its link', async ({
  page,
  boards,
}) => {
  const { user, espid, other } = await newGreenhouse(boards);
  await openAs(page, user, pageOf(espid));
  const chart = page.getByRole('slider').first();
  await expect(chart).toHaveAccessibleName(/Temperature.*\d to \d/);
  await expect(statistics(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByText('1 gap while online')).toBeVisible();

  await drag(page, chart, 0.5, 0.9);
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
  await drag(page, chart, 0.5, 0.9);
  await chart.dblclick();
  await expect(page).not.toHaveURL(/from=/);

  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: /^Temperature \d+/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Variables', exact: true }).click();
  await page.getByRole('group', { name: 'Tank' }).getByRole('checkbox').first().click();
  await page.keyboard.press('Escape');
  await expect(statistics(page).getByRole('row')).toHaveCount(4);
  await expect(page).toHaveURL(new RegExp(`v=${encodeURIComponent(other)}%3A`));

  const threshold = page.getByLabel(/^Threshold of Temperature/);
  await threshold.fill('25');
  await threshold.press('Enter');
  await expect(statistics(page).getByRole('row', { name: /Temperature/ })).toContainText(/\(\d+ %\)/);

  await page.getByRole('button', { name: /Compare with/ }).click();
  await page.getByRole('option', { name: 'The day before' }).click();
  await expect(statistics(page).getByRole('row', { name: /The day before/ })).toHaveCount(3);

  await page.getByText('Stacked').click();
  await expect(page.getByRole('slider')).toHaveCount(3);
  await page.getByText('Table', { exact: true }).click();
  const table = page.getByRole('region', { name: 'Values, table' });
  await expect(table.getByRole('row').nth(5)).toContainText(/\d/);
  expect(await table.getByRole('row').count()).toBeLessThan(60);

  const address = page.url();
  const words = await statistics(page).getByRole('row').nth(1).textContent();
  await page.goto(address);
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await expect(statistics(page).getByRole('row').nth(1)).toHaveText(words ?? '');
  await expect(page.getByLabel(/^Threshold of Temperature/)).toHaveValue('25');
});

test('what is shown is saved as a file, and days are chosen from the calendar', async ({ page, boards }) => {
  const { user, espid } = await newGreenhouse(boards);
  // The browser's own dialog cannot be answered here.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await openAs(page, user, pageOf(espid));
  const save = async (format: string, content: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export' });
    await dialog.getByText(format, { exact: true }).click();
    await dialog.getByText(content).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save the file' }).click();
    const file = await download;
    await expect(dialog).toBeHidden();
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };
  const csv = await save('CSV', 'All messages');
  expect(csv.name).toMatch(/\.csv$/);
  expect(csv.content.toString().split('\r\n').length).toBeGreaterThan(1200);
  const workbook = await save('Excel', 'What the chart shows');
  expect(workbook.name).toMatch(/\.xlsx$/);
  expect(workbook.content.subarray(0, 2).toString()).toBe('PK');

  await page.getByRole('button', { name: / to \d/ }).click();
  await page.getByRole('spinbutton', { name: /hour.*From, time/ }).fill('00');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
  await expect(page.getByRole('button', { name: /^Back to 24 h/ })).toBeVisible();
});

test('without a chosen variable the page says what to choose', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board();
  boards.push(board);
  const keys = async () =>
    ((await user.api('GET', `/api/device/${board.espid}`)) as { variables: unknown[] }).variables;
  await expect.poll(async () => (await keys()).length).toBeGreaterThan(0);
  await openAs(page, user, pageOf(board.espid, '?v=:'));
  await expect(page.getByRole('heading', { name: 'No variable is chosen' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toBeDisabled();
});

test('a board that sent nothing yet says so, and a file begins its history', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ intervalMs: 3_600_000 });
  boards.push(board);
  await openAs(page, user, pageOf(board.espid));
  await expect(page.getByRole('heading', { name: 'Nothing has come yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Import a file' }).click();
  const at = Date.now() - 3_600_000;
  const lines = [0, 1, 2].map((row) => `${new Date(at + row * 60_000).toISOString()},${20 + row}`);
  await page.getByLabel('CSV file').setInputFiles(fileOf(`time,boiler\n${lines.join('\n')}\n`));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.getByRole('slider')).toHaveAccessibleName(/boiler: 20 to 22/);
});

test('axe finds nothing in either theme, and nothing reaches beyond a phone', async ({ page, boards }) => {
  const { user, espid } = await newGreenhouse(boards);
  await openAs(page, user, pageOf(espid, '?range=24h&compare=day'));
  await expect(statistics(page).getByRole('row')).toHaveCount(5);
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('slider').first()).toBeVisible();
      expect.soft(await axeFindings(page), `${theme} ${width}`).toEqual([]);
      expect.soft(await fitsWidth(page), `${theme} ${width}`).toBe(true);
    }
  }
});
