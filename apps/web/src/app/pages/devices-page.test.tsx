import { expect, it } from 'vitest';
import { alertListOf, alertOf } from '../../../test/alerts.ts';
import { pairingOf } from '../../../test/device-list.tsx';
import { deviceOf } from '../../../test/devices.ts';
import { renderInApp } from '../../../test/render.tsx';
import { stubApi } from '../../../test/stub-api.ts';
import { DevicesPage } from './devices-page.tsx';

it.each([
  ['card', '/device', 'article'],
  ['row', '/device?view=table', 'row'],
] as const)('marks the %s of a device that has open alerts', async (_, at, role) => {
  stubApi({
    'GET /api/device/': [deviceOf(), deviceOf({ espid: 'ESP32-1_2', name: 'Cold room' })],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/device-views': { views: [] },
    'GET /api/pairing': pairingOf(),
    'GET /api/offers': { offers: [], dashboards: [] },
    'GET /api/maintenance': { windows: [], devices: [] },
    'GET /api/telemetry/sparklines': { from: 0, to: 3_600_000, bucketMs: 60_000, devices: {} },
    'GET /api/alerts': alertListOf(alertOf(), alertOf({ id: 311, severity: 'warning' })),
  });
  const { screen } = await renderInApp(<DevicesPage />, { at });
  const marked = screen.getByRole(role, { name: /Greenhouse/ });
  await expect.element(marked.getByTitle('2 alerts: Critical')).toBeVisible();
  await expect.element(screen.getByRole(role, { name: /Cold room/ })).toBeVisible();
  expect(screen.getByTitle('2 alerts: Critical').elements()).toHaveLength(1);
});
