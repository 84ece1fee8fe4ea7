import { expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { stubApi } from '../../../../../test/stub-api.ts';
import { CopyCard } from './copy-card.tsx';

it('copies the chosen settings to other boards of the same kind, and shows what those lose', async () => {
  const variables = [variableOf('temp', { label: 'Leaf warmth', unit: 'K' })];
  const north = deviceOf({ espid: 'ESP32-1_1', name: 'North', tags: ['Farm'], variables });
  const south = deviceOf({ espid: 'ESP32-1_2', name: 'South', tags: ['Old'] });
  const small = deviceOf({ espid: 'ESP8266-1_3', name: 'Small', family: 'esp8266' });
  const calls = stubApi({
    'GET /api/device/': [north, south, small],
    'GET /api/device/ESP32-1_1/control': { pins: [], outputs: [], events: [], commands: [] },
    'GET /api/device/ESP32-1_1/variables': { variables: [] },
    'POST /api/device/ESP32-1_1/copy-settings': {
      devices: [{ espid: south.espid, copied: { variables: 1 } }],
      failed: [],
    },
  });
  const { screen } = await renderInApp(<CopyCard device={north} />);
  await screen.getByRole('button', { name: 'Copy to other devices' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Copy the settings of North' });
  await expect.element(dialog.getByRole('checkbox', { name: /^Outputs/ })).toBeDisabled();
  await expect.element(dialog.getByText('Small')).not.toBeInTheDocument();
  await expect.element(dialog.getByText('Replaces appearance: Temperature; tags: Old')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^Tags/ }).click();
  await expect.element(dialog.getByText('Replaces appearance: Temperature')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /^South/ }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.element(screen.getByText('Settings copied to 1 device')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ to: [south.espid], parts: ['variables'] });
});

it('names the devices that could not take the settings', async () => {
  const north = deviceOf({ espid: 'ESP32-1_1', name: 'North' });
  const south = deviceOf({ espid: 'ESP32-1_2', name: 'South' });
  const west = deviceOf({ espid: 'ESP32-1_3', name: 'West' });
  const devices = [{ espid: south.espid, copied: { variables: 1 } }];
  stubApi({
    'GET /api/device/': [north, south, west],
    'GET /api/device/ESP32-1_1/control': { pins: [], outputs: [], events: [], commands: [] },
    'GET /api/device/ESP32-1_1/variables': { variables: [] },
    'POST /api/device/ESP32-1_1/copy-settings': {
      devices,
      failed: [{ espid: west.espid, error: 'The shed is on fire.' }],
    },
  });
  const { screen } = await renderInApp(<CopyCard device={north} />);
  await screen.getByRole('button', { name: 'Copy to other devices' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Copy the settings of North' });
  await dialog.getByRole('checkbox', { name: /^South/ }).click();
  await dialog.getByRole('checkbox', { name: /^West/ }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect.element(screen.getByText('Settings copied to 1 device')).toBeVisible();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('West: The shed is on fire.');
  await expect.element(dialog.getByRole('checkbox', { name: /^South/ })).not.toBeChecked();
});
