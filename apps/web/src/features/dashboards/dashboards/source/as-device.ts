import type { Device, PublicDevice } from '@cyno/contract';
import { inLanguage } from '../../../boards/devices/index.ts';

/** A shared dashboard reports none of this. */
const unknown = {
  order: 0,
  pending: false,
  verified: true,
  paused: false,
  virtual: false,
  virtualUntil: null,
  family: 'other',
  firmware: null,
  template: null,
  rssi: null,
  ip: null,
  ssid: null,
  icon: null,
  favourite: false,
  tags: [],
  notes: '',
  groupId: null,
} satisfies Partial<Device>;

/** A device as the widgets know devices, with its number, or what stands there, for an id. */
export function asDevice(visible: PublicDevice): Device {
  const { device, ...known } = inLanguage(visible);
  return { ...unknown, ...known, espid: device };
}
