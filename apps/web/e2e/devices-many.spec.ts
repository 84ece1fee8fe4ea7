import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

async function userWithDevices(...names: string[]): Promise<User> {
  const user = await newUser();
  for (const name of names) await (await user.board({ name })).stop();
  return user;
}

type Listed = {
  name: string;
  tags: string[];
  favourite: boolean;
  groupId: number | null;
  timeZone: string | null;
};
const listed = async (user: User) => (await user.api('GET', '/api/device/')) as Listed[];
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true });
const bar = (page: Page) => page.getByRole('region', { name: 'Selected devices' });
async function more(page: Page, entry: string) {
  await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

test('several devices are selected, tagged, grouped, deleted and restored', async ({ page }) => {
  const user = await userWithDevices('Alpha', 'Beta', 'Delta', 'Gamma');
  await openAs(page, user);

  await test.step('a range, and everything that matches', async () => {
    await page.getByRole('button', { name: 'Select' }).click();
    await choose(page, 'Alpha').click();
    await choose(page, 'Delta').click({ modifiers: ['Shift'] });
    await expect(bar(page).getByText('3 selected')).toBeVisible();
    await choose(page, 'Beta').click();
    await expect(bar(page).getByText('2 selected')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('amma');
    await bar(page).getByRole('button', { name: 'Select 1 match' }).click();
    await expect(bar(page).getByText('3 selected')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search devices' }).fill('');
  });

  await test.step('tags', async () => {
    await bar(page).getByRole('button', { name: 'Tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags of 3 devices' });
    await dialog.getByLabel('Add tags').fill('North, Roof');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Tags of 3 devices changed')).toBeVisible();
    expect((await listed(user)).map(({ tags }) => tags.length)).toEqual([2, 0, 2, 2]);
  });

  await test.step('a new group', async () => {
    await bar(page).getByRole('button', { name: 'Group' }).click();
    await page.getByRole('menuitem', { name: 'New group' }).click();
    const dialog = page.getByRole('dialog', { name: 'New group' });
    await dialog.getByLabel('Name').fill('Greenhouse');
    await dialog.getByRole('button', { name: 'Create group' }).click();
    await expect(page.getByText('3 devices moved to Greenhouse')).toBeVisible();
    const groups = (await listed(user)).map(({ groupId }) => groupId);
    expect(groups.filter((id) => id !== null)).toHaveLength(3);
  });

  await test.step('favourites and the time zone', async () => {
    await more(page, 'Add to favourites');
    await expect(page.getByText('3 devices added to favourites')).toBeVisible();
    await more(page, 'Set time zone');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('tokyo');
    await page.getByRole('option', { name: /Tokyo/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Time zone of 3 devices changed')).toBeVisible();
    const alpha = (await listed(user)).find(({ name }) => name === 'Alpha');
    expect(alpha).toMatchObject({ favourite: true, timeZone: 'Asia/Tokyo' });
  });

  await test.step('the list of them as CSV', async () => {
    const download = page.waitForEvent('download');
    await more(page, 'Export as CSV');
    expect((await download).suggestedFilename()).toBe('devices.csv');
  });

  await test.step('deleted after their number was typed, and undone', async () => {
    await more(page, 'Delete');
    const dialog = page.getByRole('alertdialog', { name: 'Delete 3 devices?' });
    await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
    await dialog.getByLabel('Type 3 to confirm').fill('3');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('3 devices deleted')).toBeVisible();
    const undo = page.getByRole('button', { name: 'Undo' });
    // A toast under the pointer stays.
    await undo.hover();
    await expect.poll(async () => (await listed(user)).map(({ name }) => name)).toEqual(['Beta']);
    await undo.click();
    await expect(page.getByText('3 devices restored')).toBeVisible();
    await expect.poll(async () => (await listed(user)).length).toBe(4);
  });
});
