import { type DeviceRole, hasRight, type LiveServerMessage } from '@cyno/contract';
import { withoutNames } from '../../boards/control/index.ts';
import type { DeviceEvent, DeviceRecord } from '../../boards/devices/index.ts';

/** What browsers are sent about a change of one device. */
export function toMessage(event: Exclude<DeviceEvent, { type: 'template' | 'list' }>): LiveServerMessage {
  if (event.type === 'presence') return presenceOf(event.device);
  const { espid, rssi, ip, ssid, firmware } = event.device;
  return { type: 'info', espid, rssi, ip, ssid, firmware };
}

/** The message as somebody in this role gets it: the network of a device, and who switched it, are for managers. */
export function forRole(role: DeviceRole, message: LiveServerMessage): LiveServerMessage {
  if (hasRight(role, 'manage')) return message;
  if (message.type === 'info') return { ...message, ip: null, ssid: null };
  if (message.type === 'control') return { ...message, commands: message.commands.map(withoutNames) };
  return message;
}

const presenceOf = ({ espid, online, onlineChangedAt, lastSeenAt }: DeviceRecord): LiveServerMessage => ({
  type: 'presence',
  espid,
  online,
  at: onlineChangedAt ?? lastSeenAt ?? 0,
});
