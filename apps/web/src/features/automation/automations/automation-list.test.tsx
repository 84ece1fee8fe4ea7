import type {
  Automation,
  AutomationDefinition,
  AutomationPatch,
  AutomationState,
  AutomationStep,
} from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { UntilLeft } from '../../../../test/until-left.tsx';
import { AutomationPage } from './automation-page.tsx';

const device = deviceOf();
const { espid } = device;
const path = `/api/device/${espid}`;
const one = `${path}/automations/40`;
const budget = { count: 0, maxCount: 20, bytes: 0, maxBytes: 1_000, deliveredAt: null };
const placement: Automation['placement'] = { where: 'server', reason: '', note: null, delivered: null };
const morning: Automation = {
  id: 40,
  espid,
  name: 'Morning',
  enabled: true,
  definition: {
    kind: 'timer',
    at: { type: 'time', secondOfDay: 25_200 },
    repeat: { type: 'daily' },
    action: { kind: 'output', pin: 'D1', mode: 'digit', value: 1 },
  },
  placement,
  nextAt: null,
  active: null,
  lastRun: null,
  waiting: [],
};
const control = {
  pins: [],
  outputs: [{ pin: 'D1', mode: 'digit', name: 'Pump', locked: false, momentaryMs: null }],
  events: [],
  commands: [],
};
const stateOf = (automations: Automation[]): AutomationState => ({
  automations,
  readers: [],
  timeZone: 'UTC',
  allowed: null,
  timers: budget,
  rules: budget,
});

/** The list with one automation, which changes as it is patched. */
async function openList(replies: Parameters<typeof stubApi>[0] = {}) {
  let present = morning;
  const patched = (patch: AutomationPatch) => {
    present = { ...present, ...patch };
    return present;
  };
  const calls = stubApi({
    'GET /api/device/': [device],
    'GET /api/device/shared': [],
    'GET /api/device-groups': { groups: [] },
    'GET /api/scenes': { scenes: [] },
    'GET /api/alert-rules': { rules: [] },
    [`GET ${path}/control`]: control,
    [`GET ${path}/automations`]: () => stateOf([present]),
    [`GET ${path}/automations/runs`]: { runs: [] },
    [`POST ${path}/automations/preview`]: {
      placement,
      timers: budget,
      rules: budget,
      warnings: [],
      warningReports: [],
      nextAt: null,
    },
    [`POST ${path}/automations/dry-run`]: {
      from: 0,
      to: 1,
      count: 0,
      firings: [],
      series: [],
      note: null,
      noteReport: [],
    },
    [`PATCH ${one}`]: ({ body }) => patched(body as AutomationPatch),
    ...replies,
  });
  const { screen } = await renderInApp(
    <UntilLeft>
      <AutomationPage device={device} />
    </UntilLeft>,
  );
  const choose = async (entry: string) => {
    await screen.getByRole('button', { name: 'Actions for Morning' }).click();
    await screen.getByRole('menuitem', { name: entry }).click();
  };
  return { screen, choose, patched, sent: (method: string) => callsOf(calls, method).map(({ body }) => body) };
}

it('an edit leaves the switch as it is, also while that is on its way', async () => {
  const held = Promise.withResolvers<void>();
  const { screen, choose, patched, sent } = await openList({
    [`PATCH ${one}`]: async ({ body }) => {
      const patch = body as AutomationPatch;
      if ('enabled' in patch) await held.promise;
      return patched(patch);
    },
  });
  const toggle = screen.getByRole('switch', { name: 'Morning' });
  await toggle.click();
  await choose('Edit');
  const sheet = screen.getByRole('dialog', { name: 'Edit automation' });
  await sheet.getByRole('textbox', { name: 'Name (optional)' }).fill('Evening');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  held.resolve();
  await expect.element(screen.getByRole('switch', { name: 'Evening' })).not.toBeChecked();
  expect(sent('PATCH')).toEqual([{ enabled: false }, { name: 'Evening', definition: morning.definition }]);
});

it('shows that one was not switched off also after its page was left', async () => {
  const refused = Promise.withResolvers<Response>();
  const { screen, sent } = await openList({ [`PATCH ${one}`]: () => refused.promise });
  await screen.getByRole('switch', { name: 'Morning' }).click();
  await expect.poll(() => sent('PATCH')).toHaveLength(1);
  await screen.getByRole('button', { name: 'Leave' }).click();
  await expect.element(screen.getByText('Morning')).not.toBeInTheDocument();
  refused.resolve(refuse(503, 'unavailable', 'Away.'));
  await expect.element(screen.getByText('Automation not switched off')).toBeVisible();
});

it('restores one with what it had still to do, and says what its deletion leaves on', async () => {
  const steps = [{ at: Date.now() + 600_000, step: { ...morning.definition.action, value: 0 } as AutomationStep }];
  let isDeleted = false;
  const { screen, choose, sent } = await openList({
    'GET /api/blueprints': { blueprints: [] },
    [`GET ${path}/automations`]: () => stateOf(isDeleted ? [] : [{ ...morning, waiting: steps }]),
    [`DELETE ${one}`]: () => {
      isDeleted = true;
      return { message: 'The automation is removed.' };
    },
    [`POST ${one}/restore`]: () => {
      isDeleted = false;
      return { ...morning, waiting: steps };
    },
  });
  await choose('Delete');
  await expect.element(screen.getByText(/What it switched stays as it is\./)).toBeVisible();
  await expect.element(screen.getByRole('switch', { name: 'Morning' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByRole('switch', { name: 'Morning' })).toBeVisible();
  expect(sent('POST')).toEqual([undefined]);
});

it('a new automation whose outputs come late does not take the place of what was opened meanwhile', async () => {
  const outputs = Promise.withResolvers<object>();
  const { screen } = await openList({
    'GET /api/blueprints': { blueprints: [] },
    [`GET ${path}/control`]: () => outputs.promise,
    [`GET ${path}/automations`]: stateOf([]),
  });
  const add = screen.getByRole('button', { name: 'Add automation', includeHidden: true });
  await add.click();
  await expect.element(add).toHaveAttribute('aria-busy', 'true');
  await screen.getByRole('button', { name: 'Import a blueprint' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Start from a blueprint' });
  await expect.element(sheet).toBeVisible();
  outputs.resolve(control);
  await expect.element(add).not.toHaveAttribute('aria-busy');
  await expect.element(sheet).toBeVisible();
  await expect.element(screen.getByRole('dialog', { name: 'New automation' })).not.toBeInTheDocument();
});

const ran = (dueAt: number): Automation['lastRun'] => {
  const nothing = { result: '', resultReport: [] };
  const why = { why: '', whyReport: [] };
  return { id: 7, automationId: 40, phase: 'start', step: 0, dueAt, at: dueAt, outcome: 'done', ...why, ...nothing };
};
const done: Automation = {
  ...morning,
  enabled: false,
  definition: { ...morning.definition, repeat: { type: 'once', date: '2026-03-11' } } as AutomationDefinition,
  lastRun: ran(Date.UTC(2026, 2, 11, 7)),
};

it.each([
  ['at another time of the same day', { at: { type: 'time', secondOfDay: 61_200 } }],
  ['on another day', { repeat: { type: 'once', date: '2026-03-12' } }],
])('a timer that is done and was changed to run %s is off and no longer done', async (_, changed) => {
  const edited = { ...done, definition: { ...done.definition, ...changed } as AutomationDefinition };
  const { screen } = await openList({ [`GET ${path}/automations`]: stateOf([edited]) });
  await expect.element(screen.getByText('Off', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Done', { exact: true })).not.toBeInTheDocument();
});

it('a timer that is done runs again when it gets another time, and stays off when its name changes', async () => {
  const { screen, choose, sent } = await openList({
    [`GET ${path}/automations`]: stateOf([done]),
    [`PATCH ${one}`]: done,
  });
  await expect.element(screen.getByText('Done', { exact: true })).toBeVisible();
  const sheet = screen.getByRole('dialog', { name: 'Edit automation' });
  const save = async () => {
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect.element(sheet).not.toBeInTheDocument();
  };
  await choose('Edit');
  await sheet.getByRole('textbox', { name: 'Name (optional)' }).fill('Evening');
  await save();
  await choose('Edit');
  await sheet.getByRole('button', { name: /How often/ }).click();
  await screen.getByRole('option', { name: 'Every day' }).click();
  await save();
  expect(sent('PATCH')).toEqual([
    { name: 'Evening', definition: done.definition },
    { name: 'Morning', definition: morning.definition, enabled: true },
  ]);
});

it('stays while the names in it that did not load are fetched again', async () => {
  let isRefused = false;
  const { screen, choose } = await openList({
    'GET /api/scenes': () => {
      if (isRefused) return new Promise<never>(() => undefined);
      isRefused = true;
      return refuse(400, 'bad_request', 'No.');
    },
  });
  await choose('Edit');
  await expect.element(screen.getByRole('dialog', { name: 'Edit automation' })).toBeVisible();
});

it('does not save a timer of the sun while a location is typed that is not saved', async () => {
  const { screen, choose, sent } = await openList({
    [`GET ${path}/automations`]: stateOf([
      {
        ...morning,
        definition: {
          ...morning.definition,
          kind: 'timer',
          repeat: { type: 'daily' },
          at: { type: 'sun', event: 'sunset', offsetMinutes: 0 },
        },
      },
    ]),
    [`PATCH /api/device/${espid}`]: ({ body }) => ({ ...device, ...(body as object) }),
  });
  await choose('Edit');
  const sheet = screen.getByRole('dialog', { name: 'Edit automation' });
  await sheet.getByLabelText('Latitude').fill('13.75');
  await sheet.getByLabelText('Longitude').fill('100.5');
  const save = sheet.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect.element(sheet.getByText('Save the location first.')).toBeVisible();
  expect(sent('PATCH')).toEqual([]);
  await sheet.getByRole('button', { name: 'Save location' }).click();
  await expect.element(sheet.getByText('Save the location first.')).not.toBeInTheDocument();
  await save.click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(sent('PATCH')).toHaveLength(2);
});
