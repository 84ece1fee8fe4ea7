import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../../test/alerts.ts';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import type { SeenDevice } from '../../boards/devices/index.ts';
import { DeviceAlertsPage } from './device-alerts-page.tsx';

type Setting = { device?: SeenDevice; alerts?: ReturnType<typeof alertOf>[]; replies?: Parameters<typeof stubApi>[0] };

async function openTab({ device = deviceOf(), alerts = [], replies }: Setting = {}) {
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/alerts': () => alertListOf(...alerts),
    'GET /api/maintenance': { windows: [], devices: [] },
    'GET /api/alert-rules': { rules: [], allowed: 100 },
    'GET /api/device-groups': { groups: [] },
    'POST /api/alerts/acknowledge': () => ({ alerts: [] }),
    'POST /api/alerts/mute': () => ({ alerts: [] }),
    ...replies,
  });
  const { screen } = await renderInApp(<DeviceAlertsPage device={device} />);
  return { screen, calls };
}

const shared: SeenDevice = { ...deviceOf(), owner: 'ann@example.com', role: 'viewer' };

it('shows what is wrong, and acknowledges and snoozes it', async () => {
  const { screen, calls } = await openTab({ alerts: [alertOf()] });
  await expect.element(screen.getByText('Temperature was 34 °C, above 30 °C for 5 minutes.')).toBeVisible();
  await screen.getByRole('button', { name: 'Acknowledge' }).click();
  await expect.poll(() => callsOf(calls, 'POST').map(({ body }) => body)).toEqual([{ ids: [310] }]);
  await screen.getByRole('button', { name: 'Snooze' }).click();
  await screen.getByRole('menuitem', { name: 'Snooze for 1 hour' }).click();
  await expect.poll(() => callsOf(calls, 'POST').at(-1)?.body).toEqual({ ids: [310], minutes: 60 });
});

it('shows the worst that nobody knows of first', async () => {
  const alerts = [
    alertOf({ id: 3, severity: 'info', text: 'Newest.' }),
    alertOf({ id: 2, severity: 'critical', text: 'Worst.' }),
    alertOf({ id: 1, severity: 'critical', text: 'Known.', state: 'acknowledged' }),
  ];
  const { screen } = await openTab({ alerts });
  await expect
    .element(screen.getByRole('region', { name: 'Open alerts' }))
    .toMatchTextContent(/Worst\..*Newest\..*Known\./);
});

it('snoozes until a day and time of one’s own', async () => {
  const { screen, calls } = await openTab({ alerts: [alertOf()] });
  await screen.getByRole('button', { name: 'Snooze' }).click();
  await screen.getByRole('menuitem', { name: 'Snooze until…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Snooze until' });
  await dialog.getByRole('button', { name: 'Snooze' }).click();
  await expect
    .poll(() => callsOf(calls, 'POST').at(-1)?.body)
    .toMatchObject({ ids: [310], minutes: expect.any(Number) });
});

it('shows what became of an alert, and the way to its moment', async () => {
  const alert = alertOf();
  const changes = [
    { at: alert.startedAt, to: 'pending', by: null, text: '' },
    { at: alert.startedAt + 60_000, to: 'acknowledged', by: 'ann@example.com', text: '' },
  ];
  const { screen } = await openTab({ alerts: [alert], replies: { 'GET /api/alerts/310': { ...alert, changes } } });
  await screen.getByRole('button', { name: 'Details' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Alert' });
  await expect.element(sheet.getByText('Acknowledged by ann@example.com')).toBeVisible();
  const link = sheet.getByRole('link', { name: 'Show in History' });
  expect(link.element().getAttribute('href')).toContain(`/History?from=${alert.startedAt - 30 * 60_000}`);
});

it('who may only look sees no buttons', async () => {
  const { screen } = await openTab({ device: shared, alerts: [alertOf({ mayAcknowledge: false })] });
  await expect.element(screen.getByText('Temperature was 34 °C', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Acknowledge' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Snooze' })).not.toBeInTheDocument();
});

it('to whom it was passed on acknowledges it and does no more', async () => {
  const { screen } = await openTab({ device: shared, alerts: [alertOf()] });
  await expect.element(screen.getByRole('button', { name: 'Acknowledge' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Snooze' })).not.toBeInTheDocument();
});

it('shows why alerts did not load, and tries again', async () => {
  let isAway = true;
  const { screen } = await openTab({
    replies: { 'GET /api/alerts': () => (isAway ? refuse(503, 'unavailable', 'Away.') : alertListOf()) },
  });
  await expect.element(screen.getByRole('heading', { name: 'Alerts did not load' })).toBeVisible();
  isAway = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('No open alerts for Greenhouse')).toBeVisible();
});
