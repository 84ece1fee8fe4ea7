import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from './support/product.ts';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const lineCount = 2_000;
const old = 'server.2026-01-02.1.log';
const at = Date.parse('2026-01-02T03:00:00Z');

let directory: string;
let product: Product;
let admin: User;

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
  const lines = Array.from({ length: lineCount }, (_, number) => line(number));
  await writeFile(join(directory, 'logs', old), `${lines.join('\n')}\n`);
});
test.afterAll(async () => {
  await product.stop();
  await rm(directory, { recursive: true, force: true });
});

test('an administrator sees what the server writes as it comes, and searches and downloads an older file', async ({
  page,
}) => {
  const rows = page.locator('button.log-row');
  const summary = page.locator('.page-head p');
  await openAs(page, admin);
  await page.getByRole('link', { name: 'Logs' }).click();
  await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible();
  // The server's day may have begun on the reader's day before.
  await expect(summary).toContainText(/Today|Yesterday, [0-9/]+, from/);
  await expect(rows.filter({ hasText: 'Login' }).first()).toContainText(admin.email);
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  const { files } = (await admin.api('GET', '/api/admin/logs')) as { files: { name: string }[] };
  const written = JSON.stringify({ level: 30, time: Date.now(), msg: 'It came in while we looked' });
  await appendFile(join(directory, 'logs', files[0]?.name ?? ''), `${written}\n`);
  await expect(rows.filter({ hasText: 'It came in while we looked' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Log files' }).getByRole('link', { name: '01/02/2026' }).click();
  await expect(summary).toContainText('2,000 lines, 0 warnings, 2 errors');
  await expect(page).toHaveURL(new RegExp(`file=${old}`));
  await expect(rows.first()).toContainText('Line 1999');
  await page.getByLabel('Search in the log').fill('the NEEDLE');
  await expect(page.getByRole('status').filter({ hasText: '1 match' })).toBeVisible();
  await expect(page.locator('mark')).toHaveText('The needle');
  await page.reload();
  await expect(page.getByLabel('Search in the log')).toHaveValue('the NEEDLE');
  await expect(page.locator('mark')).toHaveText('The needle');

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe(old);
  expect(await readFile(await download.path(), 'utf8')).toBe(await readFile(join(directory, 'logs', old), 'utf8'));
});
