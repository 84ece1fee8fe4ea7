import type { CopySettingsRequest } from '@cyno/contract';
import { expect, it } from 'vitest';
import { openDeviceList } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';
import { refuse } from '../../../../../test/stub-api.ts';

it('names the devices that could not take the settings, and copies to all others', async () => {
  const devices = Array.from({ length: 151 }, (_, at) => deviceOf({ espid: `ESP32-${at}`, name: `${at}`, order: at }));
  const { screen } = await openDeviceList(devices, '/device?view=table', {
    more: {
      'POST /api/device/ESP32-0/copy-settings': ({ body }) => {
        const { to } = body as CopySettingsRequest;
        if (to.includes('ESP32-1')) return refuse(409, 'conflict', 'The shed is on fire.');
        const done = to.filter((espid) => espid !== 'ESP32-150').map((espid) => ({ espid, copied: { variables: 1 } }));
        return { devices: done, failed: [{ espid: 'ESP32-150', error: 'The barn is full.' }] };
      },
    },
  });
  await screen.getByRole('checkbox', { name: 'Select all devices in the list' }).click();
  await screen.getByRole('region', { name: 'Selected devices' }).getByRole('button', { name: 'More' }).click();
  await screen.getByRole('menuitem', { name: 'Copy settings from a device' }).click();
  await screen.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(screen.getByText('Settings copied to 49 devices')).toBeVisible();
  const failures = screen.getByRole('dialog', { name: '101 devices not changed' }).getByRole('listitem');
  expect(failures.elements().map(({ textContent }) => textContent)).toEqual([
    ...Array.from({ length: 100 }, (_, at) => `${at + 1}The shed is on fire.`),
    '150The barn is full.',
  ]);
});
