import type { Device } from '@cyno/contract';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openDeviceList } from '../../../../../test/device-list.tsx';
import { deviceOf } from '../../../../../test/devices.ts';
import { renderInApp } from '../../../../../test/render.tsx';
import { DeviceMarkContext } from '../../devices/index.ts';
import { DeviceMap } from './device-map.tsx';

const place = { latitude: 13.75, longitude: 100.5 };

it('puts devices on the map, moves them there, and reads as a list', async () => {
  const devices = new Map<string, Device>();
  for (const device of [
    deviceOf({ espid: 'ESP32-1_1', name: 'Alpha', order: 0, online: false, location: place }),
    deviceOf({ espid: 'ESP32-1_2', name: 'Beta', order: 1, online: false }),
  ])
    devices.set(device.espid, device);
  const saved = (espid: string) => devices.get(espid)?.location;
  const change =
    (espid: string) =>
    ({ body }: { body: unknown }) => {
      const changed = { ...(devices.get(espid) ?? deviceOf()), ...(body as Partial<Device>) };
      devices.set(espid, changed);
      return changed;
    };
  const { screen } = await openDeviceList([], '/device?view=map', {
    more: {
      'GET /api/device/': () => [...devices.values()],
      'PATCH /api/device/ESP32-1_1': change('ESP32-1_1'),
      'PATCH /api/device/ESP32-1_2': change('ESP32-1_2'),
    },
  });
  const map = screen.getByRole('group', { name: 'Device locations: map' });
  const alpha = map.getByRole('button', { name: 'Alpha, Offline' });
  await expect.element(alpha).toBeVisible();

  await screen.getByRole('button', { name: 'Set location of Beta' }).click();
  await expect.element(screen.getByText('Press the map where Beta is.')).toBeVisible();
  const { width, height } = map.element().getBoundingClientRect();
  await map.click({ position: { x: width / 2 + 120, y: height / 2 - 80 } });
  await expect.element(screen.getByText('Location of Beta saved')).toBeVisible();
  expect(saved('ESP32-1_2')?.longitude).toBeGreaterThan(place.longitude);
  expect(saved('ESP32-1_2')?.latitude).toBeGreaterThan(place.latitude);

  await screen.getByRole('button', { name: 'Show everything' }).click();
  await screen.getByRole('button', { name: 'Move devices' }).click();
  const [from, frame] = [alpha.element().getBoundingClientRect(), map.element().getBoundingClientRect()];
  await alpha.dropTo(map, {
    targetPosition: { x: from.x + from.width / 2 - frame.x + 90, y: from.y + from.height / 2 - frame.y },
  });
  await expect.element(screen.getByText('Location of Alpha saved')).toBeVisible();
  expect(saved('ESP32-1_1')?.longitude).toBeGreaterThan(place.longitude);
  await screen.getByRole('button', { name: 'Done' }).click();

  (map.element() as HTMLElement).focus();
  const before = alpha.element().getBoundingClientRect().x;
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(() => alpha.element().getBoundingClientRect().x).toBeLessThan(before);
  await userEvent.keyboard('+-0');
  await screen.getByRole('button', { name: 'Show as a list' }).click();
  const list = screen.getByRole('list', { name: 'Device locations' });
  await expect.poll(() => list.getByRole('listitem').elements().length).toBe(2);
});

/** As features above this wing mark a device. */
const Mark = ({ espids }: { espids: readonly string[] }) =>
  espids.includes('ESP32-1_1') ? <span>{espids.length === 1 ? '2 alerts' : '2 alerts in it'}</span> : null;

it('marks a device with an alert, on the map and in its list', async () => {
  const devices = [
    deviceOf({ espid: 'ESP32-1_1', name: 'Alpha', location: place }),
    deviceOf({ espid: 'ESP32-1_2', name: 'Beta', location: { latitude: 18.8, longitude: 99 } }),
  ];
  const { screen } = await renderInApp(
    <DeviceMarkContext value={Mark}>
      <DeviceMap devices={devices} linkUp />
    </DeviceMarkContext>,
  );
  await expect.element(screen.getByRole('button', { name: /^Alpha, O\w+ 2 alerts$/ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Beta, O\w+$/ })).toBeVisible();
  await screen.getByRole('button', { name: 'Show as a list' }).click();
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Alpha' })).toMatchTextContent(/2 alerts/);
});

it('marks devices that are drawn as one by what is wrong with any of them', async () => {
  const devices = ['ESP32-1_1', 'ESP32-1_2'].map((espid) => deviceOf({ espid, name: espid, location: place }));
  const { screen } = await renderInApp(
    <DeviceMarkContext value={Mark}>
      <DeviceMap devices={devices} linkUp />
    </DeviceMarkContext>,
  );
  await expect.element(screen.getByRole('button', { name: /^Show 2 devices.*2 alerts in it$/ })).toBeVisible();
});
