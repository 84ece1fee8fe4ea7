import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const intervalMs = 2_000;
const value = (id: string, x: number, device?: string) => ({
  id,
  x,
  y: 0,
  width: 3,
  height: 2,
  ...(device && { device }),
  content: { type: 'value', title: `Temperature ${id}`, key: 't' },
});
const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More about this dashboard' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

test('a dashboard is made, shows two devices side by side, is saved, copied, deleted and restored', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'Greenhouse', intervalMs }));
  boards.push(await user.board({ kit: 'tank', name: 'Tank', intervalMs }));
  const seen = async () => (await user.api('GET', '/api/device/')) as { variables: unknown[] }[];
  await expect.poll(async () => (await seen()).every(({ variables }) => variables.length > 0)).toBe(true);
  await openAs(page, user);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboards', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No dashboards yet' })).toBeVisible();
  await page.getByRole('button', { name: 'New dashboard' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Farm');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Farm' })).toBeVisible();
  await page.getByRole('button', { name: 'Add widgets' }).click();

  const sheet = page.getByRole('dialog');
  for (const device of ['Greenhouse', 'Tank']) {
    await page.getByRole('button', { name: 'Add widget', exact: true }).click();
    await sheet.getByRole('combobox', { name: 'Device' }).fill(device.slice(0, 3));
    await page.getByRole('option', { name: device }).click();
    await sheet.getByRole('button', { name: /^Value The latest/ }).click();
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
  await expect(page.getByRole('main').getByRole('link', { name: 'Copy of Farm' })).toBeHidden();
  await page.getByText('Deleted in the last 7 days (1)').click();
  await page.getByRole('button', { name: 'Restore Copy of Farm' }).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Copy of Farm' })).toBeVisible();
});

test('one dashboard serves many devices: the one above it is chosen, and those of a tag or group come and go by themselves', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  for (const name of ['North', 'South']) boards.push(await user.board({ name, intervalMs }));
  const [north = '', south = ''] = boards.map(({ espid }) => espid);
  const tag = (espid: string, ...tags: string[]) =>
    user.api('PATCH', `/api/device/${encodeURIComponent(espid)}`, { tags });
  const group = (await user.api('POST', '/api/device-groups', { name: 'Fields', hue: 2 })) as { id: number };
  const join = (espid: string) =>
    user.api('POST', '/api/device/bulk', { devices: [espid], act: { kind: 'change', groupId: group.id } });
  await join(south);
  await tag(north, 'Greenhouse');
  await openAs(page, user, '/dashboard');
  await page.getByRole('button', { name: 'New dashboard' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('All greenhouses');
  await dialog.getByRole('button', { name: /Device picker/ }).click();
  await page.getByRole('option', { name: /Devices with the tag “Greenhouse”/ }).click();
  await expect(dialog.getByText('The list follows by itself')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/dashboard\/\d+/);
  const id = Number(/\/dashboard\/(\d+)/.exec(page.url())?.[1]);
  const warnings = { id: 'w', x: 6, y: 0, width: 4, height: 4, content: { type: 'warnings', title: 'Warnings' } };
  const follows = { kind: 'tag', tag: 'Greenhouse' };
  // A change from elsewhere comes by itself.
  await user.api('PUT', `/api/dashboards/${id}`, {
    name: 'Climate',
    widgets: [value('a', 0), value('b', 3, south), warnings],
    espids: [],
    follows,
    basedOn: 1,
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Climate' })).toBeVisible();
  await expect(page.getByRole('main').getByText('North', { exact: true })).toBeVisible();

  const picker = page.getByRole('combobox', { name: 'Device' });
  await expect(picker).toBeHidden();
  await tag(south, 'greenhouse');
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
  await tag(south);
  await expect(picker).toBeHidden();
  await tag(north);
  await expect(page.getByText('No devices with the tag “Greenhouse” yet')).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Device picker' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('By group', { exact: true }).click();
  await sheet.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Fields' }).click();
  await expect(sheet.getByRole('list', { name: 'Devices in the group “Fields”' })).toContainText('South');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText('No problems')).toBeVisible();

  // Its list of warnings lists each of its devices; one that is deleted leaves a note where its widget was.
  await join(north);
  await expect(page.getByText('No problems on 2 devices')).toBeVisible();
  await boards[0]?.stop();
  await expect(page.getByRole('list', { name: 'Warnings' })).toContainText('North');
  // A board that continues with the account's key would be a new device at once.
  await boards[1]?.stop();
  await user.api('DELETE', `/api/device/${encodeURIComponent(south)}`);
  await expect(page.getByText(`This device was deleted or is not shared with you: ${south}`)).toBeVisible();
  await user.api('DELETE', `/api/device-groups/${group.id}`);
  await expect(page.getByText('The group of this dashboard was deleted')).toBeVisible();
});

test('a board that names its kit gets that dashboard, whose controls show what became of them, until another is taken', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  const board = await user.board({ kit: 'soil', name: 'Vegetable beds', intervalMs });
  boards.push(board);
  await openAs(page, user, `/device/${encodeURIComponent(board.espid)}/Dashboard`);
  await expect(page.getByRole('heading', { name: 'Watering with the seven-in-one soil probe' })).toBeVisible();
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  const moisture = region('Soil moisture');
  await expect(moisture.getByRole('img', { name: /^\d+(\.\d)? %, (dry|getting dry|moist|wet)$/ })).toBeVisible();
  const pump = region('Pump');
  await expect(pump).toContainText('–');
  const onOff = pump.getByRole('switch', { name: 'Pump' });
  await expect(onOff).toBeEnabled();
  await onOff.click({ force: true });
  await expect(pump).toContainText('On');
  await expect(pump).toContainText(/done/);

  await more(page, 'Ready-made dashboards');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Dashboard$/ }).click();
  await page.getByRole('option', { name: 'All values of the board' }).click();
  await dialog.getByRole('button', { name: 'Use dashboard' }).click();
  await expect(page.getByRole('heading', { name: 'All values of the board' })).toBeVisible();
  await expect(region('Pump')).toBeHidden();
});
