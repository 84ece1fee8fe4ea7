import type { Device } from '@cyno/contract';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { type ApiCall, callsOf, stubApi } from '../../../../test/stub-api.ts';
import { devicesQuery, useDevice } from '../devices/index.ts';
import { SettingsPage } from './settings-page.tsx';

const titles = ['Appearance', 'Variables', 'Location and time', 'Board', 'Danger'];

async function openPage(shared: object) {
  const device = deviceOf({ espid: 'ESP32-1' });
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/device/ESP32-1/variables': { variables: [] },
    'GET /api/device/ESP32-1/computed': { variables: [], max: 32 },
  });
  const { screen, router } = await renderInApp(<SettingsPage device={{ ...device, ...shared }} />);
  const index = () => screen.getByRole('navigation', { name: 'Sections of the settings' });
  return {
    screen,
    router,
    index,
    links: () =>
      index()
        .getByRole('link')
        .elements()
        .map((link) => link.textContent),
  };
}

it('groups the settings, with an index that leads to each group', async () => {
  const { screen, router, links } = await openPage({});
  expect(links()).toEqual(titles);
  const titlesIn = (id: string) => [...document.querySelectorAll(`#${id} h2`)].map((title) => title.textContent);
  expect(titlesIn('appearance')).toEqual(['Name', 'Icon', 'Group', 'Tags', 'Notes']);
  expect(titlesIn('where')).toEqual(['Location', 'Time zone']);
  expect(titlesIn('danger')).toEqual(['Delete this device']);
  await screen.getByRole('link', { name: 'Location and time' }).click();
  await expect.poll(() => router.state.location.hash).toBe('#where');
});

it('has no danger for a manager, who cannot delete the device', async () => {
  const { links } = await openPage({ owner: 'ann@example.com', role: 'manager', expiresAt: null });
  expect(links()).toEqual(titles.slice(0, -1));
});

it('folds the groups on a phone, where they are the only index, and opens the one that a link leads to', async () => {
  const { innerWidth, innerHeight } = window;
  onTestFinished(() => page.viewport(innerWidth, innerHeight));
  await page.viewport(360, 780);
  const { screen, router, index } = await openPage({});
  const name = screen.getByRole('textbox', { name: 'Name' });
  await expect.element(screen.getByText('Name, icon, group, tags and notes')).toBeVisible();
  await expect.element(name).not.toBeInTheDocument();
  await expect.element(index()).not.toBeInTheDocument();
  expect(document.documentElement.scrollHeight).toBeLessThan(1_200);
  await router.navigate('#where');
  await expect.element(screen.getByRole('heading', { name: 'Time zone' })).toBeVisible();
  await screen.getByText('Name, icon, group, tags and notes').click();
  await expect.element(name).toBeVisible();
});

function LivePage() {
  const device = useDevice('ESP32-1');
  return device ? <SettingsPage device={device} /> : null;
}

const place = { latitude: 13, longitude: 100 };

it.each<{ card: string; field: string; typed: [string, string]; elsewhere: Partial<Device>; later: string }>([
  { card: 'Name', field: 'Name', typed: ['Pond', 'Pond 2'], elsewhere: { name: 'Barn' }, later: 'Barn' },
  { card: 'Notes', field: 'Notes', typed: ['Key', 'Key at Ann'], elsewhere: { notes: 'Gate' }, later: 'Gate' },
  {
    card: 'Location',
    field: 'Latitude',
    typed: ['14', '14.5'],
    elsewhere: { location: { ...place, latitude: 15 } },
    later: '15',
  },
])('keeps what is typed in $card while something else is saved, and then has what is stored', async (input) => {
  const { card, typed, elsewhere, later } = input;
  let device = deviceOf({ espid: 'ESP32-1', location: place });
  let response: Promise<void> | undefined;
  const calls = stubApi({
    'GET /api/device/': () => [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/device/ESP32-1/variables': { variables: [] },
    'GET /api/device/ESP32-1/computed': { variables: [], max: 32 },
    'PATCH /api/device/ESP32-1': async ({ body }: ApiCall) => {
      await response;
      device = { ...device, ...(body as Partial<Device>) };
      return device;
    },
  });
  const { screen, client } = await renderInApp(<LivePage />);
  const section = screen.getByRole('region', { name: card, exact: true });
  const field = section.getByRole('textbox', { name: input.field });
  const save = section.getByRole('button', { name: /^Save/ });
  const saved = screen.getByText(`${card} saved`);
  const saveElsewhere = (change: Partial<Device>) => {
    device = { ...device, ...change };
    client.setQueryData(devicesQuery.queryKey, [device]);
  };

  const held = Promise.withResolvers<void>();
  response = held.promise;
  await field.fill(typed[0]);
  await save.click();
  await field.fill(typed[1]);
  held.resolve();
  await expect.element(saved).toBeVisible();
  await expect.element(field).toHaveValue(typed[1]);
  await expect.element(field).toHaveFocus();

  saveElsewhere({ ...elsewhere, tags: ['North'] });
  await expect.element(screen.getByRole('button', { name: 'Remove tag North' })).toBeVisible();
  await expect.element(field).toHaveValue(typed[1]);
  await expect.element(field).toHaveFocus();

  await save.click();
  await expect.poll(() => saved.elements()).toHaveLength(2);
  expect(callsOf(calls, 'PATCH')).toHaveLength(2);
  await expect.element(field).toHaveValue(typed[1]);
  saveElsewhere(elsewhere);
  await expect.element(field).toHaveValue(later);
});
