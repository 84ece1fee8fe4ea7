import type { Blueprint, ControlState, FilledBlueprint } from '@cyno/contract';
import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { takeFiles } from '../../../../test/saved-files.ts';
import { callsOf, refuse, stubApi } from '../../../../test/stub-api.ts';
import { ExportSheet } from './export-sheet.tsx';
import { ImportSheet } from './import-sheet.tsx';

afterEach(() => onlineManager.setOnline(true));

const temp = variableOf('temp', { label: 'Temperature', unit: '°C', value: 22 });
const device = deviceOf({ variables: [temp, variableOf('humid', { label: 'Humidity', unit: '%', value: 60 })] });
const { espid } = device;
const fanOutput = {
  pin: '5',
  mode: 'digit',
  name: 'Fan',
  locked: false,
  momentaryMs: null,
  wanted: null,
  reported: 0,
  reportedAt: 1,
  changedBy: null,
} as const;
const control: ControlState = {
  pins: [{ pin: '4', gpio: 4, modes: ['digit'], note: null }],
  outputs: [{ ...fanOutput, pin: '6', name: 'Lamp' }, fanOutput],
  events: [],
  commands: [],
};
const blueprint: Blueprint = {
  format: 'cyno-blueprint',
  version: 1,
  kind: 'automation',
  name: 'Fan by temperature',
  description: 'Turns a fan on.',
  inputs: [
    { id: 'device', kind: 'device', label: 'Board' },
    { id: 'variable', kind: 'variable', label: 'Value', device: 'device', default: 'temp' },
    { id: 'fan', kind: 'output', label: 'Fan', device: 'device', mode: 'digit' },
    { id: 'warm', kind: 'number', label: 'On above', default: 30, unit: '°C' },
    { id: 'hold', kind: 'duration', label: 'For so long', default: 300 },
  ],
  definition: {},
};
const definition: Extract<FilledBlueprint, { kind: 'automation' }>['definition'] = {
  kind: 'timer',
  at: { type: 'time', secondOfDay: 60 },
  repeat: { type: 'daily' },
  action: { kind: 'output', pin: '5', mode: 'digit', value: 1 },
};
const filled = { kind: 'automation', definition };

async function openImport(
  replies: Parameters<typeof stubApi>[0] = {},
  start: Blueprint | null = blueprint,
  { isHeld = false } = {},
) {
  const calls = stubApi({
    'GET /api/blueprints': { blueprints: [{ id: 'fan', blueprint }] },
    'POST /api/blueprints/fill': filled,
    'POST /api/blueprints/read': blueprint,
    [`GET /api/device/${espid}/control`]: control,
    ...replies,
  });
  const stored = Promise.withResolvers<void>();
  if (!isHeld) stored.resolve();
  const save = vi.fn(() => stored.promise);
  const onClose = vi.fn();
  const { client } = await renderInApp(
    <ImportSheet
      kind="automation"
      start={start}
      device={device}
      devices={[device]}
      timeZone="Asia/Bangkok"
      preview={() => <p>This is the preview.</p>}
      save={save}
      onClose={onClose}
    />,
  );
  const sent = () => callsOf(calls, 'POST').map((call) => call.body);
  return { save, stored, onClose, sent, calls, client };
}

it('begins with what fits each input best, shows what it becomes, and stores it switched off', async () => {
  const { save, onClose, sent } = await openImport();
  const sheet = page.getByRole('dialog', { name: 'Fan by temperature' });
  await expect.element(sheet.getByRole('button', { name: /Value$/ })).toHaveTextContent('Temperature');
  await expect.element(sheet.getByRole('button', { name: /Fan$/ })).toHaveTextContent('Fan');
  await expect.element(sheet.getByText('This is the preview.')).toBeVisible();
  await sheet.getByRole('textbox', { name: 'On above (°C)' }).fill('31,5');
  await sheet.getByRole('switch', { name: 'Turn on now' }).click({ force: true });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(save.mock.calls).toEqual([[{ name: 'Fan by temperature', enabled: false, filled }]]);
  const { values } = sent().at(-1) as { values: object[] };
  expect(values).toEqual([
    { id: 'device', value: espid },
    { id: 'variable', value: 'temp' },
    { id: 'fan', value: '5' },
    { id: 'warm', value: 31.5 },
    { id: 'hold', value: 300 },
  ]);
});

it('throws away what was filled in only after a question', async () => {
  const { onClose } = await openImport();
  const sheet = page.getByRole('dialog', { name: 'Fan by temperature' });
  await expect.element(sheet.getByText('This is the preview.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
  await sheet.getByRole('textbox', { name: 'On above (°C)' }).fill('31');
  await userEvent.keyboard('{Escape}');
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(sheet.getByRole('textbox', { name: 'On above (°C)' })).toHaveValue('31');
  expect(onClose).toHaveBeenCalledOnce();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledTimes(2);
});

it('goes back to the other blueprints only after a question, when something was filled in', async () => {
  await openImport();
  const sheet = page.getByRole('dialog', { name: 'Fan by temperature' });
  const back = sheet.getByRole('button', { name: 'Back' });
  await sheet.getByRole('textbox', { name: 'On above (°C)' }).fill('31');
  await back.click();
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect.element(sheet.getByRole('textbox', { name: 'On above (°C)' })).toHaveValue('31');
  await back.click();
  await question.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Start from a blueprint' })).toBeVisible();
});

it('one that was left while it is stored closes nothing', async () => {
  const { save, stored, onClose, client } = await openImport({}, blueprint, { isHeld: true });
  await page.getByRole('dialog', { name: 'Fan by temperature' }).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => save.mock.calls).toHaveLength(1);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Start from a blueprint' })).toBeVisible();
  stored.resolve();
  const statuses = () =>
    client
      .getMutationCache()
      .getAll()
      .map(({ state }) => state.status);
  await expect.poll(statuses).toEqual(['success']);
  expect(onClose.mock.calls).toEqual([]);
});

it('one that is saved without a network is refused, and not stored when the network is back', async () => {
  let isOnline = true;
  const { save, sent, client } = await openImport({
    'POST /api/blueprints/fill': () => {
      if (!isOnline) throw new TypeError('Failed to fetch');
      return filled;
    },
  });
  const sheet = page.getByRole('dialog', { name: 'Fan by temperature' });
  await expect.element(sheet.getByText('This is the preview.')).toBeVisible();
  isOnline = false;
  onlineManager.setOnline(false);
  await sheet.getByRole('textbox', { name: 'On above (°C)' }).fill('33');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText("Can't connect to server.").first()).toBeVisible();
  await expect.element(sheet.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy', 'true');
  isOnline = true;
  onlineManager.setOnline(true);
  await expect.element(sheet.getByText('This is the preview.')).toBeVisible();
  await expect.poll(() => sent().length).toBeGreaterThan(2);
  expect(client.isMutating()).toBe(0);
  expect(save.mock.calls).toEqual([]);
});

it('names the time zone beside a time of day', async () => {
  const inputs: Blueprint['inputs'] = [{ id: 'at', kind: 'time', label: 'Lights on', default: 64_800 }];
  await openImport({}, { ...blueprint, inputs });
  const group = page.getByRole('group', { name: 'Lights on' });
  await expect.element(group.first()).toHaveAccessibleDescription('Time zone: Asia/Bangkok');
});

it('stores nothing while something is missing or no number, and marks what is none', async () => {
  const { save } = await openImport();
  const sheet = page.getByRole('dialog', { name: 'Fan by temperature' });
  const limit = sheet.getByRole('textbox', { name: 'On above (°C)' });
  await limit.fill('');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByText('Fill in the missing fields above.')).toBeVisible();
  await limit.fill('1,000');
  await expect.element(sheet.getByText('Fix the marked fields above.')).toBeVisible();
  await expect.element(limit).toHaveAccessibleDescription('Type a number, such as 1000 or 21.5.');
  await limit.fill('31');
  await sheet.getByRole('textbox', { name: 'For so long' }).fill('five');
  const group = sheet.getByRole('group', { name: 'For so long' });
  await expect.element(group.first()).toHaveAccessibleDescription('Type a time from 1 second to 24 hours.');
  expect(save.mock.calls).toEqual([]);
});

it('shows why a value does not fit', async () => {
  const sentence = 'On above: Type a number from 0 to 50.';
  await openImport({ 'POST /api/blueprints/fill': () => refuse(400, 'bad_request', sentence) });
  await expect.element(page.getByText(sentence)).toBeVisible();
});

it('reads a text that was pasted, and shows why it cannot', async () => {
  const refusal = 'The blueprint has version 2, and this server reads version 1. Update the server first.';
  let isNewer = true;
  const { sent } = await openImport(
    { 'POST /api/blueprints/read': () => (isNewer ? refuse(400, 'bad_request', refusal) : blueprint) },
    null,
  );
  const sheet = page.getByRole('dialog', { name: 'Start from a blueprint' });
  await expect.element(sheet.getByRole('button', { name: 'Fan by temperature Turns a fan on.' })).toBeVisible();
  await sheet.getByRole('textbox', { name: 'Blueprint text' }).fill('{"a":1}');
  await sheet.getByRole('button', { name: 'Import text' }).click();
  await expect.element(sheet.getByText(refusal)).toBeVisible();
  isNewer = false;
  await sheet.getByRole('button', { name: 'Import text' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Fan by temperature' })).toBeVisible();
  expect(sent()[0]).toEqual({ text: '{"a":1}' });
});

it('sends the blueprint of a scene to its own page', async () => {
  await openImport({ 'POST /api/blueprints/read': { ...blueprint, kind: 'scene', actions: [] } }, null);
  await page.getByRole('textbox', { name: 'Blueprint text' }).fill('{}');
  await page.getByRole('button', { name: 'Import text' }).click();
  await expect.element(page.getByText(/This blueprint is a scene\. Import it on the Scenes page\./)).toBeVisible();
});

it('refuses a large file without reading it', async () => {
  const { sent } = await openImport({}, null);
  const input = page.getByLabelText('Blueprint file').element() as HTMLInputElement;
  const files = new DataTransfer();
  files.items.add(new File(['x'.repeat(70_000)], 'large.json'));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByText('The blueprint is larger than 64 KB.')).toBeVisible();
  expect(sent()).toEqual([]);
});

it('an export asks what others choose; devices always are', async () => {
  const parts = [
    { id: 'device', kind: 'device', label: 'Device', always: true, isInput: true },
    { id: 'warm', kind: 'number', label: 'Temperature: limit', always: false, isInput: true },
  ];
  const calls = stubApi({ [`POST /api/device/${espid}/automations/40/blueprint`]: { blueprint, parts } });
  await renderInApp(
    <ExportSheet source={{ kind: 'automation', espid, id: 40 }} name="Fan" onClose={() => undefined} />,
  );
  const sheet = page.getByRole('dialog', { name: 'Export as a blueprint' });
  await expect.element(sheet.getByRole('checkbox', { name: /Device device, always/ })).toBeDisabled();
  await sheet.getByRole('checkbox', { name: /Temperature: limit/ }).click();
  await expect.poll(() => calls.at(-1)?.body).toEqual({ name: 'Fan', description: '', inputs: ['device'] });
});

it('an export is not taken until it is of what was typed', async () => {
  const files = takeFiles();
  const second = Promise.withResolvers<void>();
  const calls = stubApi({
    [`POST /api/device/${espid}/automations/40/blueprint`]: async ({ body }) => {
      const { name } = body as { name: string };
      if (name === 'Vent') await second.promise;
      return { blueprint: { ...blueprint, name }, parts: [] };
    },
  });
  await renderInApp(
    <ExportSheet source={{ kind: 'automation', espid, id: 40 }} name="Fan" onClose={() => undefined} />,
  );
  const sheet = page.getByRole('dialog', { name: 'Export as a blueprint' });
  const download = sheet.getByRole('button', { name: 'Download' });
  const copy = sheet.getByRole('button', { name: 'Copy' });
  await expect.element(download).toBeEnabled();
  await sheet.getByRole('textbox', { name: 'Name' }).fill('Vent');
  expect([download, copy].map((button) => button.element())).toMatchObject([{ disabled: true }, { disabled: true }]);
  await expect.poll(() => calls.length).toBe(2);
  await expect.element(download).toBeDisabled();
  await expect.element(copy).toBeDisabled();
  second.resolve();
  await download.click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['vent.json']);
});
