import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProduct } from './support/product.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test.use({ allowErrors: /Failed to load resource|WebSocket|net::ERR|502/, serviceWorkers: 'allow' });

test('the app opens without the server, with the last values, and on pages that were never visited too', async ({
  page,
  boards,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-offline-'));
  const product = await startProduct(directory);
  try {
    const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
    const user = await newUser(product, { setupCode });
    const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
    boards.push(board);
    await sendValues(board, { temp: 31.5 });
    await openAs(page, user, '/device');
    await expect(page.getByRole('main').getByText('31.5')).toBeVisible();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await product.kill();
    await expect(page.getByText('Live values are paused. Reconnecting…')).toBeVisible();

    await page.goto(`${product.http}/device`);
    await expect(page.getByRole('main').getByText('31.5')).toBeVisible();
    await expect(page.getByText(/No connection\. You see values from/)).toBeVisible();
    await page.goto(`${product.http}/device/${encodeURIComponent(board.espid)}/Overview`);
    await expect(page.getByRole('heading', { name: 'Greenhouse' })).toBeVisible();
    await expect(page.getByRole('main').getByText('31.5')).toBeVisible();
    await page.goto(`${product.http}/dashboard`);
    await expect(page.getByRole('heading', { name: 'Dashboards', exact: true })).toBeVisible();
    await page.goto(`${product.http}/no/such/page`);
    await expect(page.getByText('Not found').first()).toBeVisible();
    await page.goto(`${product.http}/docs/using/widgets/`);
    await expect(page.getByRole('heading', { name: 'This page needs the server' })).toBeVisible();

    const stored = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(stored.filter((path) => /^\/(api|device|dashboard|view|docs)/.test(path))).toEqual([]);
  } finally {
    await product.stop().catch(() => undefined);
    await rm(directory, { recursive: true, force: true });
  }
});

test.describe('without the stored copy of the app', () => {
  test.use({
    allowErrors: /Failed to load resource|WebSocket|net::ERR|imported module|preload CSS|blocked by Playwright/,
    serviceWorkers: 'block',
  });

  test('a page that is not loaded yet waits for the connection, and what is known stays', async ({
    page,
    boards,
    context,
  }) => {
    const user = await newUser();
    const board = await user.board({ intervalMs: 1_000 });
    boards.push(board);
    await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Overview`);
    await expect(page.getByRole('main').getByText('Online')).toBeVisible();
    await context.setOffline(true);
    await expect(page.getByText(/^No connection\. You see the last values/)).toBeVisible();
    await expect(page.getByRole('main').getByText('Online')).toBeHidden();
    const tabs = page.getByRole('navigation', { name: 'Device pages' });
    await tabs.getByRole('link', { name: 'Automation' }).click();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await tabs.getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByRole('main').getByText('Reconnecting…')).toBeVisible();
    await tabs.getByRole('link', { name: 'Automation' }).click();
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Add automation' })).toBeVisible();
  });
});
