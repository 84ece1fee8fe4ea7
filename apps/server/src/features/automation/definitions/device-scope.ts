import { type AlertScope, maxRuleDevices } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';

type Scoped = Pick<DeviceRecord, 'espid' | 'tags' | 'groupId'>;

/** Whether a device is among those that are meant. */
export function scopeMatcher(scope: AlertScope): (device: Scoped) => boolean {
  switch (scope.kind) {
    case 'all':
      return () => true;
    case 'devices': {
      const espids = new Set(scope.espids);
      return ({ espid }) => espids.has(espid);
    }
    case 'tag': {
      const tag = scope.tag.toLowerCase();
      return ({ tags }) => tags.some((one) => one.toLowerCase() === tag);
    }
    case 'group':
      return ({ groupId }) => groupId === scope.groupId;
  }
}

/** Those of an account's devices that a condition watches: at most 100, the oldest ones, and none that is paused. */
export function watchedDevices<Device extends Scoped & Pick<DeviceRecord, 'id' | 'paused'>>(
  scope: AlertScope,
  devices: readonly Device[],
): Device[] {
  const isMeant = scopeMatcher(scope);
  return devices
    .filter((device) => isMeant(device) && !device.paused)
    .sort((a, b) => a.id - b.id)
    .slice(0, maxRuleDevices);
}
