import type { Page } from '@playwright/test';
import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs, type User } from './support/users.ts';

const wide = { width: 1440, height: 900 };
const widths = [360, 768, 1440];

type Made = { id: number };
const make = (user: User, body: unknown) => user.api('POST', '/api/dashboards', body) as Promise<Made>;
const value = (id: string, x: number, device?: string) => ({
  ...{ id, x, y: 0, width: 3, height: 2, ...(device && { device }) },
  content: { type: 'value', title: `Temperature ${id}`, key: 't' },
});
const card = (page: Page, name: string) => page.getByRole('region', { name });
const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More about this dashboard' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('a dashboard is made, shows two devices side by side, is kept, copied, deleted and brought back', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'Greenhouse' }), await user.board({ kit: 'tank', name: 'Tank' }));
  await page.setViewportSize(wide);
  await openAs(page, user);
  await page.getByRole('link', { name: 'Dashboards' }).click();
  await expect(page.getByRole('heading', { name: 'No dashboards yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New dashboard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Farm');
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Farm' })).toBeVisible();
  await page.getByRole('button', { name: 'Add widgets' }).click();

  const sheet = page.getByRole('dialog');
  for (const device of ['Greenhouse', 'Tank']) {
    await page.getByRole('button', { name: 'Add widget' }).click();
    await sheet.getByRole('combobox', { name: 'Device' }).fill(device.slice(0, 3));
    await page.getByRole('option', { name: device }).click();
    await sheet.getByRole('button', { name: /^Value The newest/ }).click();
    // The preview has what the board really sends.
    await expect(sheet.getByText(device, { exact: true }).first()).toBeVisible();
    await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Greenhouse$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Tank$/ })).toBeVisible();

  await page.reload();
  await expect(page.getByRole('heading', { name: /Tank$/ })).toBeVisible();
  await more(page, 'Duplicate');
  await expect(page.getByRole('heading', { level: 1, name: 'Copy of Farm' })).toBeVisible();
  await more(page, 'Delete');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboards' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Copy of Farm' })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Copy of Farm' })).toBeVisible();
  await page.getByRole('button', { name: 'More about Farm', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByText('Deleted in the last seven days (1)').click();
  await page.getByRole('button', { name: 'Bring back Farm' }).click();
  await expect(page.getByRole('link', { name: 'Farm', exact: true })).toBeVisible();
});

test('one dashboard serves many devices: the one above it is chosen, kept in the address, and followed', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'North' }), await user.board({ name: 'South' }));
  const [north = '', south = ''] = boards.map(({ espid }) => espid);
  const { id } = await make(user, {
    name: 'Climate',
    widgets: [value('a', 0), value('b', 3, south)],
    espids: [north, south],
  });
  await page.setViewportSize(wide);
  await openAs(page, user, `/dashboard/${id}`);
  const picker = page.getByRole('combobox', { name: 'Device' });
  await expect(picker).toHaveValue('North');
  await page.getByRole('button', { name: 'Next device' }).click();
  await expect(picker).toHaveValue('South');
  await expect(page).toHaveURL(new RegExp(`device=${encodeURIComponent(south)}`));
  await page.getByRole('button', { name: 'Next device' }).press('ArrowLeft');
  await expect(picker).toHaveValue('North');
  await picker.fill('sou');
  await page.getByRole('option', { name: 'South' }).click();
  await page.reload();
  await expect(picker).toHaveValue('South');

  // Somebody else's change comes by itself; a device that goes leaves a word where its widget was.
  await user.api('PUT', `/api/dashboards/${id}`, {
    ...{ name: 'Weather', widgets: [value('a', 0), value('b', 3, south)], espids: [north], basedOn: 1 },
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Weather' })).toBeVisible();
  await expect(picker).toBeHidden();
  // A board that goes on with the account's key would be a new device at once.
  await boards[1]?.stop();
  await user.api('DELETE', `/api/device/${encodeURIComponent(south)}`);
  await expect(card(page, 'Temperature').last()).toContainText(`This device is gone or not shared with you: ${south}`);
});

test.describe('somebody else', () => {
  test.use({ allowErrors: /404/ });
  test('finds no dashboard at its address', async ({ page }) => {
    const owner = await newUser();
    const { id } = await make(owner, { name: 'Private', widgets: [], espids: [] });
    await openAs(page, await newUser(), `/dashboard/${id}`);
    await expect(page.getByRole('heading', { name: 'There is no such dashboard' })).toBeVisible();
    await expect(page.getByText('Private')).toBeHidden();
  });
});

test('the pages fit and pass axe with none, one and many', async ({ page, boards }) => {
  test.setTimeout(180_000);
  const user = await newUser();
  boards.push(await user.board({ name: 'Greenhouse with a name that is rather long for a phone' }));
  const { espid = '' } = boards[0] ?? {};
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openAs(page, user, '/dashboard');
  const look = async (heading: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
      expect(await fitsWidth(page), `${heading} at ${width}`).toBe(true);
      expect(await axeFindings(page), `${heading} at ${width}`).toEqual([]);
    }
  };
  await look('No dashboards yet');
  await page.getByRole('button', { name: 'New dashboard' }).click();
  await look('New dashboard');
  await page.keyboard.press('Escape');
  await make(user, { name: 'First', widgets: [value('a', 0), value('b', 3, espid)], espids: [espid] });
  for (let index = 0; index < 12; index++) {
    await make(user, { name: `Dashboard ${index}`, widgets: index % 2 ? [value('a', 0)] : [], espids: [espid] });
  }
  await look('Dashboard 11');
  await page.getByRole('searchbox').fill('first');
  await page.getByRole('link', { name: 'First' }).click();
  await look('First');
});
