import type { AccountDashboard, DashboardList, DashboardSummary, DeviceDashboard, NewDashboard } from '@cyno/contract';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardOf, dashboardServer } from '../../../../../test/dashboards.ts';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
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
  const calls = stubApi({
    ...dashboardServer(null, { devices: [device] }).replies,
    'GET /api/dashboards': () => ({ dashboards, deleted }),
    ...Object.fromEntries(ofEach),
    ...more,
  });
  const { router } = await renderInApp(<DashboardListPage />);
  const requested = () => callsOf(calls, 'GET').map(({ path }) => path);
  /** The names of those that were to be made. */
  const made = () => callsOf(calls, 'POST').map(({ body }) => (body as NewDashboard).name);
  return { made, requested, router };
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

it('restores each of two dashboards that were deleted one after the other, and shows which it did not', async () => {
  const refused = Promise.withResolvers<Response>();
  await open(['Farm', 'Barn'], { 'POST /api/dashboards/1/restore': () => refused.promise });
  const undo = page.getByRole('button', { name: 'Undo' });
  await remove('Farm');
  await remove('Barn');
  await expect.poll(() => undo.elements().length).toBe(2);
  await undo.first().click();
  await undo.click();
  await expect.element(link('Barn')).toBeVisible();
  refused.resolve(refuse(503, 'unavailable', 'The database is busy.'));
  await expect.element(page.getByRole('alert')).toMatchTextContent('The dashboard was not restored');
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

const accountDashboardOf = (id: number, name: string): AccountDashboard => ({
  ...dashboardOf([], { id, name }),
  espids: [],
  follows: null,
  role: 'owner',
  savedAt: Date.now(),
});

it('names a copy without half a character where the name is too long', async () => {
  const name = `${'x'.repeat(51)}💧`;
  const { made } = await open([name], {
    'GET /api/dashboards/1': accountDashboardOf(1, name),
    'POST /api/dashboards': accountDashboardOf(9, 'Copy'),
  });
  await page.getByRole('button', { name: `More about ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.poll(made).toEqual([`Copy of ${'x'.repeat(51)}`]);
});

it('copies a dashboard once for presses before its copy is there', async () => {
  const copied = Promise.withResolvers<AccountDashboard>();
  const { made, router } = await open(['Farm'], {
    'GET /api/dashboards/1': accountDashboardOf(1, 'Farm'),
    'POST /api/dashboards': () => copied.promise,
  });
  const duplicate = async () => {
    await page.getByRole('button', { name: 'More about Farm', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  };
  await duplicate();
  await expect.poll(made).toEqual(['Copy of Farm']);
  await duplicate();
  copied.resolve(accountDashboardOf(9, 'Copy of Farm'));
  await expect.poll(() => router.state.location.pathname).toBe('/dashboard/9');
  expect(made()).toEqual(['Copy of Farm']);
});

describe('a dashboard that begins with that of a device', () => {
  const create = page.getByRole('button', { name: 'Create', exact: true });
  async function begin() {
    const loaded = Promise.withResolvers<DeviceDashboard>();
    const path = `/api/device/${device.espid}/dashboard`;
    const opened = await open(['Farm'], {
      [`GET ${path}`]: () => loaded.promise,
      'GET /api/dashboard-templates': { templates: [] },
      'POST /api/dashboards': ({ body }) => accountDashboardOf(9, (body as NewDashboard).name),
    });
    await page.getByRole('button', { name: 'New dashboard' }).click();
    await page.getByRole('button', { name: /Start with/ }).click();
    await page.getByRole('option', { name: 'The dashboard of a device' }).click();
    await create.click();
    await expect.poll(opened.requested).toContain(path);
    const dashboard = dashboardOf([], { name: 'House' });
    const load = () => loaded.resolve({ dashboard, announced: null, offer: null, templates: [] });
    return { ...opened, load };
  }

  it('is made once, however often Create is pressed', async () => {
    const { made, router, load } = await begin();
    await expect.element(create).toHaveAttribute('aria-busy', 'true');
    await create.click({ force: true });
    load();
    await expect.poll(() => router.state.location.pathname).toBe('/dashboard/9');
    expect(made()).toEqual(['House']);
  });

  it('is not made when the dialog was cancelled meanwhile', async () => {
    const { made, load } = await begin();
    await page.getByRole('button', { name: 'Cancel' }).click();
    load();
    await page.getByRole('button', { name: 'New dashboard' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Another');
    await create.click();
    await expect.poll(made).toContain('Another');
    expect(made()).toEqual(['Another']);
  });
});
