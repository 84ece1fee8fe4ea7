import type { ControlState, WidgetTarget } from '@cyno/contract';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deviceOf } from '../../../../../../test/devices.ts';
import { renderInApp } from '../../../../../../test/render.tsx';
import { stubApi } from '../../../../../../test/stub-api.ts';
import { TargetField } from './target-field.tsx';

const pin = { pin: 'D1', gpio: 5, modes: ['digit', 'pwm'], note: null } as const;
const control: ControlState = { pins: [{ ...pin, modes: [...pin.modes] }], outputs: [], events: [], commands: [] };
const free: WidgetTarget = { kind: 'output', pin: 'D1', mode: 'digit' };

it('sets a free pin up in place, and shows pins with their numbers', async () => {
  const calls = stubApi({ 'PUT /api/device/ESP32-1/outputs/D1': control });
  const onChange = vi.fn();
  const { screen } = await renderInApp(
    <TargetField
      device={deviceOf({ espid: 'ESP32-1' })}
      type="switch"
      control={control}
      target={free}
      onChange={onChange}
    />,
  );
  await screen.getByRole('button', { name: /Output or event/ }).click();
  await expect.element(page.getByRole('option', { name: /^D1.*GPIO 5/ })).toBeVisible();
  await page.getByRole('option', { name: /^D1/ }).click();
  await screen.getByRole('button', { name: 'Set up output' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up pin D1' });
  await dialog.getByLabelText('Name').fill('Mist pump');
  await dialog.getByText('Ask before switching').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls.at(-1)?.body).toEqual({ mode: 'digit', name: 'Mist pump', locked: true, momentaryMs: null });
  expect(onChange).toHaveBeenLastCalledWith(free, 'Mist pump');
});

it('offers it neither to somebody who may not, nor where an output is set up', async () => {
  const device = { ...deviceOf({ espid: 'ESP32-1' }), owner: 'ann@example.com', role: 'operator' as const };
  const { screen } = await renderInApp(
    <TargetField device={device} type="switch" control={control} target={free} onChange={vi.fn()} />,
  );
  await expect.element(screen.getByRole('button', { name: /Output or event/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Set up output' })).not.toBeInTheDocument();
});
