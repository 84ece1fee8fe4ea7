import type { Page } from '@playwright/test';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

async function userWithDevices(...names: string[]): Promise<User> {
  const user = await newUser();
  for (const name of names) await (await user.board({ name })).stop();
  return user;
}

type Listed = {
  espid: string;
  name: string;
  tags: string[];
  favourite: boolean;
  groupId: number | null;
  timeZone: string | null;
  location: { latitude: number; longitude: number } | null;
};
const listed = async (user: User) => (await user.api('GET', '/api/device/')) as Listed[];
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Choose ${name}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen devices' });
async function more(page: Page, entry: string) {
  await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('several devices are chosen, tagged, grouped, deleted and brought back', async ({ page }) => {
  // Seven journeys in one, on a machine that may be busy.
  test.slow();
  const user = await userWithDevices('Alpha', 'Beta', 'Delta', 'Gamma');
  await openAs(page, user);

  await test.step('a range, and everything that matches', async () => {
    await page.getByRole('button', { name: 'Select' }).click();
    await choose(page, 'Alpha').click();
    await choose(page, 'Delta').click({ modifiers: ['Shift'] });
    await expect(bar(page).getByText('3 chosen')).toBeVisible();
    await choose(page, 'Beta').click();
    await expect(bar(page).getByText('2 chosen')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('amma');
    await bar(page).getByRole('button', { name: 'All 1 that match' }).click();
    await expect(bar(page).getByText('3 chosen')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('');
    expect(await axeFindings(page)).toEqual([]);
  });

  await test.step('tags', async () => {
    await bar(page).getByRole('button', { name: 'Tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags of 3 devices' });
    await dialog.getByLabel('Add tags').fill('North, Roof');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('3 devices tagged')).toBeVisible();
    expect((await listed(user)).map(({ tags }) => tags.length)).toEqual([2, 0, 2, 2]);
  });

  await test.step('a new group', async () => {
    await bar(page).getByRole('button', { name: 'Group' }).click();
    await page.getByRole('menuitem', { name: 'New group' }).click();
    const dialog = page.getByRole('dialog', { name: 'New group' });
    await dialog.getByLabel('Name').fill('Greenhouse');
    await dialog.getByRole('button', { name: 'Make the group' }).click();
    await expect(page.getByText('3 devices moved to Greenhouse')).toBeVisible();
    const groups = (await listed(user)).map(({ groupId }) => groupId);
    expect(groups.filter((id) => id !== null)).toHaveLength(3);
  });

  await test.step('favourites and the time zone', async () => {
    await more(page, 'Make favourites');
    await expect(page.getByText('3 devices made favourites')).toBeVisible();
    await more(page, 'Set the time zone');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
    await page.getByRole('option', { name: /Tokyo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('3 devices in that time zone')).toBeVisible();
    const alpha = (await listed(user)).find(({ name }) => name === 'Alpha');
    expect(alpha).toMatchObject({ favourite: true, timeZone: 'Asia/Tokyo' });
  });

  await test.step('the list of them as CSV', async () => {
    const download = page.waitForEvent('download');
    await more(page, 'Export the list as CSV');
    expect((await download).suggestedFilename()).toBe('devices.csv');
  });

  await test.step('deleted after their number was typed, and undone', async () => {
    await more(page, 'Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete 3 devices?' });
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await dialog.getByLabel('Type 3 to go on').fill('3');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('3 devices deleted')).toBeVisible();
    await expect.poll(async () => (await listed(user)).map(({ name }) => name)).toEqual(['Beta']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('3 devices brought back')).toBeVisible();
    await expect.poll(async () => (await listed(user)).length).toBe(4);
  });
});

test('what cannot be done with one device is told of that one', async ({ page }) => {
  const user = await userWithDevices('Full', 'Fine');
  const [full] = await listed(user);
  const tags = Array.from({ length: 10 }, (_, index) => `t${index}`);
  await user.api('PATCH', `/api/device/${encodeURIComponent(full?.espid ?? '')}`, { tags });
  await openAs(page, user, '/device?view=table');
  await page.getByRole('checkbox', { name: 'Choose all devices of the list' }).check();
  await bar(page).getByRole('button', { name: 'Tags' }).click();
  await page.getByLabel('Add tags').fill('One more');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Not done with 1 device' });
  await expect(dialog.getByText('"Full" would have 11 tags; a device has at most 10.')).toBeVisible();
  expect((await listed(user)).find(({ name }) => name === 'Fine')?.tags).toEqual(['One more']);
});

test('the list is shown by group, groups fold and are put in order, and a deleted one keeps its devices', async ({
  page,
}) => {
  const user = await userWithDevices('Alpha', 'Beta', 'Gamma');
  const ids: number[] = [];
  for (const name of ['North', 'South']) {
    ids.push(((await user.api('POST', '/api/device-groups', { name, hue: 2 })) as { id: number }).id);
  }
  const [alpha, beta] = await listed(user);
  const move = (espid = '', groupId: number | undefined) =>
    user.api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'change', groupId } });
  await move(alpha?.espid, ids[0]);
  await move(beta?.espid, ids[1]);
  await openAs(page, user);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Show by group' }).click();
  await expect(page).toHaveURL(/by=group/);
  const headings = page.getByRole('list', { name: 'Devices by group' }).getByRole('heading', { level: 2 });
  await expect(headings).toHaveText(['North', 'South', 'In no group']);
  expect(await axeFindings(page)).toEqual([]);

  await headings.first().getByRole('button').click();
  await expect(page.getByRole('article', { name: 'Alpha' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('article', { name: 'Beta' })).toBeVisible();
  await expect(page.getByRole('article', { name: 'Alpha' })).toBeHidden();

  await page.getByRole('button', { name: 'Group South' }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(headings).toHaveText(['South', 'North', 'In no group']);
  await page.getByRole('button', { name: 'Group South' }).click();
  await page.getByRole('menuitem', { name: 'Delete the group' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(headings).toHaveText(['North', 'In no group']);
  await expect(page.getByRole('article', { name: 'Beta' })).toBeVisible();
});

test('what is shown is saved under a name, and its address shows it elsewhere', async ({ page, browser }) => {
  const user = await userWithDevices('Pond', 'Roof');
  await openAs(page, user, '/device?q=pond&view=table&sort=-name');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save what is shown' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save what is shown' });
  await dialog.getByLabel('Name').fill('Water');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved as Water')).toBeVisible();

  const context = await browser.newContext();
  const other = await context.newPage();
  await openAs(other, user);
  await expect(other.getByRole('article')).toHaveCount(2);
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name: 'Water' }).click();
  await expect(other.getByRole('table', { name: 'Devices' }).getByRole('row')).toHaveCount(2);
  await expect(other.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('pond');
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name: 'Rename or delete' }).click();
  await other.getByLabel('Name of Water').fill('Fish');
  await other.getByRole('button', { name: 'Rename' }).click();
  await expect(other.getByLabel('Name of Fish')).toBeVisible();
  await other.getByRole('button', { name: 'Delete Fish' }).click();
  await expect(other.getByText('None is left.')).toBeVisible();
  await context.close();
});

test('devices are put on the map, moved there, and read as a list', async ({ page }) => {
  const user = await userWithDevices('Alpha', 'Beta');
  const [alpha] = await listed(user);
  const place = { latitude: 13.75, longitude: 100.5 };
  await user.api('PATCH', `/api/device/${encodeURIComponent(alpha?.espid ?? '')}`, { location: place });
  await openAs(page, user, '/device?view=map');
  const map = page.getByRole('group', { name: 'Places of the devices: map' });
  const placeOf = async (name: string) => (await listed(user)).find((device) => device.name === name)?.location;

  await test.step('a device without a place is put where the map is pressed', async () => {
    await expect(map.getByRole('button', { name: 'Alpha, Offline' })).toBeVisible();
    await page.getByRole('button', { name: 'Set the place of Beta' }).click();
    await expect(page.getByText('Press the place of Beta on the map.')).toBeVisible();
    const box = await map.boundingBox();
    if (!box) throw new Error('No map.');
    await page.mouse.click(box.x + box.width / 2 + 120, box.y + box.height / 2 - 80);
    await expect(page.getByText('The place of Beta is saved')).toBeVisible();
    const saved = await placeOf('Beta');
    expect(saved?.longitude).toBeGreaterThan(place.longitude);
    expect(saved?.latitude).toBeGreaterThan(place.latitude);
  });

  await test.step('a marker is dragged', async () => {
    await page.getByRole('button', { name: 'Show everything' }).click();
    await page.getByRole('button', { name: 'Move places' }).click();
    const before = await placeOf('Alpha');
    const box = await map.getByRole('button', { name: 'Alpha, Offline' }).boundingBox();
    if (!box || !before) throw new Error('No marker.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 90, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect(page.getByText('The place of Alpha is saved')).toBeVisible();
    expect((await placeOf('Alpha'))?.longitude).toBeGreaterThan(before.longitude);
    await page.getByRole('button', { name: 'Done moving' }).click();
  });

  await test.step('keys move it, and it can be read as a list', async () => {
    await map.focus();
    for (const key of ['ArrowRight', '+', '-', '0']) await page.keyboard.press(key);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Show as a list' }).click();
    await expect(page.getByRole('list', { name: 'Places of the devices' }).getByRole('listitem')).toHaveCount(2);
    expect(await axeFindings(page)).toEqual([]);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await fitsWidth(page), `${width} px`).toBe(true);
    }
  });
});
