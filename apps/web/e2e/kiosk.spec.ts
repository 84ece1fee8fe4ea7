import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startProduct } from './support/product.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const kioskOf = (...espids: string[]) =>
  `/kiosk?${new URLSearchParams(espids.map((espid): [string, string] => ['show', `device:${espid}`]))}`;
type Saved = { dashboard: { version: number } | null };

const widgets = [
  { id: 'a', x: 0, y: 0, width: 4, height: 2, content: { type: 'value', title: 'Temperature', key: 'temp' } },
  {
    ...{ id: 'b', x: 4, y: 0, width: 8, height: 4 },
    content: { type: 'chart', title: 'Last hour', keys: ['temp', 'humid'], minutes: 60 },
  },
];

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function deviceOf(user: User, boards: { stop(): Promise<void> }[], name = 'Greenhouse') {
  const board = await user.board({ kit: 'climate', name });
  boards.push(board);
  const api = `/api/device/${encodeURIComponent(board.espid)}`;
  const { dashboard } = (await user.api('GET', `${api}/dashboard`)) as Saved;
  await user.api('PUT', `${api}/dashboard/widgets`, { name, widgets, basedOn: dashboard?.version ?? null });
  return board.espid;
}

test('a dashboard fills the screen, in turn with another one, and Escape leaves', async ({ page, boards }) => {
  const user = await newUser();
  const first = await deviceOf(user, boards);
  await deviceOf(user, boards, 'Cellar');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.install();
  await openAs(page, user, `/device/${encodeURIComponent(first)}/Dashboard`);
  await page.getByRole('button', { name: 'Full screen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Full screen' });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('checkbox', { name: 'Cellar' }).check();
  await dialog.getByRole('textbox', { name: 'Seconds of each' }).fill('5');
  await dialog.getByText('Dark', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(/\/kiosk\?/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const temperature = region(page, 'Temperature');
  await expect(temperature).toContainText(/\d\.\d/);
  const height = await page.evaluate(() => document.querySelector('.kiosk-body')?.getBoundingClientRect().height ?? 0);
  expect(height).toBeGreaterThan(700);
  expect(height).toBeLessThan(900);
  await page.clock.fastForward(5_100);
  await expect(page.getByRole('main', { name: 'Cellar', exact: true })).toBeVisible();
  await expect(page.locator('.kiosk')).toHaveAttribute('data-quiet', 'true');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/Dashboard$/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a full-screen dashboard fits each screen', async ({ page, boards }) => {
  test.slow();
  const user = await newUser();
  const espid = await deviceOf(user, boards);
  await openAs(page, user, kioskOf(espid));
  await expect(region(page, 'Temperature')).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await fitsWidth(page), `${theme} ${width}`).toBe(true);
      if (width !== 768) expect(await axeFindings(page), `${theme} ${width}`).toEqual([]);
    }
  }
});

test.describe('when the server goes away', () => {
  test.use({ allowErrors: /Failed to load resource|WebSocket|net::ERR|502/ });

  test('the last values stay, the page starts again without it, and goes on by itself', async ({ page, boards }) => {
    test.slow();
    const directory = await mkdtemp(join(tmpdir(), 'cyno-kiosk-'));
    let product = await startProduct(directory);
    try {
      const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
      const user = await newUser(product, { setupCode });
      const espid = await deviceOf(user, boards);
      await openAs(page, user, kioskOf(espid));
      const temperature = region(page, 'Temperature');
      await expect(temperature).toContainText(/\d\.\d/);
      // The files of the page are kept as soon as they are there.
      await expect
        .poll(() => page.evaluate(async () => (await (await caches.open('kiosk-shell')).keys()).length), {
          timeout: 20_000,
        })
        .toBeGreaterThan(5);
      await product.kill();
      await expect(page.getByRole('status').filter({ hasText: 'Reconnecting' })).toBeVisible({ timeout: 40_000 });
      await expect(temperature).toContainText(/\d\.\d/);
      await expect(temperature).toContainText(/ago/);

      await page.reload();
      await expect(temperature).toContainText(/\d\.\d/);
      await expect(page.getByRole('status').filter({ hasText: 'Reconnecting' })).toBeVisible({ timeout: 40_000 });

      product = await startProduct(directory, product);
      await expect(page.getByRole('status').filter({ hasText: 'Reconnecting' })).toBeHidden({ timeout: 40_000 });
      await expect(temperature).not.toContainText(/ago/, { timeout: 40_000 });
    } finally {
      await product.stop();
      await rm(directory, { recursive: true, force: true });
    }
  });
});
