import type { AccountDashboard } from '@cyno/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardOf } from '../../../../test/dashboards.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { accountDashboardQuery } from '../dashboards/index.ts';
import { MyDashboardShare } from './my-dashboard-share.tsx';

const roleHere = 'viewer';
const hall: AccountDashboard = {
  ...dashboardOf([], { id: 7, name: 'Hall' }),
  espids: [],
  follows: null,
  role: roleHere,
  savedAt: 0,
};

function OpenDashboard() {
  useQuery(accountDashboardQuery(7));
  return <MyDashboardShare id={7} name="Hall" role={roleHere} />;
}

const Place = () => (useLocation().pathname === '/dashboard' ? null : <OpenDashboard />);

it('closes the dashboard before it is left, so that nothing requests it without the right to', async () => {
  const calls = stubApi({
    'GET /api/dashboards/7': hall,
    'POST /api/dashboards/7/leave': async () => {
      // The live connection notifies of it before the response comes.
      await client.invalidateQueries({ queryKey: ['account-dashboards'] });
    },
  });
  const { client } = await renderInApp(<Place />, { at: '/dashboard/7' });
  await page.getByRole('button', { name: 'Leave dashboard' }).click();
  await expect.element(page.getByText('You left Hall')).toBeVisible();
  expect(callsOf(calls, 'GET').filter(({ path }) => path === '/api/dashboards/7')).toHaveLength(1);
});

it('reports on the list that nothing changed when it fails', async () => {
  stubApi({
    'GET /api/dashboards/7': hall,
    'POST /api/dashboards/7/leave': () => refuse(409, 'conflict', 'The dashboard changes hands.'),
  });
  await renderInApp(<Place />, { at: '/dashboard/7' });
  await page.getByRole('button', { name: 'Leave dashboard' }).click();
  await expect.element(page.getByText(/The dashboard changes hands\./)).toBeVisible();
});
