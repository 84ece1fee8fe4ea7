import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { AutomationPage } from './automation-page.tsx';

const budget = { count: 0, maxCount: 20, bytes: 0, maxBytes: 1_000, deliveredAt: null };
const noAutomations = { automations: [], readers: [], timeZone: 'UTC', allowed: null, timers: budget, rules: budget };

it('shows that the automations did not load, and tries again', async () => {
  const device = deviceOf();
  const path = `/api/device/${device.espid}`;
  let isAway = true;
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/blueprints': { blueprints: [] },
    [`GET ${path}/control`]: { pins: [], outputs: [], events: [], commands: [] },
    [`GET ${path}/automations`]: () => (isAway ? refuse(503, 'unavailable', 'Away.') : noAutomations),
  });
  const { screen } = await renderInApp(<AutomationPage device={device} />);
  await expect.element(screen.getByRole('heading', { name: 'Automations did not load' })).toBeVisible();
  isAway = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No automations yet' })).toBeVisible();
});

it('begins a new automation with an output also when the outputs come later than the press', async () => {
  const device = deviceOf();
  const path = `/api/device/${device.espid}`;
  const outputs = Promise.withResolvers<object>();
  const pump = { pin: 'D1', mode: 'digit', name: 'Pump', locked: false, momentaryMs: null };
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/scenes': { scenes: [] },
    'GET /api/alert-rules': { rules: [] },
    'GET /api/blueprints': { blueprints: [] },
    [`GET ${path}/control`]: () => outputs.promise,
    [`GET ${path}/automations`]: noAutomations,
  });
  const { screen } = await renderInApp(<AutomationPage device={device} />);
  await screen.getByRole('button', { name: 'Add automation' }).click();
  outputs.resolve({ pins: [], outputs: [pump], events: [], commands: [] });
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: /Pump/ })).toBeVisible();
});
