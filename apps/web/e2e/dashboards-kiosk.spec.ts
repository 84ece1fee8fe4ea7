import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startProduct } from './support/product.ts';
import { saveDashboard } from './support/saved-dashboard.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const widgets = [
  { id: 'a', x: 0, y: 0, width: 4, height: 2, content: { type: 'value', title: 'Temperature', key: 'temp' } },
  {
    id: 'b',
    x: 4,
    y: 0,
    width: 8,
    height: 4,
    content: { type: 'chart', title: 'Last hour', keys: ['temp', 'humid'], minutes: 60 },
  },
];

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function deviceOf(user: User, boards: { stop(): Promise<void> }[], name = 'Greenhouse') {
  const board = await user.board({ kit: 'climate', name, intervalMs: 2_000 });
  boards.push(board);
  await saveDashboard(user, board.espid, { name, widgets });
  return board.espid;
}

test('a dashboard fills the screen, in turn with another one, and Escape leaves', async ({ page, boards }) => {
  const user = await newUser();
  const first = await deviceOf(user, boards);
  await deviceOf(user, boards, 'Cellar');
  await page.clock.install();
  await openAs(page, user, `/device/${encodeURIComponent(first)}/Dashboard`);
  await page.getByRole('button', { name: 'Full screen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Full screen' });
  await dialog.getByRole('checkbox', { name: 'Cellar' }).check();
  await dialog.getByRole('textbox', { name: 'Seconds per dashboard' }).fill('600');
  await dialog.getByText('Dark', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/kiosk\?/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(region(page, 'Temperature')).toContainText(/\d°C/);
  const height = await page.evaluate(() => document.querySelector('.kiosk-body')?.getBoundingClientRect().height ?? 0);
  expect(height).toBeGreaterThan(700);
  expect(height).toBeLessThan(900);
  const canvas = page.locator('.lines-chart canvas');
  const density = () =>
    canvas.evaluate((drawn: HTMLCanvasElement) => drawn.width / drawn.getBoundingClientRect().width);
  await expect.poll(density).toBeCloseTo(1, 1);
  await page.clock.fastForward(601_000);
  await expect(page.getByRole('main', { name: 'Cellar', exact: true })).toBeVisible();
  await expect(page.locator('.kiosk')).toHaveAttribute('data-quiet', 'true');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/Dashboard$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test.describe('when the server goes away', () => {
  test.use({ allowErrors: /Failed to load resource|WebSocket|net::ERR|502/, serviceWorkers: 'allow' });

  test('the last values stay, the page starts again without it, and continues by itself', async ({ page, boards }) => {
    const directory = await mkdtemp(join(tmpdir(), 'cyno-kiosk-'));
    let product = await startProduct(directory);
    try {
      const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
      const user = await newUser(product, { setupCode });
      const espid = await deviceOf(user, boards);
      await openAs(page, user, `/kiosk?${new URLSearchParams({ show: `device:${espid}` })}`);
      const temperature = region(page, 'Temperature');
      await expect(temperature).toContainText(/\d°C/);
      await page.evaluate(async () => void (await navigator.serviceWorker.ready));
      await product.kill();
      const reconnecting = page.getByRole('status').filter({ hasText: 'Reconnecting' });
      await expect(reconnecting).toBeVisible();
      await expect(temperature).toContainText(/\d°C/);
      await expect(temperature).toContainText(/ago/);

      await page.reload();
      await expect(temperature).toContainText(/\d°C/);
      await expect(reconnecting).toBeVisible();

      product = await startProduct(directory, product);
      await expect(reconnecting).toBeHidden();
      await expect(temperature).not.toContainText(/ago/);
    } finally {
      await product.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
