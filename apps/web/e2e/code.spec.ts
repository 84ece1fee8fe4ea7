import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const code = (page: Page) => page.getByRole('tabpanel');
const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
/** The one project of the list that has this name. */
const project = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

test('a sketch of a kit or one’s own is made, copied, downloaded, saved, compared and duplicated', async ({
  page,
  context,
  boards,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', family: 'esp32', intervalMs: 2_000 });
  boards.push(board);
  await openAs(page, user, '/code');
  await page.getByRole('link', { name: 'Create your first sketch' }).click();

  await test.step('a kit becomes a sketch for each family of boards', async () => {
    await page.getByLabel('Search kits').fill('dht22');
    await page
      .getByRole('radio', { name: /^DHT22/ })
      .first()
      .check();
    for (const [name, wifi, buildFile] of [
      ['D1 mini', 'ESP8266WiFi.h', /\.ino\.globals\.h$/],
      ['ESP32 DevKit', 'WiFi.h', 'build_opt.h'],
      ['ESP32-S2 mini', 'WiFi.h', 'build_opt.h'],
      ['ESP32-S3 DevKit', 'WiFi.h', 'build_opt.h'],
      ['ESP32-C3 DevKit', 'WiFi.h', 'build_opt.h'],
    ] as const) {
      await row(page, 'Board').getByText(name).click();
      await expect(code(page)).toContainText(`on ${name}`);
      await expect(code(page)).toContainText(`#include <${wifi}>`);
      await expect(page.getByRole('tab', { name: buildFile })).toBeVisible();
    }
  });

  await test.step('one’s own follows the set-up', async () => {
    await page.getByLabel('Project name').fill('Green house');
    await row(page, 'Board').getByText('ESP32 DevKit').click();
    await page.getByText('Own setup', { exact: true }).click();
    await page.getByRole('button', { name: 'Add variable' }).click();
    const second = row(page, 'Variable 2');
    await second.getByLabel('Key').fill('light');
    await second.getByLabel('Name').fill('Light');
    await second.getByLabel('Unit').fill('lx');
    await second.getByLabel('Maximum').fill('54000');
    await page.getByRole('button', { name: 'Add output' }).click();
    await row(page, 'Output 1').getByRole('button', { name: /^Pin/ }).or(page.getByLabel('Pin')).first().click();
    await page.getByRole('option', { name: /^12\b/ }).click();
    await expect(page.getByText('Pin 12: Boot pin: avoid loads').first()).toBeVisible();
    await row(page, 'Output 1').getByLabel('Connected to').fill('Fan');
    await page.getByRole('button', { name: 'Add event' }).click();
    await row(page, 'Event 1').getByLabel('Name in the sketch').fill('Mode');
    await row(page, 'Event 1').getByLabel('Initial value').fill('auto');
    await expect(code(page)).toContainText('addValue("light", madeUp(');
    await expect(code(page)).toContainText('"auto"');
    await expect(code(page)).toContainText(user.email);
    await expect(code(page).locator('.code-line-edit')).toHaveCount(2);
    await expect(page.getByText(/^\d+ of 240 bytes per message$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Wiring' })).toContainText('Fan');
  });

  await test.step('it is copied', async () => {
    await page.getByRole('button', { name: /^Copy .+\.ino$/ }).click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await expect.poll(copied).toContain('#include <cynoiot.h>');
    expect(await copied()).toContain('"light"');
  });

  await test.step('the zip holds the files that are shown', async () => {
    await page.getByText('PlatformIO', { exact: true }).first().click();
    await expect(page.getByRole('tab', { name: 'platformio.ini' })).toBeVisible();
    const files = await download(page);
    const main = files.find(([path]) => path.endsWith('src/main.cpp'));
    expect(main?.[1]).toContain('addValue("light"');
    expect(files.some(([path, text]) => path.endsWith('/platformio.ini') && text.includes('lib_deps'))).toBe(true);
  });

  await test.step('it is saved, and leaving with changes asks', async () => {
    await page.getByRole('button', { name: 'Save as project' }).click();
    await expect(page).toHaveURL(/\/code\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Green house');
    await page.getByLabel('Interval in seconds').fill('30');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Project saved').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Interval in seconds')).toHaveValue('30');
  });

  await test.step('a linked board is compared with it', async () => {
    await page.getByRole('button', { name: 'Link devices' }).click();
    await page.getByLabel('Greenhouse 1').check();
    await page.getByRole('button', { name: 'Link 1 device' }).click();
    const differences = page.getByRole('list', { name: 'Differences of Greenhouse 1' });
    await expect(differences).toContainText('Not in the sketch');
    await expect(differences).toContainText('soil');
    await expect(differences).toContainText('Fan');
  });

  await test.step('the list shows it; it is duplicated, deleted, and restored', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await expect(project(page, 'Green house')).toContainText('Own setup: 2 variables, 1 output, 1 event');
    await expect(project(page, 'Green house')).toContainText('Greenhouse 1');
    await page.getByRole('button', { name: 'More for Green house' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: /Green house/ })).toHaveCount(2);
    await page.getByRole('button', { name: 'More for Green house', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old house');
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('button', { name: 'More for Old house' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    // A toast under the pointer stays.
    await undo.hover();
    await expect(project(page, 'Old house')).toHaveCount(0);
    await undo.click();
    await expect(project(page, 'Old house')).toContainText('Greenhouse 1');
    await page.reload();
    await expect(project(page, 'Old house')).toBeVisible();
  });
});

/** Downloads the zip and reads its files. */
async function download(page: Page): Promise<[path: string, text: string][]> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download zip' }).click();
  const zip = await readFile(await (await coming).path());
  return Object.entries(unzipSync(zip)).map(([path, bytes]) => [path, strFromU8(bytes)]);
}
