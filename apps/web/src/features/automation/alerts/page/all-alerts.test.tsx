import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../../../test/alerts.ts';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { takeFiles } from '../../../../../test/saved-files.ts';
import { callsOf, refuse, stubApi } from '../../../../../test/stub-api.ts';
import { AlertsPage } from './alerts-page.tsx';

const device = deviceOf();
const viewed = { ...deviceOf({ espid: 'ESP32-2', name: 'Cold room' }), owner: 'ann@example.com', role: 'viewer' };

async function openPage(
  alerts: ReturnType<typeof alertOf>[],
  at = '/alerts',
  replies: Parameters<typeof stubApi>[0] = {},
) {
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [viewed],
    'GET /api/maintenance': { windows: [], devices: [] },
    'GET /api/alerts': () => alertListOf(...alerts),
    'GET /api/alert-rules': { rules: [], allowed: 100 },
    'GET /api/device-groups': { groups: [] },
    'POST /api/alerts/acknowledge': { alerts: [] },
    ...replies,
  });
  const { screen, router, client } = await renderInApp(<AlertsPage />, { at });
  const queries = () =>
    callsOf(calls, 'GET').flatMap(({ path, query }) => (path === '/api/alerts' ? [`${query}`] : []));
  return { screen, calls, router, client, queries };
}

it('acknowledges those that are chosen, and offers no box for what one may only look at', async () => {
  const alerts = [
    alertOf(),
    alertOf({ id: 309, text: 'Too cold.' }),
    alertOf({ id: 308, espid: 'ESP32-2', device: 'Cold room', mayAcknowledge: false }),
  ];
  const { screen, calls } = await openPage(alerts);
  await screen.getByRole('checkbox', { name: 'Select all 2' }).click();
  const bar = screen.getByRole('region', { name: 'Selected alerts' });
  await expect.element(bar.getByText('2 selected')).toBeVisible();
  expect(screen.getByRole('checkbox').elements()).toHaveLength(3);
  await screen.getByRole('checkbox', { name: 'Select: Greenhouse, Too cold.' }).click();
  await bar.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(() => callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ ids: [310] }]);
  await expect.element(bar).not.toBeInTheDocument();
});

it('has the focus in the list after the selection was cleared, and at the alert that was acknowledged', async () => {
  let alerts = [alertOf(), alertOf({ id: 309, text: 'Too cold.' })];
  const { screen } = await openPage([], '/alerts', {
    'GET /api/alerts': () => alertListOf(...alerts),
    'POST /api/alerts/acknowledge': () => {
      alerts = alerts.map((alert) => ({ ...alert, state: 'acknowledged', mayAcknowledge: false }));
      return { alerts: [] };
    },
  });
  await screen.getByRole('checkbox', { name: 'Select all 2' }).click();
  await screen.getByRole('button', { name: 'Clear selection' }).click();
  await expect.element(screen.getByRole('list', { name: 'Alerts' })).toHaveFocus();
  const row = screen.getByRole('listitem').filter({ hasText: 'Too cold.' });
  await row.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.element(row.getByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
  await expect.element(row).toHaveFocus();
});

it('lets somebody to whom it was passed on acknowledge it, and snooze nothing', async () => {
  const passedOn = { espid: 'ESP32-2', device: 'Cold room' };
  const { screen, calls } = await openPage([alertOf(passedOn), alertOf({ ...passedOn, id: 309 })]);
  await screen.getByRole('checkbox', { name: 'Select all 2' }).click();
  await expect.element(screen.getByRole('button', { name: /Snooze/ })).not.toBeInTheDocument();
  const bar = screen.getByRole('region', { name: 'Selected alerts' });
  await bar.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(() => callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ ids: [310, 309] }]);
});

it('lists what is wrong where maintenance does not load, and does not request that for ever', async () => {
  const { screen, calls } = await openPage([alertOf()], '/alerts', {
    'GET /api/maintenance': () => refuse(400, 'bad_request', 'The shed is on fire.'),
  });
  await expect.element(screen.getByText('Temperature was 34 °C', { exact: false })).toBeVisible();
  await screen.getByText('History', { exact: true }).click();
  await expect.element(screen.getByText('Temperature was 34 °C', { exact: false })).toBeVisible();
  expect(callsOf(calls, 'GET').filter(({ path }) => path === '/api/maintenance').length).toBeLessThan(4);
});

it('keeps the details open that somebody reads when the last alert of the filter clears', async () => {
  const alerts = [alertOf()];
  const { screen, client } = await openPage(alerts, '/alerts', {
    'GET /api/alerts/310': { ...alertOf(), changes: [] },
  });
  await screen.getByRole('button', { name: 'Details' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Alert' });
  await expect.element(sheet).toBeVisible();
  alerts.pop();
  await client.invalidateQueries();
  await expect.element(screen.getByRole('list', { name: 'Alerts' })).not.toBeInTheDocument();
  await expect.element(sheet).toBeVisible();
});

it('filters, and keeps the filter in the address', async () => {
  const { screen, router, queries } = await openPage([alertOf()]);
  await expect.element(screen.getByText('Temperature was 34 °C', { exact: false })).toBeVisible();
  await screen.getByText('History', { exact: true }).click();
  await screen.getByRole('button', { name: /Any severity/ }).click();
  await screen.getByRole('option', { name: 'Critical' }).click();
  await expect.poll(() => router.state.location.search).toBe('?show=history&severity=critical');
  await expect.poll(() => queries().at(-1)).toBe('show=history&severity=critical&limit=50');
});

it('says why nothing is listed, and what to do', async () => {
  const { screen, router } = await openPage([], '/alerts?severity=info');
  await screen.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No open alerts' })).toBeVisible();
  expect(router.state.location.search).toBe('');
});

it('saves what the filter lists as a file', async () => {
  const files = takeFiles();
  const { screen, calls } = await openPage([alertOf()], '/alerts?show=history', {
    'GET /api/alerts/csv': () => new Response('id,text\n310,hot\n'),
  });
  await screen.getByRole('button', { name: 'CSV' }).click();
  await expect.poll(() => files).toHaveLength(1);
  expect(calls.find(({ path }) => path === '/api/alerts/csv')?.query.toString()).toBe('show=history');
});
