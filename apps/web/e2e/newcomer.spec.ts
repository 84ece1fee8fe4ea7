import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { boardIdOf, startBoard } from './support/boards.ts';
import { type Product, startProduct } from './support/product.ts';
import { sendValues } from './support/send-values.ts';
import { expect, test } from './support/test.ts';

let directory: string;
let product: Product;

test.beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'cyno-newcomer-'));
  product = await startProduct(directory, undefined, { DATABASE_URL: '' });
});
test.afterAll(async () => {
  await product.stop();
  await rm(directory, { recursive: true, force: true });
});
// The login attempt with a wrong password and the dropped live connection are part of the story.
test.use({ allowErrors: /401|WebSocket|net::ERR/ });

test('a newcomer signs up, connects a board, watches it live, and loses nothing when the server is killed', async ({
  page,
  boards,
}) => {
  const email = 'narin@example.com';

  await test.step('the set-up link makes the first account, the administrator', async () => {
    await page.goto(product.setup ?? '');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await expect(page.getByText('Weak', { exact: true })).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
    await expect(page.getByText('Strong', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText(/Account created/)).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
  });

  await test.step('logging in with a wrong password shows it, with the right one opens the devices', async () => {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByText('Wrong e-mail or password')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill('Green-house-77');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/device$/);
    await expect(page.getByRole('heading', { name: 'No devices yet' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Logs' })).toBeVisible();
    const stored = await page.evaluate(() => [localStorage.getItem('userId'), localStorage.getItem('member')]);
    expect(stored).toEqual([email, 'admin']);
  });

  const espid = boardIdOf('esp8266');
  await test.step('Add device shows the sketch with the e-mail and key, and waits', async () => {
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const sheet = page.getByRole('dialog', { name: 'Add device' });
    await expect(sheet.getByText(new RegExp(`${email}/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}`))).toBeVisible();
    await expect(sheet.getByText('Waiting for your board')).toBeVisible();
    const key = /\/([0-9A-Z-]{14})/.exec((await sheet.textContent()) ?? '')?.[1] ?? '';
    boards.push(
      await startBoard({
        espid,
        family: 'esp8266',
        kit: 'climate',
        email,
        key,
        mqtts: product.mqtts,
        intervalMs: 3_600_000,
      }),
    );
  });

  await test.step('the sheet turns into the live device the moment the board connects', async () => {
    const sheet = page.getByRole('dialog', { name: 'Add device' });
    await expect(sheet.getByText(espid).first()).toBeVisible();
    await sheet
      .getByRole('link', { name: /open/i })
      .or(sheet.getByRole('button', { name: /open/i }))
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/device/${espid}/Overview`));
  });

  const header = page.getByRole('banner');
  /** The temperatures that the server has stored. */
  async function stored(): Promise<number[]> {
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const path = `/api/device/${espid}/history?from=0&to=${Date.now() + 1}&points=10000`;
    const response = await fetch(product.http + path, { headers: { authorization: `Bearer ${token}` } });
    const { series } = (await response.json()) as { series: Record<string, { value: number[] }> };
    return series.temp?.value ?? [];
  }
  await test.step('values change on the page as the board sends them', async () => {
    await expect(header.getByText('Online')).toBeVisible();
    for (const temp of [21.5, 41.5]) {
      for (const board of boards) await sendValues(board, { temp });
      await expect(page.getByText(String(temp)).first()).toBeVisible();
    }
  });

  await test.step('the server is killed and started again: the page and the board find it by themselves', async () => {
    const ports = { ...product };
    await product.kill();
    await expect(header.getByText('Reconnecting')).toBeVisible();
    product = await startProduct(directory, ports, { DATABASE_URL: '' });
    await expect(header.getByText('Online')).toBeVisible();
  });

  await test.step('what was stored before is still there', async () => {
    expect(await stored()).toContain(41.5);
  });

  await test.step('the board goes and is shown Offline', async () => {
    await boards[0]?.stop();
    await expect(header.getByText('Offline')).toBeVisible();
  });
});
