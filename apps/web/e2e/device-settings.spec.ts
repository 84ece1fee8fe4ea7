import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const deviceAt = (espid: string, tab: string) => `/device/${encodeURIComponent(espid)}/${tab}`;
const number = (text: string | null) => Number(/-?[\d,]+(\.\d+)?/.exec(text ?? '')?.[0].replaceAll(',', ''));

test('a device gets a name, a star, an icon, tags and notes, is found by them, deleted, and restored with them', async ({
  page,
}) => {
  const user = await newUser();
  let espid = '';
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Greenhouse']) {
    const board = await user.board({ name, intervalMs: 60_000 });
    await board.stop();
    espid = board.espid;
  }
  await openAs(page, user, deviceAt(espid, 'Settings'));
  const menu = page.getByRole('navigation', { name: 'Main' });

  await test.step('it is renamed', async () => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Nursery');
    await page.locator('#name').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nursery');
  });

  await test.step('the star brings it to the top of the side menu', async () => {
    await expect(menu.getByRole('link', { name: 'One' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Nursery' })).toBeHidden();
    await page.getByRole('button', { name: 'Favourite: first in the side menu' }).click();
    await expect(menu.getByRole('link', { name: 'Nursery (favourite)' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Five' })).toBeHidden();
  });

  await test.step('icon, tags and notes stay', async () => {
    await page.getByRole('radio', { name: 'Fish' }).check({ force: true });
    for (const tag of ['Pond', 'North side']) {
      await page.getByLabel('New tag').fill(tag);
      await page.getByLabel('New tag').press('Enter');
      await expect(page.getByRole('button', { name: `Remove tag ${tag}` })).toBeVisible();
    }
    await page.getByRole('textbox', { name: 'Notes' }).fill('Pump key is in the shed.');
    await page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Notes saved')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Fish' })).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Pump key is in the shed.');
    await expect(page.getByRole('button', { name: 'Remove tag Pond' })).toBeVisible();
  });

  const cards = page.getByRole('list', { name: 'Devices' }).getByRole('article');

  await test.step('it is deleted, and restored with what it had', async () => {
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const undo = page.getByRole('button', { name: 'Undo' });
    // A toast under the pointer stays.
    await undo.hover();
    await expect(page).toHaveURL(/\/device$/);
    await expect(cards).toHaveCount(5);
    await expect(page.getByRole('article', { name: 'Nursery' })).toHaveCount(0);
    await undo.click();
    await expect(page.getByRole('article', { name: 'Nursery' })).toBeVisible();
  });

  await test.step('the list finds it by its tags', async () => {
    await page.goto(new URL('/device?f=tags~in~Pond', user.http).href);
    await expect(cards).toHaveCount(1);
    await expect(cards.first()).toContainText('North side');
    await page.getByRole('button', { name: /Pond/ }).first().click();
    await expect(cards).toHaveCount(6);
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('pond');
    await expect(cards).toHaveCount(1);
  });
});

test('a variable is named and calibrated by its owner, and every page shows the same from then on', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ name: 'Boiler', intervalMs: 2_000 });
  boards.push(board);
  const device = () => user.api('GET', `/api/device/${encodeURIComponent(board.espid)}`);
  // The card lists what was there when the page opened.
  await expect.poll(async () => ((await device()) as { variables: unknown[] }).variables.length).toBeGreaterThan(0);
  await openAs(page, user, deviceAt(board.espid, 'Settings'));
  const row = page.getByRole('list', { name: 'Variables' }).getByRole('listitem').first();
  const dialog = page.getByRole('dialog', { name: 'Calibrate Leaf warmth' });
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More for Leaf warmth' }).click();
    await page.getByRole('menuitem', { name: 'Calibrate' }).click();
  };

  await test.step('its name, unit, colour and decimals are set up', async () => {
    await page.getByRole('button', { name: 'Edit Temperature' }).click();
    const preview = page.getByRole('dialog', { name: 'temp' });
    await preview.getByLabel('Name').fill('Leaf warmth');
    await preview.getByLabel('Unit').fill('K');
    await preview.getByRole('radio', { name: 'Teal' }).check({ force: true });
    await preview.getByRole('button', { name: 'Decimals' }).click();
    await page.getByRole('option', { name: '2', exact: true }).click();
    await preview.getByRole('button', { name: 'Save' }).click();
    await expect(preview).toBeHidden();
    await expect(row).toContainText(/Leaf warmth\d+\.\d\d K/);
  });

  await test.step('two points calibrate it, with the live value as it would be shown', async () => {
    await openDialog();
    await dialog.getByText('Two points').click();
    await dialog.getByLabel('Board reading 1').fill('0');
    await dialog.getByLabel('Meter reading 1').fill('100');
    await dialog.getByLabel('Board reading 2').fill('10');
    await dialog.getByLabel('Meter reading 2').fill('120');
    await expect(dialog.getByRole('status')).toHaveText('value = reading × 2 + 100 K');
    const figure = async (place: number) => number(await dialog.locator('dd').nth(place).textContent());
    await expect.poll(async () => Math.round((await figure(1)) - 2 * (await figure(0)))).toBe(100);
    await dialog.getByRole('button', { name: 'Calibrate' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('calibrated × 2 + 100 K');
  });

  await test.step('the overview shows it so', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Leaf warmth' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/Leaf warmth\D*1\d\d\.\d\d\s*K/);
  });

  await test.step('the history marks when that began', async () => {
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await expect(page.getByText(/Leaf warmth calibrated × 2 \+ 100 K/)).toBeVisible();
  });

  await test.step('what the board sends is still known, and removing the calibration ends it', async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await openDialog();
    await dialog.getByRole('button', { name: 'Use current board reading' }).click();
    expect(Number(await dialog.getByLabel('Board reading').inputValue())).toBeLessThan(50);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(row).not.toContainText('calibrated');
    await openDialog();
    await expect(dialog.getByRole('region', { name: 'Changes' }).getByRole('listitem')).toHaveText([
      /Not calibrated$/,
      /× 2 \+ 100 K$/,
    ]);
  });
});

test('variables are computed from others, also from another board, with their units, as values arrive', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const tank = await user.board({ kit: 'tank', name: 'Rain tank', intervalMs: 120_000 });
  tank.update({ temp: 23.5 });
  const meter = await user.board({ kit: 'power', name: 'Meter' });
  boards.push(tank, meter);
  await openAs(page, user, deviceAt(meter.espid, 'Settings'));
  const variables = page.getByRole('list', { name: 'Variables', exact: true });
  await expect(variables).toContainText('Power');
  const rowOf = (label: string) => variables.getByRole('listitem').filter({ hasText: label });
  const sheet = page.getByRole('dialog');
  const field = sheet.getByRole('textbox', { name: 'Formula' });
  const add = async (name: string, write: () => Promise<void>) => {
    await page.locator('#computed').getByRole('button', { name: 'Add' }).click();
    await sheet.getByLabel('Name').fill(name);
    await write();
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect(sheet).toBeHidden();
  };
  for (const [name, formula, unit] of [
    ['Used', 'energy(p)', /Used[\d.e−]+ kWh/],
    ['Ran', 'runningHours(p > 1)', /Ran[\d.e−]+ h/],
    ['Step', 'change(p, 1s)', /Step[\d.e−]+ W/],
    ['Warmth', 'degreeDays(20 + p * 0, 10)', /Warmth[\d.e−]+ °C·d/],
  ] as const) {
    await add(name, () => field.fill(formula));
    await expect(rowOf(name)).toContainText(unit);
  }
  // What a small house uses in a minute may be less than what is shown of it; how its power changes is another figure each time.
  const step = await rowOf('Step').textContent();
  await expect(rowOf('Step')).not.toHaveText(step ?? '');
  await add('Kilowatts', async () => {
    await field.fill('p');
    await sheet.getByLabel('Unit').fill('kW');
  });
  await expect(rowOf('Kilowatts')).toContainText(/Kilowatts[\d.]+ kW/);

  await add('Both', async () => {
    await field.pressSequentially('number(p) * 0 + rain');
    await page.getByRole('option', { name: /Rain tank/ }).click();
    await page.getByRole('option', { name: /^temp/ }).click();
    await expect(field).toHaveValue(`number(p) * 0 + value("${tank.espid}", "temp")`);
  });
  await expect(rowOf('Both')).toContainText('Both23.5 °C');
  // The meter is gone; the tank continues to send.
  await meter.stop();
  tank.update({ temp: 24.5 });
  await expect(rowOf('Both')).toContainText('Both24.5 °C');
});
