import { expect, it } from 'vitest';
import { openDeviceList } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';

it('takes all selected devices along to the update of their firmware', async () => {
  const devices = Array.from({ length: 101 }, (_, at) => deviceOf({ espid: `ESP32-${at}`, name: `${at}`, order: at }));
  const { screen, location } = await openDeviceList(devices, '/device?view=table');
  await screen.getByRole('checkbox', { name: 'Select all devices in the list' }).click();
  await screen.getByRole('region', { name: 'Selected devices' }).getByRole('button', { name: 'More' }).click();
  await screen.getByRole('menuitem', { name: 'Update firmware' }).click();
  await expect.poll(() => location().pathname).toBe('/device/ESP32-0/Firmware');
  expect(location().state).toEqual({ selected: devices.map(({ espid }) => espid) });
});
