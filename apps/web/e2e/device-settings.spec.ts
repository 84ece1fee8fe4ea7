import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const deviceAt = (espid: string, tab: string) => `/device/${encodeURIComponent(espid)}/${tab}`;

test('a variable gets the name, unit, colour and decimals of its owner, everywhere', async ({ page, boards }) => {
  const user = await newUser();
  const board = await user.board({ name: 'Greenhouse 1' });
  boards.push(board);
  await openAs(page, user, deviceAt(board.espid, 'Settings'));
  const rows = page.getByRole('list', { name: 'Variables' }).getByRole('listitem');

  await test.step('it is set up, with the newest value as it will look', async () => {
    await page.getByRole('button', { name: 'Edit Temperature' }).click();
    const dialog = page.getByRole('dialog', { name: 'temp' });
    await dialog.getByLabel('Name').fill('Leaf warmth');
    await dialog.getByLabel('Unit').fill('K');
    await dialog.getByRole('radio', { name: 'Teal' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Decimals' }).click();
    await page.getByRole('option', { name: '2', exact: true }).click();
    await expect(dialog.getByText(/^\d+\.\d\d K$/)).toBeVisible();
    await dialog.getByLabel('Charts show from').fill('50');
    await dialog.getByLabel('to', { exact: true }).fill('10');
    await expect(dialog.getByText('The highest must be above the lowest.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await dialog.getByLabel('Charts show from').fill('-10');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows.first()).toContainText(/Leaf warmth\d+\.\d\d K/);
    await expect(rows.first()).toContainText('temp, 2 decimals, charts from -10 to 10 K');
  });

  await test.step('other pages show it so', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Leaf warmth' })).toBeVisible();
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
  });

  await test.step('it is forgotten, and taken back', async () => {
    await board.stop();
    await page.getByRole('button', { name: 'Edit Leaf warmth' }).click();
    await page.getByRole('button', { name: 'Forget' }).click();
    await expect(page.getByText('Leaf warmth is forgotten')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Leaf warmth' })).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Edit Leaf warmth' })).toBeVisible();
  });

  await test.step('and looks as usual again', async () => {
    await page.getByRole('button', { name: 'Edit Leaf warmth' }).click();
    await page.getByRole('button', { name: 'Back to the usual look' }).click();
    await expect(page.getByRole('button', { name: 'Edit Temperature' })).toBeVisible();
  });
});

test('icon, star, tags and notes tell devices apart', async ({ page, boards }) => {
  const user = await newUser();
  const names = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
  for (const name of names) boards.push(await user.board({ name, intervalMs: 2_000 }));
  const sixth = boards[5]?.espid ?? '';
  await openAs(page, user, deviceAt(sixth, 'Settings'));
  const menu = page.getByRole('navigation', { name: 'Main' });

  await test.step('the star brings it to the top of the side menu', async () => {
    await expect(menu.getByRole('link', { name: 'Six' })).toBeHidden();
    await page.getByRole('button', { name: 'Favourite: first in the side menu' }).click();
    await expect(menu.getByRole('link', { name: 'Six (favourite)' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Five' })).toBeHidden();
  });

  await test.step('icon, tags and notes stay', async () => {
    await page.getByRole('radio', { name: 'Fish' }).check({ force: true });
    for (const tag of ['Pond', 'North side']) {
      await page.getByLabel('New tag').fill(tag);
      await page.getByLabel('New tag').press('Enter');
      await expect(page.getByRole('button', { name: `Remove the tag ${tag}` })).toBeVisible();
    }
    await page.getByRole('textbox', { name: 'Notes' }).fill('Pump key is in the shed.');
    await page.getByRole('region', { name: 'Notes' }).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Notes saved')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'Fish' })).toBeChecked();
    await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Pump key is in the shed.');
    await expect(page.getByRole('button', { name: 'Remove the tag Pond' })).toBeVisible();
  });

  await test.step('nothing is too wide, and axe finds nothing', async () => {
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await fitsWidth(page), `${width} px`).toBe(true);
    }
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark';
    });
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('the list finds it by its tags', async () => {
    await page.goto(new URL('/device?f=tags~in~Pond', user.http).href);
    const cards = page.getByRole('list', { name: 'Devices' }).getByRole('article');
    await expect(cards).toHaveCount(1);
    await expect(cards.first()).toContainText('North side');
    await page.goto(new URL('/device?q=pond', user.http).href);
    await expect(cards).toHaveCount(1);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test('settings are copied to another board of the same kind', async ({ page, boards }) => {
  const user = await newUser();
  const [from, to] = [await user.board({ name: 'North' }), await user.board({ name: 'South' })];
  const other = await user.board({ name: 'Small', family: 'esp8266' });
  boards.push(from, to, other);
  const api = (espid: string) => `/api/device/${encodeURIComponent(espid)}`;
  const look = { label: 'Leaf warmth', unit: 'K', hue: 3, decimals: 2, range: null };
  await openAs(page, user, deviceAt(from.espid, 'Settings'));
  await expect(page.getByRole('button', { name: 'Edit Temperature' })).toBeVisible();
  await user.api('PUT', `${api(from.espid)}/variables/temp`, look);
  await expect(page.getByRole('button', { name: 'Edit Leaf warmth' })).toBeVisible();
  await user.api('PATCH', api(from.espid), { tags: ['Farm'] });
  await user.api('PATCH', api(to.espid), { tags: ['Old'] });
  await page.getByRole('button', { name: 'Copy to other devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy the settings of North' });
  await expect(dialog.getByRole('checkbox', { name: /^Outputs/ })).toBeDisabled();
  await expect(dialog.getByText('Small')).toBeHidden();
  await expect(dialog.getByText('Overwrites the look of Temperature and the tag Old')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Tags/ }).uncheck();
  await expect(dialog.getByText('Overwrites the look of Temperature', { exact: true })).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^South/ }).check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Settings copied')).toBeVisible();
  const copied = (await user.api('GET', api(to.espid))) as { tags: string[]; variables: object[] };
  expect(copied.tags).toEqual(['Old']);
  expect(copied.variables[0]).toMatchObject(look);
});
