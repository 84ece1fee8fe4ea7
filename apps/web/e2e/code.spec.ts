import { readFile } from 'node:fs/promises';
import type { OwnSketch, Project, SketchSetup } from '@cyno/contract';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { expect, lookFindings, test } from './support/test.ts';
import { newUser, openAs, product, type User } from './support/users.ts';

const code = (page: Page) => page.getByRole('tabpanel');
const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
/** The one project of the list that has this name. */
const project = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name, exact: true }) });

const bare: OwnSketch = { variables: [], outputs: [], events: [], template: null, intervalS: 5 };
const variable = (key: string) => ({ key, label: '', unit: '', min: 0, max: 100, decimals: 1 });

async function saveProject(user: User, name: string, content: SketchSetup['content'], espids: string[] = []) {
  const setup: SketchSetup = { board: 'esp32', host: 'iot.example.com', content };
  return (await user.api('POST', '/api/projects', { name, setup, espids })) as Project;
}

test('a sketch of one’s own is made, copied, downloaded, saved, compared and duplicated', async ({
  page,
  context,
  boards,
}) => {
  test.setTimeout(120_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', family: 'esp32' });
  boards.push(board);
  await openAs(page, user, '/code');
  await page.getByRole('link', { name: 'Make the first sketch' }).click();

  await test.step('the sketch follows the set-up', async () => {
    await page.getByLabel('Name of the project').fill('Green house');
    await row(page, 'Board').getByText('ESP32 DevKit').click();
    await page.getByText('My own', { exact: true }).click();
    await page.getByRole('button', { name: 'Add a variable' }).click();
    const second = row(page, 'Variables, row 2');
    await second.getByLabel('Key').fill('light');
    await second.getByLabel('Name').fill('Light');
    await second.getByLabel('Unit').fill('lx');
    await second.getByLabel('Highest').fill('54000');
    await page.getByRole('button', { name: 'Add an output' }).click();
    await row(page, 'Outputs, row 1').getByRole('button', { name: /^Pin/ }).or(page.getByLabel('Pin')).first().click();
    await page.getByRole('option', { name: /^12\b/ }).click();
    await expect(page.getByText('Pin 12: Decides how the chip starts').first()).toBeVisible();
    await row(page, 'Outputs, row 1').getByLabel('What is connected to it').fill('Fan');
    await page.getByRole('button', { name: 'Add an event' }).click();
    await row(page, 'Events, row 1').getByLabel('Name in the sketch').fill('Mode');
    await row(page, 'Events, row 1').getByLabel('First value').fill('auto');
    await expect(code(page)).toContainText('addValue("light", madeUp(');
    await expect(code(page)).toContainText('"auto"');
    await expect(code(page)).toContainText(user.email);
    await expect(code(page).locator('.code-line-edit')).toHaveCount(2);
    await expect(page.getByText(/^\d+ of 240 bytes a message$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Wiring' })).toContainText('Fan');
  });

  await test.step('what is wrong is said at its field, and nothing is lost', async () => {
    const key = row(page, 'Variables, row 2').getByLabel('Key');
    await key.fill('temp');
    await expect(row(page, 'Variables, row 2').getByRole('alert')).toHaveText('Another variable has this key.');
    await expect(page.getByRole('button', { name: 'Download zip' })).toBeDisabled();
    await key.fill('light');
    await expect(page.getByRole('button', { name: 'Download zip' })).toBeEnabled();
  });

  await test.step('it is copied', async () => {
    await page.getByRole('button', { name: /^Copy .+\.ino$/ }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('#include <cynoiot.h>');
    expect(copied).toContain('"light"');
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
    await page.getByRole('button', { name: 'Save as a project' }).click();
    await expect(page).toHaveURL(/\/code\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Green house');
    await page.getByLabel('Sends every, in seconds').fill('30');
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Project saved').first()).toBeVisible();
    await page.reload();
    await expect(page.getByLabel('Sends every, in seconds')).toHaveValue('30');
  });

  await test.step('a linked board is compared with it', async () => {
    await page.getByRole('button', { name: 'Link devices' }).click();
    await page.getByLabel('Greenhouse 1').check();
    await page.getByRole('button', { name: 'Link 1 device' }).click();
    const differences = page.getByRole('list', { name: 'Differences of Greenhouse 1' });
    await expect(differences).toContainText('Not declared');
    await expect(differences).toContainText('soil');
    await expect(differences).toContainText('Fan');
  });

  await test.step('the list tells about it; it is duplicated, deleted, and taken back', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await expect(project(page, 'Green house')).toContainText('Own: 2 variables, 1 output, 1 event');
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
    await expect(project(page, 'Old house')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
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

test('a kit becomes a sketch for each family of boards', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user, '/code/new');
  await page.getByLabel('Search kits').fill('dht22');
  await page
    .getByRole('radio', { name: /^DHT22/ })
    .first()
    .check();
  await expect(page.getByRole('region', { name: /^About DHT22/ })).toContainText('°C');
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

test('a message that is too long is told before it is tried', async ({ page }) => {
  const user = await newUser();
  const variables = Array.from({ length: 15 }, (_, index) => variable(`value${index + 1}`));
  const { id } = await saveProject(user, 'Weather mast', { type: 'own', own: { ...bare, variables } });
  await openAs(page, user, `/code/${id}`);
  await page.getByRole('button', { name: 'Add a variable' }).click();
  await expect(page.getByText(/^A message may have 240 bytes, and this one can grow to 2\d\d/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download zip' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove variable 16' }).click();
  await expect(page.getByRole('button', { name: 'Download zip' })).toBeEnabled();
});

test('a board that does what its sketch declares matches', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Garden', family: 'esp32', kit: 'climate' });
  boards.push(board);
  const variables = ['temp', 'humid', 'light', 'soil'].map(variable);
  const own = { ...bare, variables, template: { name: 'climate', version: 1 } };
  const { id } = await saveProject(user, 'Garden', { type: 'own', own }, [board.espid]);
  await openAs(page, user, `/code/${id}`);
  await expect(page.getByRole('list', { name: 'Linked devices' })).toContainText('Matches');
});

test('a project of nobody leads back to the list', async ({ page }) => {
  const user = await newUser();
  await openAs(page, user, '/code/2147483647');
  await page.getByRole('link', { name: 'Show all projects' }).click();
  await expect(page.getByText('No projects yet')).toBeVisible();
});

test('the pages are accessible and fit from 360 to 1440 px in both themes', async ({ page, boards }) => {
  test.setTimeout(240_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1', family: 'esp8266' });
  boards.push(board);
  const { id } = await saveProject(user, 'Greenhouse', { type: 'kit', kit: 'relay_2ch' }, [board.espid]);
  const findings: string[] = [];
  await openAs(page, user, '/code');
  await expect(project(page, 'Greenhouse')).toBeVisible();
  await look('list');
  await page.goto(`${product.http}/code/${id}`);
  await expect(page.getByRole('list', { name: 'Differences of Greenhouse 1' })).toBeVisible();
  await expect(code(page)).toBeVisible();
  await look('project');
  await page.goto(`${product.http}/code/new`);
  await page.getByText('My own', { exact: true }).click();
  for (const what of ['Add an output', 'Add an event', 'Add a variable'])
    await page.getByRole('button', { name: what }).click();
  await row(page, 'Variables, row 1').getByLabel('Key').fill('1');
  await page.getByRole('switch', { name: /^Announce a template/ }).check();
  await look('own set-up');
  expect(findings).toEqual([]);

  async function look(what: string) {
    findings.push(...(await lookFindings(page, what)));
  }
});
