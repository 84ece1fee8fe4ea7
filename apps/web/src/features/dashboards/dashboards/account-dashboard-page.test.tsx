import type { AccountDashboard, OpenDashboard } from '@cyno/contract';
import { lazy, Suspense } from 'react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { dashboardOf, dashboardServer, tileOf } from '../../../../test/dashboards.ts';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { historyOf } from '../../../../test/widgets.ts';
import { AccountDashboardPage } from './account-dashboard-page.tsx';
import { FollowNote } from './follow-note.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

const hall: AccountDashboard = {
  ...dashboardOf([], { id: 7, name: 'Hall' }),
  espids: [],
  follows: null,
  role: 'owner',
  savedAt: Date.now(),
};

it('shows that there is no dashboard where somebody else has a private one', async () => {
  const server = dashboardServer(null);
  stubApi({
    ...server.replies,
    'GET /api/dashboards/7': () => refuse(404, 'not_found', 'Dashboard not found.'),
  });
  await renderInApp(<AccountDashboardPage sharing={() => null} />, {
    route: '/dashboard/:dashboardId',
    at: '/dashboard/7',
  });
  await expect.element(page.getByRole('heading', { name: 'Dashboard not found' })).toBeVisible();
});

it('shows which devices wait, and lets others see those that stood on the screen', async () => {
  const [north, south] = [deviceOf({ espid: 'N', name: 'North' }), deviceOf({ espid: 'S', name: 'South' })];
  const calls = stubApi({
    'GET /api/device/': [north, south],
    'GET /api/device/shared': [],
    'POST /api/dashboards/7/confirm': () => refuse(409, 'conflict', 'The devices of this dashboard changed.'),
  });
  const dashboard = { version: 3, espids: ['N', 'S'], waiting: { widgets: [], devices: ['S'] } };
  const { screen } = await renderInApp(
    <WaitingNotice reference={{ kind: 'account', id: 7 }} dashboard={dashboard} isOwn />,
  );
  await expect.element(screen.getByText(/^Added since you last saved: 1 device \(South\)\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Let others see it' }).click();
  await expect.element(page.getByText(/The devices of this dashboard changed\./)).toBeVisible();
  expect(callsOf(calls, 'POST')).toMatchObject([{ body: { version: 3, espids: ['N', 'S'] } }]);
});

it('stays as it is until the files of its editor are there', async () => {
  stubApi({ ...dashboardServer(null).replies, 'GET /api/dashboards/7': hall });
  await renderInApp(<AccountDashboardPage sharing={() => null} />, {
    route: '/dashboard/:dashboardId',
    at: '/dashboard/7',
  });
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  await expect.element(edit).toBeVisible();
  let hasBones = false;
  const observer = new MutationObserver(() => {
    hasBones ||= document.querySelector('.skeleton') !== null;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  await edit.click();
  await expect.element(page.getByRole('button', { name: 'Done' })).toBeVisible();
  observer.disconnect();
  expect(hasBones).toBe(false);
});

it('keeps what is edited when it is deleted elsewhere', async () => {
  let isDeleted = false;
  stubApi({
    ...dashboardServer(null).replies,
    'GET /api/dashboards/7': () => (isDeleted ? refuse(404, 'not_found', 'Dashboard not found.') : hall),
  });
  const { client } = await renderInApp(<AccountDashboardPage sharing={() => null} />, {
    route: '/dashboard/:dashboardId',
    at: '/dashboard/7',
  });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Dashboard name' });
  await name.fill('Great hall');
  isDeleted = true;
  await client.invalidateQueries({ queryKey: ['account-dashboards'] });
  await expect.element(page.getByText(/^You can no longer save this dashboard:/)).toBeVisible();
  await expect.element(name).toHaveValue('Great hall');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(page.getByRole('heading', { name: 'Dashboard not found' })).toBeVisible();
});

it('sets a countdown of a dashboard without devices', async () => {
  const until = Date.now() + 3_600_000;
  const countdown = {
    id: 'c',
    x: 0,
    y: 0,
    width: 3,
    height: 2,
    content: { type: 'countdown', title: 'Start', until },
  } as const;
  stubApi({ ...dashboardServer(null).replies, 'GET /api/dashboards/7': { ...hall, widgets: [countdown] } });
  await renderInApp(<AccountDashboardPage sharing={() => null} />, {
    route: '/dashboard/:dashboardId',
    at: '/dashboard/7',
  });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: /^Start, / }).click();
  await userEvent.keyboard('{Enter}');
  const sheet = page.getByRole('dialog', { name: 'Edit widget' });
  await expect.element(sheet.getByRole('group', { name: 'Until' })).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Title' }).fill('Regatta');
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByRole('button', { name: /^Regatta, / })).toBeVisible();
});

const listLoaded = Promise.withResolvers<{ default: () => null }>();
const ListThatLoads = lazy(() => listLoaded.promise);
const PlaceOfDashboards = () =>
  useLocation().pathname === '/dashboard' ? <ListThatLoads /> : <AccountDashboardPage sharing={() => null} />;

it('is deleted when nothing requests it any more, also where the list that follows loads slowly', async () => {
  const calls = stubApi({
    'GET /api/device/': [],
    'GET /api/device/shared': [],
    'GET /api/dashboards/7': hall,
    'DELETE /api/dashboards/7': async () => {
      // The live connection notifies of it before the response comes.
      await client.invalidateQueries({ queryKey: ['account-dashboards'] });
    },
  });
  const { client, router } = await renderInApp(
    <Suspense>
      <PlaceOfDashboards />
    </Suspense>,
    { route: '/dashboard/:dashboardId?', at: '/dashboard/7' },
  );
  await page.getByRole('button', { name: 'More about this dashboard' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard');
  expect(callsOf(calls, 'DELETE')).toEqual([]);
  listLoaded.resolve({ default: () => null });
  await expect.element(page.getByText('“Hall” deleted')).toBeVisible();
  expect(callsOf(calls, 'GET').filter(({ path }) => path === '/api/dashboards/7')).toHaveLength(1);
});

describe('a dashboard that somebody shares without its devices', () => {
  const shed = 'ESP32-1_AABBCC000009';
  const air = { ...tileOf('air', 'Air', { x: 0, y: 0, width: 3, height: 3 }), device: shed };
  const waits = { ...tileOf('more', 'More', { x: 3, y: 0, width: 3, height: 3 }), device: shed };
  type Setting = { playback?: boolean; at?: string; replies?: Parameters<typeof stubApi>[0] };
  async function open({ playback = false, at = '/dashboard/7', replies }: Setting) {
    const dashboard: OpenDashboard = {
      state: 'open',
      now: Date.now(),
      name: 'Hall',
      version: 1,
      expiresAt: null,
      choices: [],
      exposed: [],
      playback,
      widgets: [air],
      devices: [
        {
          device: shed,
          name: 'Shed',
          variables: [variableOf('temp', { value: 21.5 })],
          online: true,
          onlineChangedAt: null,
          lastSeenAt: Date.now(),
          timeZone: null,
          location: null,
        },
      ],
    };
    const through = '/api/dashboards/7/shown';
    const calls = stubApi({
      ...dashboardServer(null, { devices: [] }).replies,
      'GET /api/dashboards/7': { ...hall, widgets: [air, waits], role: 'viewer' },
      [`GET ${through}`]: dashboard,
      [`GET ${through}/history`]: () => historyOf({}),
      [`GET ${through}/past`]: () => historyOf({}),
      [`GET ${through}/values`]: { values: { temp: { value: 12.5, at: Date.now() - 3_600_000 } } },
      [`GET ${through}/switched`]: { before: [], commands: [] },
      ...replies,
    });
    const route = '/dashboard/:dashboardId';
    const { client } = await renderInApp(<AccountDashboardPage sharing={() => null} />, { route, at });
    return { calls, client };
  }
  const tile = page.getByRole('region', { name: 'Air' });
  const playback = page.getByRole('button', { name: 'Playback' });

  it('can be looked at as it was, of what it shows alone, when its owner allows that', async () => {
    const { calls } = await open({ playback: true });
    await expect.element(tile).toMatchTextContent(/21\.5/);
    await playback.click();
    await expect.element(page.getByRole('region', { name: 'Playback' })).toBeVisible();
    await expect.element(tile).toMatchTextContent(/12\.5/);
    await expect.element(page.getByText(/^Not available: the owner has not confirmed/)).toBeVisible();
    const requested = calls.map(({ path }) => path).filter((path) => path.startsWith('/api/device/ESP'));
    expect(requested).toEqual([]);
    expect(calls.find(({ path }) => path.endsWith('/past'))?.query.get('device')).toBe(shed);
    await page.getByRole('button', { name: 'Back to live' }).click();
    await expect.element(tile).toMatchTextContent(/21\.5/);
  });

  it('keeps what is edited when it is no longer shared', async () => {
    let isShared = true;
    const { client } = await open({
      replies: {
        'GET /api/dashboards/7': () =>
          isShared
            ? { ...hall, widgets: [air, waits], role: 'manager' }
            : refuse(404, 'not_found', 'Dashboard not found.'),
      },
    });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const name = page.getByRole('textbox', { name: 'Dashboard name' });
    await name.fill('Great hall');
    isShared = false;
    await client.invalidateQueries({ queryKey: ['account-dashboards'] });
    await expect.element(page.getByText(/^You can no longer save this dashboard:/)).toBeVisible();
    await expect.element(name).toHaveValue('Great hall');
  });

  it('shows the present alone otherwise, also by an address of the past', async () => {
    const { calls } = await open({ at: `/dashboard/7?at=${new Date(Date.now() - 3_600_000).toISOString()}` });
    await expect.element(tile).toMatchTextContent(/21\.5/);
    await expect.element(page.getByRole('button', { name: 'Full screen' })).toBeVisible();
    await expect.element(playback).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => /\/(past|values|switched)$/.test(path))).toEqual([]);
  });
});

describe('a dashboard that follows', () => {
  const tag = { kind: 'tag', tag: 'Greenhouse' } as const;
  const group = { kind: 'group', groupId: 3 } as const;
  const show = (more: Pick<AccountDashboard, 'follows'> & Partial<AccountDashboard>) =>
    renderInApp(
      <FollowNote dashboard={{ ...hall, ...more }}>
        <p>Widgets</p>
      </FollowNote>,
    );

  it('a tag of no device shows it in the place of its widgets', async () => {
    await show({ follows: { ...tag, devices: 0 } });
    await expect.element(page.getByRole('heading', { name: 'No devices with the tag “Greenhouse” yet' })).toBeVisible();
    await expect.element(page.getByText('Widgets')).not.toBeInTheDocument();
  });

  it('a group that was deleted shows it to its owner and to others', async () => {
    const { screen } = await show({ follows: { ...group, name: null, devices: 0 } });
    await expect.element(page.getByRole('heading', { name: 'The group of this dashboard was deleted' })).toBeVisible();
    await expect.element(page.getByText(/^Press Edit, then Device picker/)).toBeVisible();
    await screen.unmount();
    await show({ follows: { ...group, name: null, devices: 0 }, role: 'viewer' });
    await expect.element(page.getByText('Ask its owner to choose other devices.')).toBeVisible();
  });

  it('more devices than can be chosen show which', async () => {
    await show({ follows: { ...group, name: 'Fields', devices: 120 } });
    await expect.element(page.getByText(/^The device picker shows the first 100 of 120 devices\./)).toBeVisible();
    await expect.element(page.getByText('Widgets')).toBeVisible();
  });

  it('shows that there are none above widgets that name their device, which it does not reset', async () => {
    const widgets = [{ ...tileOf('a', 'Temperature', { x: 0, y: 0, width: 3, height: 2 }), device: 'ESP32-1' }];
    const following = (devices: number) => (
      <FollowNote dashboard={{ ...hall, widgets, follows: { ...tag, devices } }}>
        <p>Widgets</p>
      </FollowNote>
    );
    const screen = await render(following(1));
    const before = screen.getByText('Widgets').element();
    await screen.rerender(following(0));
    await expect.element(screen.getByText(/^No devices with the tag “Greenhouse” yet\. New devices/)).toBeVisible();
    expect(screen.getByText('Widgets').element()).toBe(before);
  });
});
