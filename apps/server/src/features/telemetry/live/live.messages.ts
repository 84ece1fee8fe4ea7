import { type DeviceRole, hasRight, type LiveServerMessage } from '@cyno/contract';
import { withoutNames } from '../../boards/control/index.ts';
import type { DeviceRecord } from '../../boards/devices/index.ts';

/** What browsers are sent when a board reported its network or firmware. */
export const infoOf = ({ espid, rssi, ip, ssid, firmware }: DeviceRecord): LiveServerMessage => ({
  type: 'info',
  espid,
  rssi,
  ip,
  ssid,
  firmware,
});

/** The message as somebody in this role gets it: the network of a device, and who switched it, are for managers. */
export function forRole(role: DeviceRole, message: LiveServerMessage): LiveServerMessage {
  if (hasRight(role, 'manage')) return message;
  if (message.type === 'info') return { ...message, ip: null, ssid: null };
  if (message.type === 'control') return { ...message, commands: message.commands.map(withoutNames) };
  return message;
}
