import { expect, it } from 'vitest';
import { deviceOf } from '../../../../test/devices.ts';
import { renderInApp } from '../../../../test/render.tsx';
import { stubApi } from '../../../../test/stub-api.ts';
import { ChipCard, mayChooseChip } from './chip-card.tsx';

it('saves the chip that the owner chooses', async () => {
  const device = deviceOf({ espid: 'Unknown-100_1a2b3c', family: 'other' });
  const calls = stubApi({ 'PATCH /api/device/Unknown-100_1a2b3c': () => ({ ...device, family: 'esp32-s3' }) });
  const { screen } = await renderInApp(<ChipCard device={device} />);
  await screen.getByRole('button', { name: /Chip/ }).click();
  await screen.getByRole('option', { name: 'ESP32-S3' }).click();
  await expect.element(screen.getByText('Chip saved')).toBeVisible();
  expect(calls).toMatchObject([{ method: 'PATCH', body: { family: 'esp32-s3' } }]);
});

it.each([
  ['Unknown-100_1a2b3c', 'other', true],
  ['Unknown-100_1a2b3c', 'esp32', true],
  ['ESP32-C6-1_1a2b3c', 'other', true],
  ['ESP32-D0WDQ6-1_1a2b3c', 'esp32', false],
  ['ESP8266-2802776_ECFABC2AC458', 'esp8266', false],
] as const)('is offered for %s, %s: %s', (espid, family, offered) => {
  expect(mayChooseChip({ espid, family })).toBe(offered);
});
