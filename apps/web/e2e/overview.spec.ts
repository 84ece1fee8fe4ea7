import { readFile } from 'node:fs/promises';
import type { VirtualBoard } from '@cyno/virtual-board';
import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const temperature = (page: Page) => page.getByRole('region', { name: /^temp/i });
const newest = (page: Page) => page.getByRole('article').filter({ hasText: /temp/i }).locator('.value-card-figure');

/** Sends values one after the other, as fast as a board may. */
async function send(board: VirtualBoard, values: readonly number[]) {
  for (const temp of values) {
    board.update({ temp, humid: 50 });
    await new Promise((resolve) => setTimeout(resolve, 650));
  }
}

/** The values of the temperature's table, oldest first. */
async function tableValues(page: Page): Promise<number[]> {
  const cells = await temperature(page).getByRole('cell').allTextContents();
  return cells.map((cell) => Number.parseFloat(cell)).reverse();
}

test('charts are zoomed with the mouse, walked with the keyboard, read as a table and exported', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
  boards.push(board);
  await send(board, [20.5, 21.5, 22.5]);
  await openAs(page, user, `/device/${board.espid}/Overview`);
  await expect(newest(page)).toHaveText('22.5');
  await expect(page.getByRole('radio', { name: '15 min' })).toBeChecked();

  const chart = temperature(page).getByRole('slider');
  await expect(chart).toHaveAccessibleName(/last 15 minutes, 20\.5.* to 22\.5/);
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /22\.5/);
  await page.keyboard.press('ArrowLeft');
  await expect(chart).toHaveAttribute('aria-valuetext', /21\.5/);

  await temperature(page)
    .getByRole('button', { name: /as a table/ })
    .click();
  await send(board, [23.5]);
  await expect(newest(page)).toHaveText('23.5');
  await expect.poll(() => tableValues(page)).toEqual(expect.arrayContaining([20.5, 21.5, 22.5, 23.5]));
  await temperature(page)
    .getByRole('button', { name: /as a table/ })
    .click();

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
  await expect(page.getByRole('button', { name: /following live/i })).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).first().click();
  const file = await download;
  expect(file.suggestedFilename()).toContain(board.espid);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toMatch(/^time,/);
  expect(lines.slice(1).join(' ')).toMatch(/20\.5.*21\.5.*22\.5.*23\.5/);
});

test('after the live connection dropped no point is missing and none is there twice', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ intervalMs: 3_600_000 });
  boards.push(board);
  await send(board, [20.5]);
  const connections: (() => Promise<void>)[] = [];
  let cut = false;
  await page.routeWebSocket(/\/api\/live$/, (socket) => {
    if (cut) return void socket.close();
    socket.connectToServer();
    connections.push(() => socket.close());
  });
  await openAs(page, user, `/device/${board.espid}/Overview?range=15m`);
  await expect(newest(page)).toHaveText('20.5');
  await temperature(page)
    .getByRole('button', { name: /as a table/ })
    .click();
  await send(board, [21.5]);
  await expect(newest(page)).toHaveText('21.5');

  cut = true;
  for (const close of connections) await close();
  await expect(page.getByText('Reconnecting').first()).toBeVisible();
  await expect(page.getByText(/\d s ago/).first()).toBeVisible();
  await send(board, [22.5, 23.5]);
  await expect(newest(page)).toHaveText('21.5');
  cut = false;
  await expect(newest(page)).toHaveText('23.5', { timeout: 30_000 });
  await send(board, [24.5]);
  await expect.poll(async () => (await tableValues(page)).slice(-5)).toEqual([20.5, 21.5, 22.5, 23.5, 24.5]);
});

test('a board that has sent nothing says what to check, and turns into charts by itself', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ intervalMs: 3_600_000 });
  boards.push(board);
  await openAs(page, user, `/device/${board.espid}/Overview`);
  await expect(page.getByRole('heading', { name: 'Connected, waiting for the first value' })).toBeVisible();
  await send(board, [20.5]);
  await expect(newest(page)).toHaveText('20.5');
  await expect(temperature(page).getByRole('slider')).toBeVisible();
});
