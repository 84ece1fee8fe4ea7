import type { Device } from '@cyno/contract';
import { expect, it } from 'vitest';
import { deviceOf, variableOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { LastValueText } from './last-value.tsx';

const hour = 3_600_000;
const soil = (age: number) => variableOf('soil', { value: 15, unit: '%', at: Date.now() - age });

it.each<[string, Partial<Device>, RegExp]>([
  ['of a board that sends it', { variables: [soil(0)] }, /^Soil is 15.% now$/],
  ['that no longer comes', { variables: [soil(3 * hour)] }, /^Soil was 15.% 3 hr ago$/],
  ['of a board that is offline', { online: false, variables: [soil(3 * hour)] }, /^Soil was 15.% 3 hr ago$/],
  ['that never came', { variables: [] }, /^Soil: no value yet$/],
])('shows a value %s', async (_, more, text) => {
  const device = deviceOf(more);
  stubApi({ 'GET /api/device/': [device], 'GET /api/device/shared': [] });
  const { screen } = await renderInApp(<LastValueText label="Soil" espid={device.espid} variable="soil" />);
  await expect.element(screen.getByText(text)).toBeVisible();
});
