import type { Device, PendingBoard } from '@cyno/contract';
import { boardFamily } from '@cyno/device-protocol';

/** A board that waits, as an entry of the list of devices. */
export const asDevice = ({ espid, online, seenAt, ip, verified }: PendingBoard, order: number): Device => ({
  espid,
  name: espid,
  order,
  online,
  onlineChangedAt: null,
  lastSeenAt: seenAt,
  pending: true,
  verified,
  paused: false,
  virtual: false,
  virtualUntil: null,
  family: boardFamily(espid),
  firmware: null,
  template: null,
  rssi: null,
  ip,
  ssid: null,
  location: null,
  icon: null,
  favourite: false,
  tags: [],
  notes: '',
  groupId: null,
  timeZone: null,
  variables: [],
});
