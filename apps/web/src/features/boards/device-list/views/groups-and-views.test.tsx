import type { DeviceGroup, SavedView } from '@cyno/contract';
import { expect, it } from 'vitest';
import { openDeviceList } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';

it('shows the list by group; groups fold, change places, and leave their devices when they are deleted', async () => {
  let groups: DeviceGroup[] = [
    { id: 1, name: 'North', hue: 2 },
    { id: 2, name: 'South', hue: 2 },
  ];
  const alpha = deviceOf({ espid: 'ESP32-1_1', name: 'Alpha', order: 0, groupId: 1 });
  const beta = deviceOf({ espid: 'ESP32-1_2', name: 'Beta', order: 1, groupId: 2 });
  const gamma = deviceOf({ espid: 'ESP32-1_3', name: 'Gamma', order: 2 });
  const more = {
    'GET /api/device-groups': () => ({ groups }),
    'GET /api/device/': () => [alpha, groups.some(({ id }) => id === 2) ? beta : { ...beta, groupId: null }, gamma],
    'POST /api/device-groups/order': ({ body }: { body: unknown }) => {
      expect(body).toEqual({ ids: [2, 1] });
      groups = [...groups].reverse();
      return { groups };
    },
    'DELETE /api/device-groups/2': () => {
      groups = groups.filter(({ id }) => id !== 2);
      return undefined;
    },
  };
  const open = async (at: string) => {
    const { screen, query } = await openDeviceList([], at, { more });
    const headings = screen.getByRole('list', { name: 'Devices by group' }).getByRole('heading', { level: 2 });
    const titles = () => headings.elements().map((heading) => heading.textContent);
    return { screen, query, headings, titles };
  };
  const { screen, query, headings, titles } = await open('/device');
  await screen.getByRole('button', { name: 'Views' }).click();
  await screen.getByRole('menuitem', { name: 'Group devices' }).click();
  await expect.poll(query).toMatch(/by=group/);
  await expect.poll(titles).toEqual(['North', 'South', 'No group']);
  await headings.first().getByRole('button').click();
  await expect.element(screen.getByRole('article', { name: 'Alpha' })).not.toBeInTheDocument();
  await screen.unmount();

  const again = await open('/device?by=group');
  await expect.element(again.screen.getByRole('article', { name: 'Beta' })).toBeVisible();
  await expect.element(again.screen.getByRole('article', { name: 'Alpha' })).not.toBeInTheDocument();
  await again.screen.getByRole('button', { name: 'Group South' }).click();
  await again.screen.getByRole('menuitem', { name: 'Move up' }).click();
  await expect.poll(again.titles).toEqual(['South', 'North', 'No group']);
  await again.screen.getByRole('button', { name: 'Group South' }).click();
  await again.screen.getByRole('menuitem', { name: 'Delete group' }).click();
  await again.screen.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(again.titles).toEqual(['North', 'No group']);
  await expect.element(again.screen.getByRole('article', { name: 'Beta' })).toBeVisible();
});

it('chooses with Shift what stands between two devices on the screen', async () => {
  const groups: DeviceGroup[] = [1, 2, 3].map((id) => ({ id, name: `Field ${id}`, hue: 2 }));
  const groupOf = [1, 3, 2, 3, 1, 3];
  const devices = groupOf.map((groupId, order) =>
    deviceOf({ espid: `ESP32-2_${order}`, name: `Board ${order}`, order, groupId }),
  );
  const more = { 'GET /api/device-groups': () => ({ groups }), 'GET /api/device/': () => devices };
  const { screen } = await openDeviceList([], '/device?by=group', { more });
  await screen
    .getByRole('heading', { name: /^Field 2/ })
    .getByRole('button')
    .click();
  await screen.getByRole('button', { name: 'Select', exact: true }).click();
  const box = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });
  await box('Board 0').click();
  await box('Board 3').click({ modifiers: ['Shift'] });
  const chosen = () => devices.filter(({ name }) => box(name).query()?.matches(':checked')).map(({ order }) => order);
  await expect.poll(chosen).toEqual([0, 1, 3, 4]);
  await expect.element(screen.getByText('4 selected')).toBeVisible();
});

it('saves what is shown under a name, shows it from the menu, renames and deletes it', async () => {
  let views: SavedView[] = [];
  const more = {
    'GET /api/device-views': () => ({ views }),
    'POST /api/device-views': ({ body }: { body: unknown }) => {
      views = [{ id: 7, name: 'Water', query: 'q=pond&sort=-name&view=table', ...(body as object) }];
      return views[0];
    },
    'PUT /api/device-views/7': ({ body }: { body: unknown }) => {
      views = views.map((view) => ({ ...view, ...(body as object) }));
      return views[0];
    },
    'DELETE /api/device-views/7': () => {
      views = [];
      return undefined;
    },
  };
  const devices = [
    deviceOf({ espid: 'ESP32-1_1', name: 'Pond', order: 0 }),
    deviceOf({ espid: 'ESP32-1_2', name: 'Roof', order: 1 }),
  ];
  const { screen } = await openDeviceList(devices, '/device?q=pond&view=table&sort=-name', { more });
  await expect.poll(() => screen.getByRole('row').elements().length).toBe(2);
  await screen.getByRole('button', { name: 'Views' }).click();
  await screen.getByRole('menuitem', { name: 'Save current view' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Save current view' });
  await dialog.getByLabelText('Name').fill('Water');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Saved as Water')).toBeVisible();
  expect(new URLSearchParams(views[0]?.query).get('q')).toBe('pond');
  await screen.unmount();

  localStorage.clear();
  const { screen: other } = await openDeviceList(devices, '/device', { more });
  await expect.poll(() => other.getByRole('article').elements().length).toBe(2);
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name: 'Water' }).click();
  const rows = other.getByRole('table', { name: 'Devices' }).getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(2);
  await expect.element(other.getByRole('searchbox', { name: 'Search devices' })).toHaveValue('pond');
  await other.getByRole('button', { name: 'Views' }).click();
  await other.getByRole('menuitem', { name: 'Rename or delete' }).click();
  await other.getByLabelText('Name of Water').fill('Fish');
  await other.getByRole('button', { name: 'Rename' }).click();
  await expect.element(other.getByLabelText('Name of Fish')).toBeVisible();
  expect(new URLSearchParams(views[0]?.query).get('q')).toBe('pond');
  await other.getByRole('button', { name: 'Delete Fish' }).click();
  await expect.element(other.getByText('No saved views')).toBeVisible();
});
