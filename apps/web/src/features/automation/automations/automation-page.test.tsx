import { expect, it, vi } from 'vitest';
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
  const add = screen.getByRole('button', { name: 'Add automation' });
  await add.click();
  await expect.element(add).toHaveAttribute('aria-busy', 'true');
  outputs.resolve({ pins: [], outputs: [pump], events: [], commands: [] });
  await expect.element(screen.getByRole('dialog').getByRole('button', { name: /Pump/ })).toBeVisible();
});

it('copies a rule as a sentence with the names of its outputs, with the name of the rule before it', async () => {
  const device = deviceOf();
  const { espid } = device;
  const path = `/api/device/${espid}`;
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const pump = { pin: 'D1', mode: 'digit', name: 'Pump', locked: false, momentaryMs: null };
  const action = { kind: 'output', pin: 'D1', mode: 'digit', value: 1 };
  const definition = { kind: 'timer', at: { type: 'time', secondOfDay: 25_200 }, repeat: { type: 'daily' }, action };
  const common = { espid, enabled: true, definition, nextAt: null, active: null, lastRun: null, waiting: [] };
  const placement = { where: 'server', reason: '', note: null, delivered: null };
  const automations = [
    { ...common, id: 40, name: 'Morning', placement },
    { ...common, id: 41, name: null, placement },
  ];
  stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/scenes': { scenes: [] },
    'GET /api/alert-rules': { rules: [] },
    [`GET ${path}/control`]: { pins: [], outputs: [pump], events: [], commands: [] },
    [`GET ${path}/automations`]: { ...noAutomations, automations },
    [`GET ${path}/automations/runs`]: { runs: [] },
  });
  const { screen } = await renderInApp(<AutomationPage device={device} />);
  const sentence = 'Every day at 07:00, turn D1 (Pump) on.';
  for (const [title, text] of [
    ['Morning', `Morning: ${sentence}`],
    [sentence, sentence],
  ] as const) {
    await screen.getByRole('button', { name: `Actions for ${title}` }).click();
    await screen.getByRole('menuitem', { name: 'Copy as text' }).click();
    await expect.poll(() => copied.mock.lastCall).toEqual([text]);
    await expect.element(screen.getByText('Sentence copied')).toBeVisible();
  }
});
