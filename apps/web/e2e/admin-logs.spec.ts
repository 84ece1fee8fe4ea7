import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type Product, startProduct } from './support/product.ts';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const lineCount = 400_000;
const old = 'server.2026-01-02.1.log';
const at = Date.parse('2026-01-02T03:00:00Z');

let directory: string;
let product: Product;
let admin: User;
let today: string;

const line = (number: number) =>
  JSON.stringify({
    level: number % 1_000 === 999 ? 50 : 30,
    time: at + number * 100,
    part: number % 2 === 0 ? 'boards' : 'http',
    reqId: `request-${number >> 1}`,
    ...(number % 1_000 === 999 && {
      err: { type: 'Error', message: 'it broke', stack: 'Error: it broke\n    at main' },
    }),
    msg: number === 5 ? 'The needle' : `Line ${number}`,
  });

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-logs-'));
  product = await startProduct(directory, undefined, { LOG_LEVEL: 'info' });
  const setupCode = new URL(product.setup ?? '').searchParams.get('setup') ?? '';
  admin = await newUser(product, { setupCode, name: 'admin' });
  await writeFile(
    join(directory, 'logs', old),
    `${Array.from({ length: lineCount }, (_, number) => line(number)).join('\n')}\n`,
  );
  const { files } = (await admin.api('GET', '/api/admin/logs')) as { files: { name: string }[] };
  today = join(directory, 'logs', files[0]?.name ?? '');
});
test.afterAll(async () => {
  await product.stop();
  await rm(directory, { recursive: true, force: true });
});

const rows = (page: Page) => page.locator('button.log-row');
const summary = (page: Page) => page.locator('.page-head p');
const openOld = (page: Page, query = '') => openAs(page, admin, `/admin/logs?file=${old}${query}`);

test('an administrator sees what the server wrote, and opens an older file', async ({ page }) => {
  await openAs(page, admin);
  await page.getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible();
  await expect(summary(page)).toContainText('Today');
  await expect(rows(page).filter({ hasText: 'Log-in' }).first()).toContainText(admin.email);
  await page.getByRole('navigation', { name: 'Log files' }).getByRole('link', { name: '01/02/26' }).click();
  await expect(summary(page)).toContainText('400,000 lines, 0 warnings, 400 errors');
  await expect(page).toHaveURL(new RegExp(`file=${old}`));
  await expect(rows(page).first()).toContainText('Line 399999');
});

test('a search marks what it finds, stands in the address, and says when nothing matches', async ({ page }) => {
  await openOld(page);
  await page.getByLabel('Search in the log').fill('the NEEDLE');
  await expect(page.getByRole('status').filter({ hasText: '1 match' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('The needle');
  await page.reload();
  await expect(page.getByLabel('Search in the log')).toHaveValue('the NEEDLE');
  await expect(page.locator('mark')).toHaveText('The needle');

  await page.getByLabel('Search in the log').fill('no such words');
  await expect(page.getByRole('heading', { name: 'No line matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all lines' }).click();
  await expect(rows(page).first()).toContainText('Line 399999');
});

test('level, source and time narrow the lines', async ({ page }) => {
  await openOld(page);
  await page.getByText('Error', { exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: '400 matches' })).toBeVisible();
  await page.getByText('All', { exact: true }).click();
  await page.getByRole('button', { name: /^Source/ }).click();
  await page.getByRole('option', { name: 'boards' }).click();
  await expect(rows(page).first()).toContainText('Line 399998');
  await expect(page).toHaveURL(/source=boards/);
  await page.getByRole('button', { name: 'Time: any' }).click();
  await page.getByLabel('To', { exact: true }).fill('0:00');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await expect(page).toHaveURL(/until=00%3A00/);
});

test('a line opens to all that it says, leads to its request and to its neighbours', async ({ page }) => {
  await openOld(page, '&level=error');
  await rows(page).nth(1).click();
  const detail = page.locator('.log-detail');
  await expect(detail).toContainText('Error: it broke');
  await expect(page).toHaveURL(/line=398999/);
  await detail.getByRole('button', { name: 'Show among its neighbours' }).click();
  await expect(rows(page).filter({ hasText: 'Line 399001' })).toBeVisible();
  await expect(rows(page).filter({ hasText: 'Line 398999' })).toBeVisible();
  await expect(page.locator('.log-detail')).toContainText('Error: it broke');
  await page.getByRole('button', { name: 'All lines of this request' }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByTitle('Remove this condition').click();
  await expect(rows(page).first()).toContainText('Line 399999');
});

test('the keyboard walks through the lines, to the oldest of 400,000 and back', async ({ page }) => {
  await openOld(page);
  await expect(summary(page)).toContainText('400,000 lines');
  await rows(page).first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('button.log-row:focus')).toContainText('Line 399997');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.locator('.log-detail')).toContainText('request-199999');
  await page.locator('.log-view').evaluate((view) => {
    view.scrollTop = view.scrollHeight;
  });
  await expect(rows(page).last()).toContainText('Line 0');
  await expect(rows(page).filter({ hasText: 'The needle' })).toBeVisible();
  await page.locator('.log-view').evaluate((view) => {
    view.scrollTop = 0;
  });
  await expect(rows(page).first()).toContainText('Line 399999');
});

test('new lines come in at the top; who has scrolled away is told how many, and loses nothing', async ({ page }) => {
  const filler = Array.from({ length: 200 }, (_, number) => line(number)).join('\n');
  await appendFile(today, `${filler}\n`);
  await openAs(page, admin, '/admin/logs');
  const write = (text: string) => appendFile(today, `${JSON.stringify({ level: 30, time: Date.now(), msg: text })}\n`);
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await write('It came in while we looked');
  await expect(rows(page).first()).toContainText('It came in while we looked');

  await page.locator('.log-view').evaluate((view) => {
    view.scrollTop = 1_500;
  });
  const kept = page.locator(`[data-line="${await page.locator('[data-line]').nth(20).getAttribute('data-line')}"]`);
  const before = await kept.boundingBox();
  await write('The second');
  await write('The third');
  await expect(page.getByRole('button', { name: '2 new lines' })).toBeVisible();
  const after = await kept.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? -99))).toBeLessThan(2);
  await page.getByRole('button', { name: '2 new lines' }).click();
  await expect(rows(page).first()).toContainText('The third');

  await page.getByRole('button', { name: 'Following' }).click();
  await write('Nobody asked for this one');
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(rows(page).first()).toContainText('Nobody asked for this one');
});

test('what a board or a stranger wrote is text and stays text', async ({ page }) => {
  const evil = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  await appendFile(
    today,
    `${JSON.stringify({ level: 40, time: Date.now(), msg: evil, espid: evil, err: { message: evil } })}\n${evil}\n`,
  );
  await openAs(page, admin, '/admin/logs?q=onerror');
  await expect(rows(page)).toHaveCount(2);
  await rows(page).nth(1).click();
  await expect(page.locator('.log-detail')).toContainText('<script>');
  await expect(page).toHaveTitle(/Logs/);
});

test('a file is downloaded as it is', async ({ page }) => {
  await openOld(page);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(old);
  expect((await readFile(await download.path())).byteLength).toBe(
    (await readFile(join(directory, 'logs', old))).byteLength,
  );
});

test('somebody who is no administrator is shown that they may not', async ({ page }) => {
  const user = await newUser(product);
  await openAs(page, user, '/admin/logs');
  await expect(page).toHaveURL(/\/auth\/access/);
  await expect(page.getByRole('heading').first()).toBeVisible();
});

test('axe finds nothing in either theme, and nothing reaches beyond a phone', async ({ page }) => {
  await openOld(page, '&level=error');
  await rows(page).nth(1).click();
  await expect(page.locator('.log-detail')).toBeVisible();
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(rows(page).first()).toBeVisible();
      expect(await axeFindings(page), `${theme} ${width}`).toEqual([]);
      expect(await fitsWidth(page), `${theme} ${width}`).toBe(true);
    }
  }
});
