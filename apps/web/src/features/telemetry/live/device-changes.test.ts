import type { PublicDevice } from '@cyno/contract';
import { expect, test } from 'vitest';
import { type DeviceChange, takeMessage, withChange } from './device-changes.ts';

const hourMs = 3_600_000;
const variable = { key: 'soil', label: 'Soil', unit: '%', hue: 3, decimals: null, range: null, intervalMs: null };

/** A device of a public link whose value came at an instant, in per cent. */
const deviceAt = (at: number): PublicDevice => ({
  device: '1',
  name: 'Greenhouse',
  online: true,
  onlineChangedAt: at,
  lastSeenAt: at,
  timeZone: null,
  location: null,
  variables: [{ ...variable, value: 40, at }],
});

/** The device after a value of 20 and the notice that it is away, both of an instant. */
function after(device: PublicDevice, at: number): PublicDevice {
  const change: DeviceChange = { values: new Map() };
  takeMessage(change, { type: 'points', espid: '1', points: [{ at, values: { soil: 20 } }] });
  takeMessage(change, { type: 'presence', espid: '1', online: false, at });
  return withChange(device, change);
}

test('what is older than what is known is left out', () => {
  const now = Date.now();
  const device = deviceAt(now);
  expect(after(device, now - 1)).toEqual(device);
  expect(after(device, now + 1)).toMatchObject({ online: false, lastSeenAt: now + 1, variables: [{ value: 20 }] });
});

test('an instant that the clock of the server has left again holds up nothing', () => {
  const now = Date.now();
  expect(after(deviceAt(now + hourMs), now)).toMatchObject({ online: false, variables: [{ value: 20, at: now }] });
});

test('what formulas made of other devices’ values does not show that the board sent something', () => {
  const device = deviceAt(1);
  const change: DeviceChange = { values: new Map() };
  takeMessage(change, { type: 'points', espid: '1', points: [{ at: 2, values: { soil: 20 }, computed: true }] });
  expect(withChange(device, change)).toEqual({ ...device, variables: [{ ...variable, value: 20, at: 2 }] });
});
