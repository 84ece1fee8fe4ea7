import type { ClaimList, Device, SharedDevice, ShareRole } from '@cyno/contract';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alertListOf } from '../../../test/alerts.ts';
import { deviceOf, variableOf } from '../../../test/devices.ts';
import { renderInApp } from '../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../test/stub-api.ts';
import { devicesQuery, sharedDevicesQuery } from '../../features/boards/devices/index.ts';
import { noteServerTime } from '../../lib/live/live-client.ts';
import { DeviceLayout } from './device-layout.tsx';

beforeEach(() => page.viewport(1280, 800));

const device = deviceOf({ espid: 'ESP32-1', name: 'Cold room' });
const sharedAs = (role: ShareRole): SharedDevice => ({ ...device, owner: 'ann@example.com', role, expiresAt: null });

type Lists = {
  own?: Device[];
  shared?: SharedDevice[];
  tab?: string;
  claims?: ClaimList;
  more?: Parameters<typeof stubApi>[0];
};

const noClaims: ClaimList = { made: [], received: [] };

async function openTab({ own = [], shared = [], tab = 'Alerts', claims = noClaims, more }: Lists) {
  const calls = stubApi({
    'GET /api/device/': own,
    'GET /api/device/shared': shared,
    'GET /api/claims': claims,
    'GET /api/alerts': alertListOf(),
    'GET /api/maintenance': { windows: [], devices: [] },
    'GET /api/alert-rules': { rules: [], allowed: 100 },
    'GET /api/device-groups': { groups: [] },
    ...more,
  });
  const { screen, client, router } = await renderInApp(<DeviceLayout />, {
    at: `/device/ESP32-1/${tab}`,
    route: '/device/:espId/:page',
  });
  const links = screen.getByRole('navigation', { name: 'Device pages' }).getByRole('link');
  return { screen, client, router, calls, tabs: () => links.elements().map((link) => link.textContent) };
}

it('an owner has every tab in its order, and the current one is named', async () => {
  const { screen, tabs } = await openTab({ own: [device] });
  await expect.element(screen.getByRole('heading', { name: 'Cold room', level: 1 })).toBeVisible();
  expect(tabs()).toEqual([
    ...['Overview', 'Dashboard', 'History', 'Control', 'Automation'],
    ...['Alerts', 'Firmware', 'Console', 'Sharing', 'Settings'],
  ]);
  await expect.element(screen.getByRole('link', { name: 'Alerts' })).toHaveAttribute('aria-current', 'page');
  expect(document.title).toBe('Cold room, Alerts · Cyno');
});

it('says how old the newest value is by the clock of the server, where that of the browser is hours behind', async () => {
  const now = Date.now() + 3 * 3_600_000;
  noteServerTime({ type: 'ready', now });
  onTestFinished(() => noteServerTime({ type: 'ready', now: Date.now() }));
  const { screen } = await openTab({ own: [{ ...device, variables: [variableOf('temp', { at: now - 7_300_000 })] }] });
  await expect.element(screen.getByText('Updated 2 hr ago')).toBeVisible();
});

it('a viewer and an operator have no tabs of managers, and read whose the device is', async () => {
  const { screen, tabs } = await openTab({ shared: [sharedAs('operator')] });
  await expect.element(screen.getByText('Shared by ann@example.com, you are operator')).toBeVisible();
  expect(tabs()).toEqual(['Overview', 'Dashboard', 'History', 'Control', 'Automation', 'Alerts', 'Sharing']);
  await expect.element(screen.getByRole('button', { name: /^Favourite/ })).not.toBeInTheDocument();
});

it('a tab of managers shows to whom it belongs when its address is typed', async () => {
  const { screen } = await openTab({ shared: [sharedAs('viewer')], tab: 'Console' });
  await expect.element(screen.getByRole('heading', { name: 'Console is for managers' })).toBeVisible();
  await expect.element(screen.getByText(/Your role is viewer\. Ask ann@example\.com/)).toBeVisible();
});

it('a device that goes while its page is open is shown as gone, and why', async () => {
  const { screen, client } = await openTab({ shared: [sharedAs('viewer')] });
  await expect.element(screen.getByText('Shared by ann@example.com, you are viewer')).toBeVisible();
  client.setQueryData(sharedDevicesQuery.queryKey, []);
  await expect.element(screen.getByRole('heading', { name: 'Cold room is no longer shared with you' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'All devices' })).toHaveAttribute('href', '/device');

  client.setQueryData(devicesQuery.queryKey, [device]);
  await expect.element(screen.getByRole('heading', { name: 'Cold room', level: 1 })).toBeVisible();
  client.setQueryData(devicesQuery.queryKey, []);
  await expect.element(screen.getByRole('heading', { name: 'Cold room is no longer yours' })).toBeVisible();
});

it('a device that was handed over stays gone when its board connects and waits to be accepted', async () => {
  const { screen, client } = await openTab({ own: [device] });
  await expect.element(screen.getByRole('heading', { name: 'Cold room', level: 1 })).toBeVisible();
  client.setQueryData(devicesQuery.queryKey, [{ ...device, name: device.espid, pending: true }]);
  await expect.element(screen.getByRole('heading', { name: 'Cold room is no longer yours' })).toBeVisible();

  client.setQueryData(devicesQuery.queryKey, [{ ...device, name: 'Barn' }]);
  await expect.element(screen.getByRole('heading', { name: 'Barn', level: 1 })).toBeVisible();
});

it('has the id of a device that is not found in one piece', async () => {
  stubApi({ 'GET /api/device/': [], 'GET /api/device/shared': [], 'GET /api/claims': noClaims });
  const espid = 'ESP32-D0WDQ6-100_fa20001';
  const at = `/device/${espid}/Overview`;
  const { screen } = await renderInApp(<DeviceLayout />, { at, route: '/device/:espId/:page' });
  const id = screen.getByText(espid, { exact: true });
  await expect.element(id).toBeVisible();
  for (const width of [320, 340, 360, 380, 400]) {
    await page.viewport(width, 800);
    expect(id.element().getClientRects()).toHaveLength(1);
  }
});

it('shows it when there is no such device, and when the devices do not load', async () => {
  const { screen } = await openTab({});
  await expect.element(screen.getByRole('heading', { name: 'Device not found' })).toBeVisible();
  await screen.unmount();

  stubApi({
    'GET /api/device/': () => refuse(400, 'bad_request', 'The shed is on fire.'),
    'GET /api/device/shared': [],
  });
  const failed = await renderInApp(<DeviceLayout />, { at: '/device/ESP32-1/Alerts', route: '/device/:espId/:page' });
  await expect.element(failed.screen.getByText(/The shed is on fire\./)).toBeVisible();
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  await failed.screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(failed.screen.getByRole('heading', { name: 'Cold room', level: 1 })).toBeVisible();
});

it('shows on the page of a device, and of no other one, that somebody else claims its board', async () => {
  const claim = { id: 1, state: 'open' as const, openedAt: Date.now(), decidesAt: Date.now() + 86_400_000 };
  const received = [
    { ...claim, espid: 'ESP32-1' },
    { ...claim, id: 2, espid: 'ESP32-2' },
  ];
  const { screen } = await openTab({ own: [device], claims: { made: [], received } });
  await expect.element(screen.getByText('Another account claims this board')).toBeVisible();
  expect(screen.getByRole('list', { name: 'Claims to your boards' }).getByRole('listitem').elements()).toHaveLength(1);
});

it('on a phone it has a few tabs and a menu of the others, and its facts behind a button', async () => {
  await page.viewport(360, 740);
  const { screen, tabs } = await openTab({ own: [device] });
  await expect.element(screen.getByRole('link', { name: 'Alerts' })).toHaveAttribute('aria-current', 'page');
  expect(tabs()).toEqual(['Overview', 'Dashboard', 'Alerts']);
  await screen.getByRole('button', { name: 'More' }).click();
  const others = screen.getByRole('menu').getByRole('menuitem');
  await expect.element(others.first()).toHaveTextContent('History');
  expect(others.elements()).toHaveLength(7);
  await userEvent.keyboard('{Escape}');

  await expect.element(screen.getByText('ESP32-1')).not.toBeVisible();
  await screen.getByRole('button', { name: 'Details' }).click();
  await expect.element(screen.getByText('ESP32-1')).toBeVisible();
});

it('does not carry a name that was typed for one device over to another', async () => {
  const unnamed = (espid: string) => deviceOf({ espid, name: espid });
  const { screen, router } = await openTab({ own: [unnamed('ESP32-1'), unnamed('ESP32-2')], tab: 'Overview' });
  const field = screen.getByLabelText('What do you call this device?');
  await field.fill('Greenhouse');
  await router.navigate('/device/ESP32-2/Overview');
  await expect.element(screen.getByRole('heading', { name: 'ESP32-2', level: 1 })).toBeVisible();
  await expect.element(field).toHaveValue('');
});

it('marks a device as favourite while that of another one is on its way, and shows that it failed', async () => {
  const response = Promise.withResolvers<Response>();
  const second = deviceOf({ espid: 'ESP32-2', name: 'Barn' });
  const { screen, router, calls } = await openTab({
    own: [device, second],
    more: {
      'PATCH /api/device/ESP32-1': () => response.promise,
      'PATCH /api/device/ESP32-2': { ...second, favourite: true },
    },
  });
  const star = screen.getByRole('button', { name: /^Favourite/ });
  await star.click();
  await router.navigate('/device/ESP32-2/Alerts');
  await expect.element(screen.getByRole('heading', { name: 'Barn', level: 1 })).toBeVisible();
  await star.click();
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(callsOf(calls, 'PATCH').map(({ path }) => path)).toEqual(['/api/device/ESP32-1', '/api/device/ESP32-2']);
  response.resolve(refuse(503, 'unavailable', 'The shed is on fire.'));
  await expect.element(screen.getByText('Could not change the star of Cold room')).toBeVisible();
});
