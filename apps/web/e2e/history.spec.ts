import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { fileOf } from './support/csv-file.ts';
import { sendValues } from './support/send-values.ts';
import { storePastDay } from './support/stored-day.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const pageOf = (espid: string, query = '') => `/device/${encodeURIComponent(espid)}/History${query}`;
const statistics = (page: Page) => page.getByRole('region', { name: 'Statistics, table' });

/** A user with two boards, of which the first has a day behind it with a gap of two hours. */
async function newGreenhouse(
  boards: { stop(): Promise<void> }[],
): Promise<{ user: User; espid: string; other: string }> {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
  const second = await user.board({ kit: 'tank', name: 'Tank', intervalMs: 3_600_000 });
  await sendValues(second, { level: 61.5 });
  boards.push(second);
  await board.stop();
  await storePastDay(user, board.espid, { stepMs: 60_000, gap: { from: 6, to: 4 } });
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
  await expect(page).toHaveURL(/from=\d+&to=\d+/);
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

  await page.getByRole('button', { name: 'Add threshold' }).click();
  const threshold = page.getByLabel(/^Threshold of Temperature/);
  await threshold.fill('25');
  await threshold.press('Enter');
  await expect(statistics(page).getByRole('row', { name: /Temperature/ })).toContainText(/\(\d+ %\)/);

  await page.getByRole('button', { name: /Compare with/ }).click();
  await page.getByRole('option', { name: 'The day before' }).click();
  await expect(statistics(page).getByRole('row', { name: /The day before/ })).toHaveCount(3);

  await page.getByText('Stacked').click();
  await expect(page.getByRole('slider')).toHaveCount(3);
  // The figures of a range that ends now change by themselves.
  const figures = statistics(page).getByRole('row').nth(1);
  const ofDay = (await figures.textContent()) ?? '';
  await drag(page, chart, 0.5, 0.9);
  await expect(figures).not.toHaveText(ofDay);
  await expect(figures).toContainText(/\(\d+ %\)/);
  await page.getByText('Table', { exact: true }).click();
  const table = page.getByRole('region', { name: 'Values, table' });
  await expect(table.getByRole('row').nth(5)).toContainText(/\d/);
  expect(await table.getByRole('row').count()).toBeLessThan(60);

  const address = page.url();
  expect(address).toMatch(/from=\d+&to=\d+/);
  const text = (await figures.textContent()) ?? '';
  await page.goto(address);
  await expect(page.getByRole('radio', { name: 'Table' })).toBeChecked();
  await expect(figures).toHaveText(text);
  await expect(page.getByLabel(/^Threshold of Temperature/)).toHaveValue('25');

  // On a phone the chart is in the first screen.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(new URL(pageOf(espid), address).href);
  await expect(chart).toBeVisible();
  const box = await chart.boundingBox();
  expect((box?.y ?? 740) + (box?.height ?? 0)).toBeLessThanOrEqual(740);
});

test('what is shown is saved as a file of two devices, each takes its own lines again, and days are chosen', async ({
  page,
  boards,
}) => {
  const { user, espid, other } = await newGreenhouse(boards);
  const window = { from: Date.now() - 3_600_000, to: null, text: 'Window open', tone: 'warning' };
  await user.api('POST', `/api/device/${encodeURIComponent(espid)}/annotations`, window);
  // The browser's own dialog cannot be confirmed here.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const visible = [`${espid}:temp`, `${other}:level`].map((name) => `v=${encodeURIComponent(name)}`).join('&');
  await openAs(page, user, pageOf(espid, `?range=24h&${visible}`));
  const dialog = page.getByRole('dialog', { name: 'Export' });
  const save = async (...choices: string[]) => {
    await page.getByRole('button', { name: 'Export' }).click();
    await expect(dialog.getByRole('checkbox')).toHaveCount(2);
    for (const choice of choices) await dialog.getByText(choice, { exact: true }).click();
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save file' }).click();
    const file = await download;
    await expect(dialog).toBeHidden();
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
  };

  const csv = await save('CSV', 'All messages');
  const text = csv.content.toString();
  await test.step('as CSV, Excel and JSON, with values or notes, of one device or both', async () => {
    expect(csv.name).toMatch(/^cyno-2-devices_.*\.csv$/);
    expect(text).toMatch(/^\ufefftime,device,temp/);
    expect(text).toMatch(/,Greenhouse,\d/);
    expect(text).toMatch(/,Tank,,61\.5/);
    expect(text.split('\r\n').length).toBeGreaterThan(1200);
    const workbook = await save('Excel', 'Points of the chart');
    expect(workbook.name).toMatch(/\.xlsx$/);
    expect(workbook.content.subarray(0, 2).toString()).toBe('PK');
    expect((await save('CSV', 'Notes only')).content.toString()).toContain(',Greenhouse,warning,Window open,');
    expect((await save('JSON', 'Tank')).content.toString()).not.toContain('level');
  });

  await test.step('a device takes its own lines of the file, which it has already', async () => {
    await page.getByRole('button', { name: 'Import' }).click();
    const sheet = page.getByRole('dialog', { name: /^Import into/ });
    await sheet.getByLabel('CSV file').setInputFiles(fileOf(text));
    await expect(sheet.getByRole('button', { name: /^Greenhouse device$|device.*Greenhouse/ })).toBeVisible();
    await expect(sheet.getByRole('button', { name: /Import level/ })).toContainText('Skip');
    await sheet.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(sheet.getByRole('heading', { name: 'File imported' })).toBeVisible();
    const figure = (name: string) => sheet.getByText(name, { exact: true }).locator('xpath=following-sibling::dd');
    await expect(figure('Added')).toHaveText('0');
    await expect(figure('Already there')).not.toHaveText('0');
    await expect(figure('Skipped lines')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });

  await test.step('days are chosen from the calendar', async () => {
    await page.getByRole('button', { name: / to \d/ }).click();
    await page.getByRole('spinbutton', { name: /hour.*From, time/ }).fill('00');
    await page.getByRole('button', { name: 'Show' }).click();
    await expect(page).toHaveURL(/from=\d+&to=\d+/);
    await expect(page.getByRole('button', { name: /^Back to 24 h/ })).toBeVisible();
  });
});
