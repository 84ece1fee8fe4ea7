import type { AccountDashboard } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardOf, dashboardServer } from '../../../test/dashboards.ts';
import { deviceOf } from '../../../test/devices.ts';
import { renderInApp } from '../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../test/stub-api.ts';
import { AccountDashboardPage } from './account-dashboard-page.tsx';
import { FollowNote } from './follow-note.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

const hall: AccountDashboard = {
  ...dashboardOf([], { id: 7, name: 'Hall' }),
  ...{ espids: [], follows: null, role: 'owner', savedAt: Date.now() },
};

it('says that there is no dashboard where somebody else has a private one', async () => {
  const server = dashboardServer(null);
  stubApi({
    ...server.replies,
    'GET /api/dashboards/7': () => refuse(404, 'not_found', 'There is no such dashboard.'),
  });
  await renderInApp(<AccountDashboardPage sharing={() => null} />, {
    ...{ route: '/dashboard/:dashboardId', at: '/dashboard/7' },
  });
  await expect.element(page.getByRole('heading', { name: 'There is no such dashboard' })).toBeVisible();
});

it('says which devices wait, and lets others see those that stood on the screen', async () => {
  const [north, south] = [deviceOf({ espid: 'N', name: 'North' }), deviceOf({ espid: 'S', name: 'South' })];
  const calls = stubApi({
    'GET /api/device/': [north, south],
    'GET /api/device/shared': [],
    'POST /api/dashboards/7/confirm': () => refuse(409, 'conflict', 'The devices of this dashboard changed.'),
  });
  const dashboard = { version: 3, espids: ['N', 'S'], waiting: { widgets: [], devices: ['S'] } };
  const { screen } = await renderInApp(<WaitingNotice source={{ kind: 'account', id: 7 }} dashboard={dashboard} isOwn />);
  await expect.element(screen.getByText(/^1 device \(South\) came onto this dashboard/)).toBeVisible();
  await screen.getByRole('button', { name: 'Let others see it' }).click();
  await expect.element(page.getByText('The devices of this dashboard changed.')).toBeVisible();
  expect(callsOf(calls, 'POST')).toMatchObject([{ body: { version: 3, espids: ['N', 'S'] } }]);
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

  it('a tag of no device says so in the place of its widgets', async () => {
    await show({ follows: { ...tag, devices: 0 } });
    await expect.element(page.getByRole('heading', { name: 'No device with the tag “Greenhouse” yet' })).toBeVisible();
    await expect.element(page.getByText('Widgets')).not.toBeInTheDocument();
  });

  it('a group that was deleted says so to its owner and to others', async () => {
    const { screen } = await show({ follows: { ...group, name: null, devices: 0 } });
    await expect.element(page.getByRole('heading', { name: 'The group of this dashboard was deleted' })).toBeVisible();
    await expect.element(page.getByText(/^Choose another group/)).toBeVisible();
    await screen.unmount();
    await show({ follows: { ...group, name: null, devices: 0 }, role: 'viewer' });
    await expect.element(page.getByText('Ask its owner to choose other devices for it.')).toBeVisible();
  });

  it('more devices than can be chosen says which', async () => {
    await show({ follows: { ...group, name: 'Fields', devices: 120 } });
    await expect
      .element(page.getByText(/^The first 100 of the 120 devices in the group “Fields” can be chosen/))
      .toBeVisible();
    await expect.element(page.getByText('Widgets')).toBeVisible();
  });
});
