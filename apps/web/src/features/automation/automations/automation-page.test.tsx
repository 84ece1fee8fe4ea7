import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { refuse, stubApi } from '../../../../test/stub-api.ts';
import { AutomationPage } from './automation-page.tsx';

it('shows that the automations did not load, and tries again', async () => {
  const device = deviceOf();
  const path = `/api/device/${device.espid}`;
  const budget = { count: 0, maxCount: 20, bytes: 0, maxBytes: 1_000, deliveredAt: null };
  let isAway = true;
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/blueprints': { blueprints: [] },
    [`GET ${path}/control`]: { pins: [], outputs: [], events: [], commands: [] },
    [`GET ${path}/automations`]: () =>
      isAway
        ? refuse(503, 'unavailable', 'Away.')
        : { automations: [], readers: [], timeZone: 'UTC', allowed: null, timers: budget, rules: budget },
  });
  const { screen } = await renderInApp(<AutomationPage device={device} />);
  await expect.element(screen.getByRole('heading', { name: 'Automations did not load' })).toBeVisible();
  isAway = false;
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { name: 'No automations yet' })).toBeVisible();
});
