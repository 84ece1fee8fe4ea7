import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const temperature = (page: Page) => page.getByRole('region', { name: /^temp/i });
const newest = (page: Page) => page.getByRole('article').filter({ hasText: /temp/i }).locator('.value-card-figure');
const toggleTable = (page: Page) =>
  temperature(page)
    .getByRole('button', { name: /as a table/ })
    .click();
const measured = (...values: number[]) => values.map((temp) => ({ temp, humid: 50 }));

/** The values of the temperature's table, oldest first. */
async function tableValues(page: Page): Promise<number[]> {
  const cells = await temperature(page).getByRole('cell').allTextContents();
  return cells.map((cell) => Number.parseFloat(cell)).reverse();
}

test('a silent board turns into charts, which are zoomed, walked with the keyboard, read as a table and exported', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
  boards.push(board);
  await openAs(page, user, `/device/${board.espid}/Overview`);
  const chart = temperature(page).getByRole('slider');

  await test.step('it shows what to check until the first value comes', async () => {
    await expect(page.getByRole('heading', { name: 'Connected, waiting for the first value' })).toBeVisible();
    await sendValues(board, ...measured(20.5));
    await expect(newest(page)).toHaveText('20.5');
    await expect(chart).toBeVisible();
  });

  await test.step('the chart is walked with the keyboard', async () => {
    await sendValues(board, ...measured(21.5, 22.5));
    await expect(newest(page)).toHaveText('22.5');
    await expect(page.getByRole('radio', { name: '15 min' })).toBeChecked();
    await expect(chart).toHaveAccessibleName(/Last 15 minutes, 20\.5.* to 22\.5/);
    await chart.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuetext', /22\.5/);
    await page.keyboard.press('ArrowLeft');
    await expect(chart).toHaveAttribute('aria-valuetext', /21\.5/);
  });

  await test.step('it is read as a table, also while values come', async () => {
    await toggleTable(page);
    await sendValues(board, ...measured(23.5));
    await expect(newest(page)).toHaveText('23.5');
    await expect.poll(() => tableValues(page)).toEqual(expect.arrayContaining([20.5, 21.5, 22.5, 23.5]));
    await toggleTable(page);
  });

  await test.step('a drag zooms it, which pauses it, and Back follows again', async () => {
    await expect(chart).toBeVisible();
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart is not drawn.');
    await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, box.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/from=\d+&to=\d+/);
    await expect(page.getByRole('button', { name: /paused/i })).toBeVisible();
    await page.goBack();
    await expect(page).not.toHaveURL(/from=/);
    await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
  });

  await test.step('it is saved as CSV', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).first().click();
    const file = await download;
    expect(file.suggestedFilename()).toContain(board.espid);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/^time,/);
    expect(lines.slice(1).join(' ')).toMatch(/20\.5.*21\.5.*22\.5.*23\.5/);
  });
});

test('after the live connection dropped no point is missing and none is there twice', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ intervalMs: 3_600_000 });
  boards.push(board);
  await sendValues(board, ...measured(20.5));
  const connections: (() => Promise<void>)[] = [];
  let cut = false;
  await page.routeWebSocket(/\/api\/live$/, (socket) => {
    if (cut) return void socket.close();
    socket.connectToServer();
    connections.push(() => socket.close());
  });
  await openAs(page, user, `/device/${board.espid}/Overview?range=15m`);
  await expect(newest(page)).toHaveText('20.5');
  await toggleTable(page);
  await sendValues(board, ...measured(21.5));
  await expect(newest(page)).toHaveText('21.5');

  cut = true;
  for (const close of connections) await close();
  await expect(page.getByText('Reconnecting').first()).toBeVisible();
  await expect(page.getByText(/\d (sec|min) ago/).first()).toBeVisible();
  await sendValues(board, ...measured(22.5, 23.5));
  cut = false;
  await expect(newest(page)).toHaveText('23.5');
  await sendValues(board, ...measured(24.5));
  await expect.poll(async () => (await tableValues(page)).slice(-5)).toEqual([20.5, 21.5, 22.5, 23.5, 24.5]);
});
