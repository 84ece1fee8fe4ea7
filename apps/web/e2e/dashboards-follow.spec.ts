import { axeFindings, expect, fitsWidth, test } from './support/test.ts';
import { newUser, openAs } from './support/users.ts';

const wide = { width: 1440, height: 900 };
const widths = [360, 768, 1440];

test('a dashboard follows a tag: a device that gets it appears by itself, one that loses it goes', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'North' }), await user.board({ name: 'South' }));
  const [north = '', south = ''] = boards.map(({ espid }) => espid);
  const tag = (espid: string, ...tags: string[]) =>
    user.api('PATCH', `/api/device/${encodeURIComponent(espid)}`, { tags });
  await tag(north, 'Greenhouse');
  await page.setViewportSize(wide);
  await openAs(page, user, '/dashboard');
  await page.getByRole('button', { name: 'New dashboard' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('All greenhouses');
  await dialog.getByRole('button', { name: /Devices to choose from above it/ }).click();
  await page.getByRole('option', { name: /Those with the tag “Greenhouse”/ }).click();
  await expect(dialog.getByText('Devices that come later appear by themselves')).toBeVisible();
  await dialog.getByRole('button', { name: 'Make it' }).click();
  await page.getByRole('button', { name: 'Add widgets' }).click();
  await page.getByRole('button', { name: 'Add widget' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /^Value The newest/ }).click();
  await sheet.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('main').getByText('North', { exact: true })).toBeVisible();

  const picker = page.getByRole('combobox', { name: 'Device' });
  await expect(picker).toBeHidden();
  await tag(south, 'greenhouse');
  await expect(picker).toHaveValue('North');
  await page.getByRole('button', { name: 'Next device' }).click();
  await expect(picker).toHaveValue('South');
  await tag(south);
  await expect(picker).toBeHidden();
  await expect(page.getByRole('main').getByText('North', { exact: true })).toBeVisible();
  await tag(north);
  await expect(page.getByRole('heading', { name: 'No device with the tag “Greenhouse” yet' })).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await fitsWidth(page);
    expect(await axeFindings(page)).toEqual([]);
  }
});

test('what a dashboard follows is changed in its editor, and a group that is deleted is said to be gone', async ({
  page,
  boards,
}) => {
  const user = await newUser();
  boards.push(await user.board({ name: 'North' }), await user.board({ name: 'South' }));
  const [north = '', south = ''] = boards.map(({ espid }) => espid);
  const group = (await user.api('POST', '/api/device-groups', { name: 'Fields', hue: 2 })) as { id: number };
  const act = { kind: 'change', groupId: group.id };
  await user.api('POST', '/api/device/bulk', { devices: [south], act });
  const content = { type: 'warnings', title: 'Warnings' };
  const widgets = [{ id: 'a', x: 0, y: 0, width: 4, height: 4, content }];
  const made = (await user.api('POST', '/api/dashboards', { name: 'Fields', widgets, espids: [north] })) as {
    id: number;
  };
  await page.setViewportSize(wide);
  await openAs(page, user, `/dashboard/${made.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Devices to choose from' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByText('By tag', { exact: true }).click();
  await expect(sheet.getByText('None of your devices has a tag yet.')).toBeVisible();
  await sheet.getByText('By group', { exact: true }).click();
  await sheet.getByRole('combobox', { name: 'Group' }).click();
  await page.getByRole('option', { name: 'Fields' }).click();
  await expect(sheet.getByRole('list', { name: 'Devices in the group “Fields”' })).toContainText('South');
  expect(await axeFindings(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByText('Nothing on this dashboard is out of order.')).toBeVisible();

  // Its list of warnings tells of each of its devices.
  await user.api('POST', '/api/device/bulk', { devices: [north], act });
  await expect(page.getByText('All well: nothing of these 2 devices is out of order.')).toBeVisible();
  await boards[0]?.stop();
  await expect(page.getByRole('list', { name: 'Warnings' })).toContainText('North');

  await user.api('DELETE', `/api/device-groups/${group.id}`);
  await expect(page.getByRole('heading', { name: 'The group of this dashboard was deleted' })).toBeVisible();
});
