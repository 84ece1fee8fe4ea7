import type { ControlState, Scene } from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { sceneOf, sceneResultOf, sceneRunOf } from '../../../../test/scenes.ts';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { controlOf } from '../../../../test/widgets.ts';
import { ScenesPage } from './scenes-page.tsx';

const device = deviceOf();
const viewed = { ...deviceOf({ espid: 'ESP32-2', name: 'Cold room' }), owner: 'ann@example.com', role: 'viewer' };
const { espid } = device;
const lamp = {
  pin: '4',
  mode: 'digit',
  name: 'Lamp',
  locked: false,
  momentaryMs: null,
  wanted: null,
  reported: 1,
  reportedAt: 1,
  changedBy: null,
} as const;
const control: ControlState = {
  pins: [{ pin: '4', gpio: 4, modes: ['digit', 'pwm'], note: null }],
  outputs: [lamp, { ...lamp, pin: '5', name: 'Fan', reported: 0 }],
  events: [],
  commands: [],
};

async function openPage(scenes: Scene[], replies: Parameters<typeof stubApi>[0] = {}) {
  let list = scenes;
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [viewed],
    [`GET /api/device/${espid}/control`]: control,
    'GET /api/scenes': () => ({ scenes: list, allowed: 50 }),
    'POST /api/scenes': sceneOf(),
    'PUT /api/scenes/3': sceneOf(),
    'DELETE /api/scenes/3': undefined,
    'POST /api/scenes/3/restore': sceneOf(),
    ...replies,
  });
  const { screen } = await renderInApp(<ScenesPage />);
  return {
    screen,
    sent: (method: string) => callsOf(calls, method).map(({ path, body }) => ({ path, body })),
    serve: (next: Scene[]) => {
      list = next;
    },
  };
}

it('runs a scene with one press, and shows what each board did', async () => {
  const run = sceneRunOf({ outcome: 'running', results: [sceneResultOf({ state: 'queued', ms: null })] });
  const { screen, sent, serve } = await openPage([sceneOf()], { 'POST /api/scenes/3/run': run });
  await expect.element(screen.getByText('Turn 4 (Lamp) of Greenhouse off.')).toBeVisible();
  const refused = sceneResultOf({ target: '5', state: 'refused', ms: null, reason: 'This device is paused.' });
  serve([sceneOf({ lastRun: sceneRunOf({ outcome: 'partly', results: [sceneResultOf(), refused] }) })]);
  await screen.getByRole('button', { name: 'Run Evening' }).click();
  await expect.element(screen.getByText('1 of 2 done')).toBeVisible();
  const results = screen.getByRole('list', { name: 'Results of Evening' });
  await expect.element(results.getByText('done, 84 ms')).toBeVisible();
  await expect.element(results.getByText('This device is paused.')).toBeVisible();
  expect(sent('POST')).toEqual([{ path: '/api/scenes/3/run', body: undefined }]);
});

it('announces what became of the newest run, not how long ago that was', async () => {
  const { screen } = await openPage([sceneOf({ lastRun: sceneRunOf({ at: Date.now() - 90_000 }) })]);
  await expect.element(screen.getByText('1 min ago')).toBeVisible();
  const announced = [...document.querySelectorAll('.scene-row [aria-live="polite"]')];
  expect(announced.map(({ textContent }) => textContent)).toEqual(['done']);
});

it('asks before it switches what is locked', async () => {
  const { screen, sent } = await openPage([sceneOf({ locked: true })], { 'POST /api/scenes/3/run': sceneRunOf() });
  await screen.getByRole('button', { name: 'Run Evening' }).click();
  const question = screen.getByRole('alertdialog', { name: 'Run Evening?' });
  await expect.element(question).toMatchTextContent('Something in this scene is locked: confirm each run.');
  expect(sent('POST')).toEqual([]);
  await question.getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => sent('POST')).toHaveLength(1);
});

it('a new scene takes the outputs of a device as they are now', async () => {
  const { screen, sent } = await openPage([]);
  await screen.getByRole('button', { name: 'Add scene' }).click();
  const sheet = screen.getByRole('dialog', { name: 'New scene' });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText('Type a name.')).toBeVisible();
  await expect.element(sheet.getByText('Choose what to do.')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Evening');
  await sheet.getByRole('button', { name: 'All 2 outputs as they are now' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  const actions = [
    { espid, kind: 'output', pin: '4', mode: 'digit', value: 1 },
    { espid, kind: 'output', pin: '5', mode: 'digit', value: 0 },
  ];
  expect(sent('POST')).toEqual([{ path: '/api/scenes', body: { name: 'Evening', actions } }]);
});

it('a scene that an automation runs stays, and says which one', async () => {
  const used = sceneOf({ usedBy: [{ automationId: 9, espid, name: 'Sunset' }] });
  const refusal = refuse(409, 'conflict', 'The scene is run by "Sunset" of Greenhouse. Change or delete that first.');
  const { screen } = await openPage([used], { 'DELETE /api/scenes/3': () => refusal.clone() });
  await expect.element(screen.getByRole('link', { name: 'Sunset' })).toBeVisible();
  await screen.getByRole('button', { name: 'Actions for Evening' }).click();
  await screen.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(screen.getByText(/is run by "Sunset" of Greenhouse/)).toBeVisible();
});

it('a deleted scene is restored itself from the notice', async () => {
  const { screen, sent } = await openPage([sceneOf()]);
  await screen.getByRole('button', { name: 'Actions for Evening' }).click();
  await screen.getByRole('menuitem', { name: 'Delete' }).click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('Scene restored')).toBeVisible();
  expect(sent('POST')).toEqual([{ path: '/api/scenes/3/restore', body: undefined }]);
});

it('a number that its event cannot be set to is marked before it is sent', async () => {
  const { events } = controlOf({ fan: { widget: 'number', min: 0, max: 100, reported: '20' } });
  const { screen, sent } = await openPage([sceneOf()], {
    [`GET /api/device/${espid}/control`]: { ...control, events },
  });
  await screen.getByRole('button', { name: 'Actions for Evening' }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Edit scene' });
  await sheet.getByRole('button', { name: /What to do$/ }).click();
  await screen.getByRole('option', { name: /^fan/ }).click();
  const value = sheet.getByRole('textbox', { name: 'Value' });
  await value.fill('500');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText('Type a number from 0 to 100.')).toBeVisible();
  await value.fill('50,5');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => sent('PUT')).toMatchObject([{ body: { actions: [{ name: 'fan', value: '50.5' }] } }]);
});

it('the same output twice is marked before it is sent', async () => {
  const { screen, sent } = await openPage([sceneOf()]);
  await screen.getByRole('button', { name: 'Actions for Evening' }).click();
  await screen.getByRole('menuitem', { name: 'Edit' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Edit scene' });
  await sheet.getByRole('button', { name: 'Add output or event' }).click();
  await sheet
    .getByRole('button', { name: /What to do$/ })
    .nth(1)
    .click();
  await screen.getByRole('option', { name: '4 (Lamp)' }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText('Already set above.')).toBeVisible();
  expect(sent('PUT')).toEqual([]);
});
