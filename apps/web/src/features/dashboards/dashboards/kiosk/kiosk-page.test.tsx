import type { AccountDashboard, OpenDashboard } from '@cyno/contract';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardOf, dashboardServer, tileOf } from '../../../../../test/dashboards.ts';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { pressNow } from '../../../../../test/press-now.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { SilentSocket } from '../../../../../test/shell.ts';
import { refuse, stubApi } from '../../../../../test/stub-api.ts';
import { historyOf } from '../../../../../test/widgets.ts';
import { devicesQuery } from '../../../boards/devices/index.ts';
import { PublicPage } from '../../links/index.ts';
import { KioskPage } from './kiosk-page.tsx';

const many = Array.from({ length: 35 }, (_, index) =>
  tileOf(`w${index}`, `Value ${index + 1}`, { x: (index % 4) * 3, y: Math.floor(index / 4) * 3, width: 3, height: 3 }),
);
const variablesOf = (value: number) => [variableOf('temp', { value, unit: '°C' })];
const north = deviceOf({ espid: 'ESP32-1_AABBCC000001', name: 'North', variables: variablesOf(11) });
const south = deviceOf({ espid: 'ESP32-2_AABBCC000002', name: 'South', variables: variablesOf(22) });
const hall: AccountDashboard = {
  ...dashboardOf(many, { id: 7, name: 'Hall' }),
  espids: [north.espid, south.espid],
  follows: null,
  role: 'owner',
  savedAt: Date.now(),
};
const region = (name: string) => page.getByRole('region', { name, exact: true });
const expectPage = (number: number) =>
  expect
    .poll(() => document.querySelector('[aria-current="page"]')?.getAttribute('aria-label'))
    .toBe(`Page ${number} of 3`);

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.useRealTimers();
});

it('fills the screen with the pages of a dashboard, for the device that the address names', async () => {
  const server = dashboardServer(null, { devices: [north, south] });
  stubApi({ ...server.replies, 'GET /api/dashboards/7': hall });
  await renderInApp(<KioskPage />, { route: '/kiosk', at: `/kiosk?show=dashboard:7&device=${south.espid}` });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Hall' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Device' })).toHaveValue('South');
  await expect.element(region('Value 1')).toMatchTextContent('22°C');
  await expectPage(1);
  expect(region('Value 1').element().querySelector('b')?.getBoundingClientRect().height).toBeGreaterThan(20);
  expect(document.querySelector('.kiosk-stage')?.scrollTop).toBe(0);
  // The page turns by itself, and does not wait for the browser's driver.
  await pressNow(page.getByRole('button', { name: 'Next device' }));
  await expect.element(page.getByRole('combobox', { name: 'Device' })).toHaveValue('North');
  await expect.element(region('Value 1')).toMatchTextContent('11°C');
});

it('shows it when the address names no dashboard', async () => {
  stubApi(dashboardServer(null).replies);
  await renderInApp(<KioskPage />, { route: '/kiosk', at: '/kiosk' });
  await expect.element(page.getByRole('heading', { name: 'No dashboard chosen' })).toBeVisible();
});

it.each(['dashboard:7', `device:${south.espid}`])('shows that %s is gone, and can be left', async (reference) => {
  const server = dashboardServer(null, { devices: [north] });
  const gone = () => refuse(404, 'not_found', 'There is none.');
  stubApi({
    ...server.replies,
    'GET /api/dashboards/7': gone,
    [`GET /api/device/${south.espid}/dashboard`]: gone,
  });
  const { router } = await renderInApp(<KioskPage />, { route: '/kiosk', at: `/kiosk?show=${reference}` });
  await expect.element(page.getByRole('heading', { name: 'Dashboard not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect.poll(() => router.state.location.pathname).not.toBe('/kiosk');
});

it('shows that a device is gone that was deleted while it was shown', async () => {
  let devices = [north];
  const server = dashboardServer(dashboardOf(many), { devices });
  stubApi({ ...server.replies, 'GET /api/device/': () => devices });
  const at = `/kiosk?show=device:${north.espid}`;
  const { client } = await renderInApp(<KioskPage />, { route: '/kiosk', at });
  await expect.element(region('Value 1')).toMatchTextContent('11°C');
  devices = [];
  await client.invalidateQueries(devicesQuery);
  await expect.element(page.getByRole('heading', { name: 'Dashboard not found' })).toBeVisible();
});

it('shows why a dashboard did not load until it has, and requests it again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const server = dashboardServer(null, { devices: [north, south] });
  let dashboard: () => Response | Promise<AccountDashboard> = () => refuse(503, 'unavailable', 'It is busy.');
  stubApi({ ...server.replies, 'GET /api/dashboards/7': () => dashboard() });
  await renderInApp(<KioskPage />, { route: '/kiosk', at: '/kiosk?show=dashboard:7' });
  const failure = page.getByRole('alert');
  await expect.element(failure).toMatchTextContent(/The dashboard did not load.*Trying again…/);
  const loaded = Promise.withResolvers<AccountDashboard>();
  let isRequested = false;
  dashboard = () => {
    isRequested = true;
    return loaded.promise;
  };
  await vi.advanceTimersByTimeAsync(10_000);
  await expect.poll(() => isRequested).toBe(true);
  await expect.element(failure).toBeVisible();
  loaded.resolve(hall);
  await expect.element(region('Value 1')).toBeVisible();
});

it('the next dashboard follows one of somebody else that did not load', async () => {
  vi.stubGlobal('WebSocket', SilentSocket);
  const server = dashboardServer(null, { devices: [north, south] });
  stubApi({
    ...server.replies,
    'GET /api/dashboards/7': { ...hall, role: 'viewer' },
    'GET /api/dashboards/7/shown': () => refuse(503, 'unavailable', 'It is busy.'),
    'GET /api/dashboards/8': { ...hall, id: 8 },
  });
  await renderInApp(<KioskPage />, { route: '/kiosk', at: '/kiosk?show=dashboard:7&show=dashboard:8' });
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The dashboard did not load/);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }));
  await expect.element(region('Value 1')).toBeVisible();
});

it('a public link fills the screen, for the device that is chosen', async () => {
  vi.stubGlobal('WebSocket', SilentSocket);
  const visible = [north, south].map(({ name, variables }, index) => ({
    device: String(index),
    name,
    variables,
    online: true,
    onlineChangedAt: null,
    lastSeenAt: null,
    timeZone: null,
    location: null,
  }));
  const open: OpenDashboard = {
    state: 'open',
    now: Date.now(),
    name: 'Hall',
    version: 1,
    expiresAt: null,
    choices: ['0', '1'],
    devices: visible,
    widgets: many,
    exposed: [],
    playback: false,
  };
  stubApi({
    'GET /api/public/dashboard': open,
    'GET /api/public/dashboard/history': () => historyOf({ temp: [20, 21] }),
  });
  const onName = vi.fn();
  const { router } = await renderInApp(<PublicPage onName={onName} />, {
    route: '/view/:token',
    at: '/view/token?kiosk&theme=dark',
  });
  await expect.element(page.getByRole('main', { name: 'Hall' })).toBeVisible();
  expect(onName).toHaveBeenCalledWith('Hall');
  await expect.poll(() => document.documentElement.dataset.theme).toBe('dark');
  await expectPage(1);
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown' }));
  await expectPage(2);
  await page.getByRole('button', { name: /Device$/ }).click();
  await page.getByRole('option', { name: 'South' }).click();
  await expect.element(region('Value 20')).toMatchTextContent('22°C');
  await page.getByRole('button', { name: 'Leave (Esc)' }).click();
  await expect.element(page.getByRole('contentinfo')).toBeVisible();
  expect(router.state.location.search).toBe('');
});
