import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { installNewerVersion } from './support/newer-version.ts';
import { type Product, startProduct } from './support/product.ts';
import { test as base, expect } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

interface Installation {
  readonly user: User;
  readonly espid: string;
  /** Replaces the product by its next version, as an administrator would. */
  update(): Promise<void>;
}

const test = base.extend<{ installation: Installation }>({
  installation: async ({ boards }, use) => {
    const directory = await mkdtemp(join(tmpdir(), 'cyno-versions-'));
    let product: Product = await startProduct(join(directory, 'data'));
    const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
    const user = await newUser(product, { setupCode });
    const board = await user.board({ name: 'Greenhouse', intervalMs: 3_600_000 });
    boards.push(board);
    const update = async () => {
      const installation = await installNewerVersion(join(directory, 'newer'));
      await product.stop();
      product = await startProduct(join(directory, 'data'), product, { installation });
    };
    await use({ user, espid: board.espid, update });
    await product.stop();
    await rm(directory, { recursive: true, force: true });
  },
});

test.use({ allowErrors: /WebSocket|net::ERR|status of (404|502)|MIME type|imported module/, serviceWorkers: 'allow' });

const offer = 'A new version of Cyno is ready';
/** The script with which a page began: it is another one in each version. */
const entryOf = (page: Page) => page.locator('script[type="module"]');
const pathOf = async (page: Page) => (await entryOf(page).getAttribute('src')) ?? '';
/** What the app does when its page is seen again. */
const checkVersion = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
const tabTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Device pages' }).getByRole('link', { name });

/** The entries of all versions that the browser stores. */
const storedEntries = (page: Page) =>
  page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = (await Promise.all(stores.map((store) => store.keys()))).flat();
    return requests.map(({ url }) => new URL(url).pathname).filter((url) => /\/assets\/index-[^/]+\.js$/.test(url));
  });

test('a newer version waits for what is typed, comes with the next page, and every tab keeps its files', async ({
  page,
  context,
  installation: { user, espid, update },
}) => {
  const settings = `/device/${encodeURIComponent(espid)}/Settings`;
  await openAs(page, user, settings);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('The key is under the third pot.');
  const other = await context.newPage();
  await other.goto(`${user.http}/device`);
  await expect(other.getByRole('main').getByText('Greenhouse')).toBeVisible();
  const entry = await pathOf(page);
  await expect(entryOf(other)).toHaveAttribute('src', entry);

  await update();
  expect((await page.request.get(user.http + entry)).status()).toBe(404);
  await checkVersion(page);
  await expect(page.getByText(offer)).toBeVisible();
  await checkVersion(other);
  await expect(other.getByText(offer)).toBeVisible();

  await test.step('the other tab takes it with its next page', async () => {
    await other.getByRole('main').getByRole('link', { name: 'Greenhouse' }).first().click();
    await expect(entryOf(other)).not.toHaveAttribute('src', entry);
    await expect(other.getByRole('heading', { name: 'Greenhouse' })).toBeVisible();
    await expect(other.getByText(offer)).toBeHidden();
  });

  await test.step('the first tab keeps what is typed, and its parts that the server does not have any more', async () => {
    await tabTo(page, 'Automation').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await expect(notes).toHaveValue('The key is under the third pot.');
    // The page looks for the version once more before it goes: what is saved meanwhile would hold it no longer.
    const held = page.waitForEvent('dialog').then((dialog) => dialog.dismiss());
    await page.getByRole('button', { name: 'Reload now' }).click();
    await held;
    await expect(notes).toHaveValue('The key is under the third pot.');
    await expect(entryOf(page)).toHaveAttribute('src', entry);
    await page.getByRole('button', { name: 'Save', exact: true }).last().click();
    await expect(page.getByText('Notes saved')).toBeVisible();
    expect(await storedEntries(page)).toContain(entry);
  });

  await test.step('what was saved is there in the newer version', async () => {
    await tabTo(page, 'Automation').click();
    await expect(entryOf(page)).not.toHaveAttribute('src', entry);
    await expect(page.getByRole('button', { name: 'Add automation' })).toBeVisible();
    await tabTo(page, 'Settings').click();
    await expect(notes).toHaveValue('The key is under the third pot.');
    // When its worker then takes over is Chromium's to choose: not while the one before has work, with DevTools for minutes.
    expect(await storedEntries(page)).toContain(await pathOf(page));
    await expect(other.getByRole('heading', { name: 'Greenhouse' })).toBeVisible();
  });
});

test('without a service worker a page whose files are gone becomes that of the newer version, and what is typed stays until then', async ({
  browser,
  installation: { user, espid, update },
}) => {
  // As over plain http at home, where browsers have no service workers.
  const page = await browser.newPage({ serviceWorkers: 'block', baseURL: user.http });
  await openAs(page, user, `/device/${encodeURIComponent(espid)}/Settings`);
  const notes = page.getByRole('textbox', { name: 'Notes' });
  await notes.fill('The key is under the third pot.');
  const entry = await pathOf(page);

  await update();
  await tabTo(page, 'Automation').click();
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expect(notes).toHaveValue('The key is under the third pot.');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await expect(page.getByText('Notes saved')).toBeVisible();
  await tabTo(page, 'Automation').click();
  await expect(page.getByRole('button', { name: 'Add automation' })).toBeVisible();
  await expect(entryOf(page)).not.toHaveAttribute('src', entry);
  await page.close();
});
