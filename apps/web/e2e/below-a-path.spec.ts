import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/test/free-port.ts';
import { startProduct } from './support/product.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

test.use({ allowErrors: /WebSocket|net::ERR/, serviceWorkers: 'allow' });

test('below a path of a host everything works as at its root, and nothing is requested outside of the path', async ({
  page,
  boards,
}) => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-path-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const product = await startProduct(directory, undefined, {
    PORT: new URL(origin).port,
    PUBLIC_URL: `${origin}/cyno`,
  });
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/cyno/`)) outside.push(request.url());
  });
  page.on('websocket', (socket) => {
    if (!socket.url().startsWith(`${origin.replace('http', 'ws')}/cyno/`)) outside.push(socket.url());
  });
  try {
    await test.step('the set-up link makes the first account, which logs in', async () => {
      await page.goto(product.setup ?? '');
      await page.getByLabel('E-mail').fill('narin@example.com');
      await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
      await page.getByRole('button', { name: 'Create account' }).click();
      await expect(page.getByText(/Account created/)).toBeVisible();
      await page.getByLabel('E-mail').fill('narin@example.com');
      await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
      await page.getByRole('button', { name: 'Log in', exact: true }).click();
      await expect(page).toHaveURL(`${origin}/cyno/device`);
      await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
      const logo = page.getByRole('banner').locator('img').first();
      await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    });

    const user = await newUser(product);
    const board = await user.board({ name: 'Greenhouse', family: 'esp8266', intervalMs: 3_600_000 });
    boards.push(board);
    await sendValues(board, { temp: 21.5 });

    await test.step('values come live, outputs are switched, Back leads to the page before', async () => {
      await page.evaluate(() => localStorage.clear());
      await openAs(page, user, '/cyno/device');
      await expect(page.getByRole('main').getByText('21.5')).toBeVisible();
      await sendValues(board, { temp: 22.5 });
      await expect(page.getByRole('main').getByText('22.5')).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: 'Greenhouse' }).first().click();
      await expect(page).toHaveURL(new RegExp(`^${origin}/cyno/device/.+/Overview$`));
      await page.getByRole('navigation', { name: 'Device pages' }).getByRole('link', { name: 'Control' }).click();
      const row = page.getByRole('listitem').filter({ hasText: 'D1' }).first();
      await row.getByRole('button', { name: 'Set up' }).click();
      await page.getByLabel('Name').fill('Exhaust fan');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('switch', { name: 'Exhaust fan' }).click();
      await expect(page.getByText(/^done(, \d+ ms| after .+)$/).first()).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(/\/cyno\/device\/.+\/Overview$/);
    });

    await test.step('the documentation is found, searched and read, that of the API too', async () => {
      await page.goto(`${origin}/cyno/docs/`);
      await page.getByRole('link', { name: 'Install' }).first().click();
      await expect(page).toHaveURL(`${origin}/cyno/docs/start/install/`);
      // Before that the script of the search may not be there.
      await page.waitForLoadState('load');
      await page.keyboard.press('/');
      await page.keyboard.type('connection key');
      await expect(page.getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`^${origin}/cyno/docs/.+/`));
      await page.goto(`${origin}/cyno/api/docs`);
      await expect(page.getByRole('heading', { name: /Cyno/ })).toBeVisible();
    });

    await test.step('the app opens without the server', async () => {
      await page.goto(`${origin}/cyno/device`);
      const scope = await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
      expect(scope).toBe(`${origin}/cyno/`);
      await product.kill();
      await page.goto(`${origin}/cyno/device/${encodeURIComponent(board.espid)}/Overview`);
      await expect(page.getByRole('main').getByText('22.5').first()).toBeVisible();
      await page.goto(`${origin}/cyno/docs/`);
      await expect(page.getByRole('heading', { name: 'This page needs the server' })).toBeVisible();
    });
    expect(outside).toEqual([]);
  } finally {
    await product.stop().catch(() => undefined);
    await rm(directory, { recursive: true, force: true });
  }
});
