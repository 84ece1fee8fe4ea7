import type { DashboardList, DashboardSummary } from '@cyno/contract';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardServer } from '../../../../../test/dashboards.ts';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../../test/stub-api.ts';
import { FollowFields } from '../editor/fields/follow-fields.tsx';
import { DashboardListPage } from './dashboard-list-page.tsx';

const device = deviceOf();
const summaryOf = (id: number, name: string, more: Partial<DashboardSummary> = {}): DashboardSummary => ({
  id,
  version: 1,
  name,
  espids: [],
  role: 'owner',
  savedAt: Date.now(),
  devices: [],
  places: [],
  ...more,
});

/** The list of a server that deletes and brings back. */
async function open(names: readonly string[], more: Parameters<typeof stubApi>[0] = {}) {
  let dashboards = names.map((name, index) => summaryOf(index + 1, name));
  let deleted: DashboardList['deleted'] = [];
  const restorableUntil = Date.now() + 604_800_000;
  const ofEach = dashboards.flatMap((one) => [
    [
      `DELETE /api/dashboards/${one.id}`,
      () => {
        dashboards = dashboards.filter(({ id }) => id !== one.id);
        deleted = [{ id: one.id, name: one.name, restorableUntil }, ...deleted];
        return { restorableUntil };
      },
    ],
    [
      `POST /api/dashboards/${one.id}/restore`,
      () => {
        deleted = deleted.filter(({ id }) => id !== one.id);
        dashboards = [one, ...dashboards];
        return { ...one, widgets: [], origin: null, editedAt: null, follows: null };
      },
    ],
  ]);
  stubApi({
    ...dashboardServer(null, { devices: [device] }).replies,
    'GET /api/dashboards': () => ({ dashboards, deleted }),
    ...Object.fromEntries(ofEach),
    ...more,
  });
  await renderInApp(<DashboardListPage />);
}

const link = (name: string) => page.getByRole('link', { name, exact: true });
async function remove(name: string) {
  await page.getByRole('button', { name: `More about ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
}

it('takes a deletion back at once, or within seven days', async () => {
  await open(['Farm', 'Barn']);
  await remove('Farm');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(link('Farm')).toBeVisible();
  await remove('Barn');
  await page.getByText('Deleted in the last 7 days (1)').click();
  await expect.element(link('Barn')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Restore Barn' }).click();
  await expect.element(link('Barn')).toBeVisible();
  await expect.element(page.getByText(/^Deleted in the last/)).not.toBeInTheDocument();
});

it('shows why a dashboard was not deleted, and keeps it', async () => {
  await open(['Farm'], { 'DELETE /api/dashboards/1': () => refuse(503, 'unavailable', 'The database is busy.') });
  await remove('Farm');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The dashboard was not deleted');
  await expect.element(link('Farm')).toBeVisible();
});

it('finds one of many by a part of its name', async () => {
  await open(['First', ...Array.from({ length: 12 }, (_, index) => `Dashboard ${index}`)]);
  await expect.element(link('Dashboard 11')).toBeVisible();
  await page.getByRole('searchbox').fill('fir');
  await expect.element(link('Dashboard 11')).not.toBeInTheDocument();
  await expect.element(link('First')).toHaveAttribute('href', '/dashboard/1');
  await page.getByRole('searchbox').fill('barn');
  await expect.element(page.getByText('No dashboard matches “barn”.')).toBeVisible();
});

it('explains what to do where there is no tag or group to follow', async () => {
  stubApi(dashboardServer(null, { devices: [device] }).replies);
  await renderInApp(
    <>
      <FollowFields kind="tag" follows={null} onChange={() => undefined} />
      <FollowFields kind="group" follows={null} onChange={() => undefined} />
    </>,
  );
  await expect.element(page.getByText(/^No tags yet\./)).toBeVisible();
  await expect.element(page.getByText(/^No groups yet\./)).toBeVisible();
});
